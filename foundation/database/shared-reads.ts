// Runs reads on shared connections where possible.
import { LRUCache } from 'lru-cache'
import type { CompiledQuery } from 'kysely'
import {
  beginStatement,
  endStatement,
  failStatement,
} from '#foundation/database/observed-statement.ts'
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

  constructor(service: string, take: TakePlace) {
    this.#service = service
    this.#take = take
  }

  /** The rows of a statement; undefined when it has to run on a connection of its own. */
  async read<Row>(statement: ReadStatement): Promise<Row[] | undefined> {
    const { sql, parameters } = statement
    if (!isSharedRead(sql) || this.#slow.has(sql) || alone.has(statement)) return undefined
    const taken = this.#take()
    const place = taken instanceof Promise ? await taken : taken
    if (!place) return undefined
    const step = beginStatement(this.#service, sql)
    try {
      const rows = (await place.read(sql, parameters)) as Row[]
      endStatement(step, rows.length)
      return rows
    } catch (error) {
      failStatement(step, error)
      const state = sqlStateOf(error)
      if (!ELSEWHERE.has(state)) throw error
      if (state === TIMED_OUT) this.#slow.set(sql, true)
      return undefined
    } finally {
      place.release()
    }
  }
}

/** The shared reads of a database, for already compiled statements; none for a transaction. */
export const readsOf = new WeakMap<object, SharedReads>()
