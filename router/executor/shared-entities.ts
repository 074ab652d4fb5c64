// The entities that several fetches of one query ask a subgraph for with the same operation: each is
// fetched once. What becomes ready in one turn is one request, and so are all fetches at the ends of the
// plan: the answer waits for the slowest of them anyway.
import type { GraphQLFormattedError } from 'graphql'
import { copyOf } from './merge.ts'
import { isEntity, type Entity, type SubgraphAnswer } from './subgraph-answer.ts'

/** An entity that a fetch asks for. */
export interface AskedEntity {
  /** The same for equal representations. */
  key: string
  representation: Entity
}

/** Sends a request for entities. */
export type SendEntities = (representations: readonly Entity[]) => Promise<SubgraphAnswer>

/** One request, for all that several fetches need. */
interface Call {
  representations: Entity[]
  /** Of its representations as JSON, in UTF-16 units. */
  size: number
  /** How many fetches use its answer. */
  users: number
  answer: Promise<SubgraphAnswer>
  start: () => void
}

/** Where the result of an entity is. */
interface Slot {
  call: Call
  index: number
}

/** A subgraph may limit bodies. A fetch that is larger by itself has a request of its own. */
const LARGEST_CALL = 64 * 1024

/** The entities of one operation on one subgraph, in one query. */
export class SharedEntities {
  readonly #slots = new Map<string, Slot>()
  readonly #send: SendEntities
  /** How many fetches at the ends of the plan have not come yet. */
  #awaited: number
  /** The request that is being collected. */
  #next: Call | undefined

  /** @param last how many fetches at the ends of the plan will come */
  constructor(send: SendEntities, last: number) {
    this.#send = send
    this.#awaited = last
  }

  /**
   * The answer to these entities alone, with results that nobody else has. Undefined when the subgraph
   * has not answered a shared request with its entities: then one fetch may be at fault for the others,
   * and each is to be sent by itself. Rejects when the subgraph does not answer.
   * @param isLast nothing but the answer waits for this fetch
   */
  async load(asked: readonly AskedEntity[], isLast: boolean): Promise<SubgraphAnswer | undefined> {
    const slots = this.#slotsOf(asked)
    if (isLast) this.#awaited -= 1
    if (!isLast || this.#awaited === 0) this.#sendNext()
    const calls = [...new Set(slots.map(({ call }) => call))]
    for (const call of calls) call.users += 1
    const answers = await Promise.all(calls.map(({ answer }) => answer))
    if (answers.every((answer, at) => isComplete(answer, calls[at]!))) {
      return pick(slots, new Map(calls.map((call, at) => [call, answers[at]!])))
    }
    return calls.length === 1 && calls[0]!.users === 1 ? answers[0] : undefined
  }

  #slotsOf(asked: readonly AskedEntity[]): Slot[] {
    const added = asked.filter(({ key }) => !this.#slots.has(key))
    if (added.length > 0) this.#add(added)
    return asked.map(({ key }) => this.#slots.get(key)!)
  }

  #add(entities: readonly AskedEntity[]): void {
    const size = entities.reduce((sum, { key }) => sum + key.length, 0)
    if (this.#next && this.#next.size + size > LARGEST_CALL) this.#start(this.#next)
    const call = (this.#next ??= this.#open())
    call.size += size
    for (const { key, representation } of entities) {
      this.#slots.set(key, { call, index: call.representations.length })
      call.representations.push(representation)
    }
  }

  #open(): Call {
    const representations: Entity[] = []
    const { promise, resolve: start } = Promise.withResolvers<void>()
    const answer = promise.then(() => this.#send(representations))
    return { representations, size: 0, users: 0, answer, start }
  }

  /** Sends what has been collected once everything that is ready to go on has done so. */
  #sendNext(): void {
    const call = this.#next
    if (!call) return
    process.nextTick(() => this.#start(call))
  }

  #start(call: Call): void {
    if (this.#next === call) this.#next = undefined
    call.start()
  }
}

/** One for each representation, null for those that the subgraph does not have. */
export function areEntities(results: unknown, count: number): results is (Entity | null)[] {
  if (!Array.isArray(results) || results.length !== count) return false
  return results.every((result) => result === null || isEntity(result))
}

function isComplete({ data }: SubgraphAnswer, { representations }: Call): boolean {
  return areEntities(data?._entities, representations.length)
}

/** The results of some entities, and their errors. */
function pick(slots: readonly Slot[], answers: ReadonlyMap<Call, SubgraphAnswer>): SubgraphAnswer {
  const listOf = (call: Call) => answers.get(call)!.data!._entities as (Entity | null)[]
  const _entities = slots.map(({ call, index }) => copyOf(listOf(call)[index]))
  const errors = [...answers].flatMap(([call, answer]) => errorsOf(answer, call, slots))
  return { data: { _entities }, ...(errors.length > 0 && { errors }) }
}

/** The errors of these entities, and those that are of no single one. */
function errorsOf(
  { errors = [] }: SubgraphAnswer,
  call: Call,
  slots: readonly Slot[],
): GraphQLFormattedError[] {
  if (errors.length === 0) return []
  const own = new Map(slots.flatMap((slot, at) => (slot.call === call ? [[slot.index, at]] : [])))
  return errors.flatMap((error) => {
    const [root, index, ...rest] = error.path ?? []
    if (root !== '_entities') return [error]
    if (!call.representations[index as number]) return [{ ...error, path: [root] }]
    const at = own.get(index as number)
    return at === undefined ? [] : [{ ...error, path: [root, at, ...rest] }]
  })
}
