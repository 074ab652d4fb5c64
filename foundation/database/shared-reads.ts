// Reads on shared connections, as far as they can run there.
import { LRUCache } from 'lru-cache'
import type { CompiledQuery, QueryResult } from 'kysely'
import { isSharedRead } from '#foundation/database/read-statement.ts'
import type { SharedPlace } from '#foundation/database/shared-connections.ts'

const TIMED_OUT = '57014'
/**
 * SQLSTATEs of a statement that may succeed on a connection of its own: cut off by the limit of shared
 * connections, no read after all, its prepared form unknown or outdated.
 */
const ELSEWHERE = new Set([TIMED_OUT, '25006', '26000', '0A000'])

export class SharedReads {
  readonly #connect: () => Promise<SharedPlace | undefined>
  /** What was cut off within the last minute. */
  readonly #slow = new LRUCache<string, true>({ max: 500, ttl: 60_000 })

  constructor(connect: () => Promise<SharedPlace | undefined>) {
    this.#connect = connect
  }

  /** Undefined when the statement has to run on a connection of its own. */
  async read<Row>(statement: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    const { sql, parameters } = statement
    if (!isSharedRead(sql) || this.#slow.has(sql)) return undefined
    const place = await this.#connect()
    if (!place) return undefined
    try {
      const { rows } = await place.query(sql, parameters)
      return { rows: rows as Row[] }
    } catch (error) {
      const code = String((error as { code?: unknown }).code)
      if (!ELSEWHERE.has(code)) throw error
      if (code === TIMED_OUT) this.#slow.set(sql, true)
      return undefined
    } finally {
      place.release()
    }
  }
}
