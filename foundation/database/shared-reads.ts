// Runs reads on shared connections where possible.
import { LRUCache } from 'lru-cache'
import type { CompiledQuery } from 'kysely'
import { observeStatement } from '#foundation/database/observed-statement.ts'
import { isSharedRead } from '#foundation/database/read-statement.ts'
import type { SharedPlace } from '#foundation/database/shared-connections.ts'
import { sqlStateOf } from '#foundation/database/transient-failure.ts'

const TIMED_OUT = '57014'
/**
 * SQLSTATEs of statements that may succeed on a connection of their own: timed out on the shared one, not
 * read-only after all, prepared form unknown or outdated.
 */
const ELSEWHERE = new Set([TIMED_OUT, '25006', '26000', '0A000'])

type ReadStatement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** A statement, and those of the same text before it. */
interface Unsent {
  values: readonly unknown[]
  rows: Promise<unknown[] | undefined>
  next: Unsent | undefined
}

const alone = new WeakSet<ReadStatement>()

/** Makes this execution of a statement run on a connection of its own. */
export function withoutSharing<Statement extends ReadStatement>(statement: Statement): Statement {
  alone.add(statement)
  return statement
}

/** Returns a place for a statement, synchronously if one is free; undefined if there is none. */
type TakePlace = () => SharedPlace | Promise<SharedPlace | undefined>

export class SharedReads {
  readonly #service: string
  readonly #take: TakePlace
  /** Statements that timed out within the last minute. */
  readonly #slow = new LRUCache<string, true>({ max: 500, ttl: 60_000 })
  /** The statements of this turn of the event loop, by their texts. */
  readonly #unsent = new Map<string, Unsent>()

  constructor(service: string, take: TakePlace) {
    this.#service = service
    this.#take = take
  }

  /**
   * The rows of a statement; undefined when it has to run on a connection of its own. Equal statements of one turn of
   * the event loop are sent once, at its end: all that a caller knows to be committed was committed before. So nobody
   * may change the rows.
   */
  read<Row>(statement: ReadStatement): Promise<Row[] | undefined> {
    const { sql, parameters } = statement
    if (!isSharedRead(sql) || this.#slow.has(sql) || alone.has(statement)) return NOT_SHARED
    const first = this.#unsent.get(sql)
    for (let other = first; other; other = other.next) {
      if (!areEqual(other.values, parameters)) continue
      // Whoever observes a request sees its statements, also those that it shares.
      return this.#observe(sql, () => other.rows) as Promise<Row[] | undefined>
    }
    const taken = this.#take()
    const rows = this.#send(statement, taken)
    // One that waits for a place waits for the turn of its own caller.
    if (!(taken instanceof Promise)) {
      if (this.#unsent.size === 0) setImmediate(() => this.#unsent.clear())
      this.#unsent.set(sql, { values: parameters, rows, next: first })
    }
    return rows as Promise<Row[] | undefined>
  }

  #observe<Rows extends unknown[] | undefined>(
    sql: string,
    run: () => Promise<Rows>,
  ): Promise<Rows> {
    return observeStatement({ service: this.#service, sql }, run, (rows) => rows?.length)
  }

  async #send(
    { sql, parameters }: ReadStatement,
    taken: ReturnType<TakePlace>,
  ): Promise<unknown[] | undefined> {
    const place = taken instanceof Promise ? await taken : taken
    if (!place) return undefined
    try {
      return await this.#observe(sql, () => place.read(sql, parameters))
    } catch (error) {
      const state = sqlStateOf(error)
      if (!ELSEWHERE.has(state)) throw error
      if (state === TIMED_OUT) this.#slow.set(sql, true)
      return undefined
    } finally {
      place.release()
    }
  }
}

const NOT_SHARED = Promise.resolve(undefined)

/** Longer lists of values are hardly ever equal. */
const MAX_ITEMS = 20

function areEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length || some.length > MAX_ITEMS) return false
  return some.every((value, at) => {
    const other = others[at]
    return (
      value === other || (Array.isArray(value) && Array.isArray(other) && areEqual(value, other))
    )
  })
}

/** The shared reads of a database, for already compiled statements; none for a transaction. */
export const readsOf = new WeakMap<object, SharedReads>()
