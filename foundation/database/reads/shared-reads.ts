// Runs reads on shared connections where possible.
import { LRUCache } from 'lru-cache'
import { areEqual } from '#foundation/database/reads/equal-values.ts'
import {
  GatheredKeys,
  textsOf,
  type ReadStatement,
  type WantedKeys,
} from '#foundation/database/reads/gathered-keys.ts'
import {
  observeStatement,
  type ObservedStatement,
} from '#foundation/database/observed-statement.ts'
import { kindOf } from '#foundation/database/reads/read-statement.ts'
import type { SharedSlot } from '#foundation/database/connections/shared-connections.ts'
import { sqlStateOf } from '#foundation/domain/sql-state.ts'

const TIMED_OUT = '57014'
/**
 * SQLSTATEs of statements that may succeed on a connection of their own: timed out on the shared one, not
 * read-only after all, prepared form unknown or outdated.
 */
const ELSEWHERE = new Set([TIMED_OUT, '25006', '26000', '0A000'])

/** A statement that is not sent yet, linked to the earlier ones of the same text. */
interface Unsent {
  values: readonly unknown[]
  rows: Promise<unknown[] | undefined>
  next: Unsent | undefined
}

/** Rows that several requests read together, by their keys; undefined when each has to read on its own. */
type RowsByKey = Promise<Map<string, unknown[]> | undefined>

const alone = new WeakSet<ReadStatement>()

/** Makes this execution of a statement run on a connection of its own. */
export function withoutSharing<Statement extends ReadStatement>(statement: Statement): Statement {
  alone.add(statement)
  return statement
}

/** Returns a slot for a statement, synchronously if one is free; undefined if there is none. */
type AcquireSlot = () => SharedSlot | Promise<SharedSlot | undefined>

export class SharedReads {
  readonly #service: string
  readonly #acquire: AcquireSlot
  /** Statements that timed out within the last minute. */
  readonly #slow = new LRUCache<string, true>({ max: 500, ttl: 60_000 })
  /** The statements of this turn of the event loop, by their texts. */
  readonly #unsent = new Map<string, Unsent>()
  /** The statements by keys that are not sent yet, by their texts. */
  readonly #gathering = new Map<string, { gathered: GatheredKeys; rows: RowsByKey }>()

  constructor(service: string, acquire: AcquireSlot) {
    this.#service = service
    this.#acquire = acquire
  }

  /**
   * The rows of a statement; undefined when it has to run on a connection of its own. Equal statements of one turn of
   * the event loop are sent once, at its end: everything that a caller knows to be committed was committed before.
   * Requests share the rows, so nobody may change them.
   */
  read<Row>(statement: ReadStatement): Promise<Row[] | undefined> {
    if (!this.#mayShare(statement)) return NOT_SHARED
    const rows = this.#joined(statement) ?? this.#begin(statement)
    return rows as Promise<Row[] | undefined>
  }

  /**
   * The rows of a statement, by the texts of the keys that it selects by; undefined when it has to run on a connection
   * of its own. Requests of one turn whose statements differ only in keys share one. Each gets the rows of its own
   * keys.
   */
  async readByKeys<Row>(
    statement: ReadStatement,
    wanted: WantedKeys,
  ): Promise<Map<string, Row[]> | undefined> {
    if (!this.#mayShare(statement)) return undefined
    const open = this.#gathering.get(statement.sql)
    if (open?.gathered.add(statement, wanted)) return this.#ofKeys(statement, wanted, open.rows)
    const acquired = this.#acquire()
    const slot = acquired instanceof Promise ? await acquired : acquired
    if (!slot) return undefined
    const now = this.#gathering.get(statement.sql)
    if (slot === acquired || !now?.gathered.add(statement, wanted)) {
      return this.#ofKeys(statement, wanted, this.#gather(statement, wanted, slot))
    }
    // The next statement that waits gets the slot at once.
    slot.release()
    return this.#ofKeys(statement, wanted, now.rows)
  }

  #mayShare(statement: ReadStatement): boolean {
    return (
      kindOf(statement.query) === 'shared' &&
      !this.#slow.has(statement.sql) &&
      !alone.has(statement)
    )
  }

  #begin(statement: ReadStatement): Promise<unknown[] | undefined> {
    const acquired = this.#acquire()
    return acquired instanceof Promise
      ? this.#wait(statement, acquired)
      : this.#send(statement, acquired)
  }

  /** Waits for a slot, and releases it at once if an equal statement of this turn already reads the rows. */
  async #wait(
    statement: ReadStatement,
    acquired: Promise<SharedSlot | undefined>,
  ): Promise<unknown[] | undefined> {
    const slot = await acquired
    if (!slot) return undefined
    const joined = this.#joined(statement)
    if (!joined) return this.#send(statement, slot)
    slot.release()
    return joined
  }

  /** The rows of an equal statement of this turn. */
  #joined({ sql, parameters }: ReadStatement): Promise<unknown[] | undefined> | undefined {
    for (let other = this.#unsent.get(sql); other; other = other.next) {
      if (!areEqual(other.values, parameters)) continue
      const { rows } = other
      // The telemetry of a request includes the statements that it shares.
      return this.#observe(sql, () => rows)
    }
    return undefined
  }

  #send(statement: ReadStatement, slot: SharedSlot): Promise<unknown[] | undefined> {
    const { sql, parameters } = statement
    const rows = this.#readAt(slot, statement)
    if (this.#unsent.size === 0) setImmediate(() => this.#unsent.clear())
    this.#unsent.set(sql, { values: parameters, rows, next: this.#unsent.get(sql) })
    return rows
  }

  #gather(statement: ReadStatement, wanted: WantedKeys, slot: SharedSlot): RowsByKey {
    const gathered = new GatheredKeys(statement, wanted)
    const rows = this.#readGathered(slot, statement.sql, gathered)
    this.#gathering.set(statement.sql, { gathered, rows })
    return rows
  }

  #ofKeys<Row>(
    { sql }: ReadStatement,
    wanted: WantedKeys,
    rows: RowsByKey,
  ): Promise<Map<string, Row[]> | undefined> {
    const count = (byKey: Awaited<RowsByKey>) =>
      byKey && textsOf(wanted).reduce((sum, text) => sum + (byKey.get(text)?.length ?? 0), 0)
    const observed = observeStatement(this.#observed(sql), () => rows, count)
    return observed as Promise<Map<string, Row[]> | undefined>
  }

  async #readGathered(slot: SharedSlot, sql: string, gathered: GatheredKeys): RowsByKey {
    try {
      return gathered.byKey(await slot.read(sql, () => gathered.leave()))
    } catch (error) {
      // The keys of one request may be the cause: each request then reads on its own, and only that one fails.
      if (!this.#goesElsewhere(sql, error) && !gathered.isShared) throw error
      return undefined
    } finally {
      if (this.#gathering.get(sql)?.gathered === gathered) this.#gathering.delete(sql)
      slot.release()
    }
  }

  #observe<Rows extends unknown[] | undefined>(
    sql: string,
    run: () => Promise<Rows>,
  ): Promise<Rows> {
    return observeStatement(this.#observed(sql), run, (rows) => rows?.length)
  }

  #observed(sql: string): ObservedStatement {
    return { service: this.#service, sql, isChange: false }
  }

  async #readAt(
    slot: SharedSlot,
    { sql, parameters }: ReadStatement,
  ): Promise<unknown[] | undefined> {
    const leave = () => {
      // A statement that begins between two turns may be sent before #unsent is cleared at the end of the next turn.
      this.#unsent.delete(sql)
      return parameters
    }
    try {
      return await this.#observe(sql, () => slot.read(sql, leave))
    } catch (error) {
      if (!this.#goesElsewhere(sql, error)) throw error
      return undefined
    } finally {
      slot.release()
    }
  }

  /** Whether a statement that failed may succeed on a connection of its own. */
  #goesElsewhere(sql: string, error: unknown): boolean {
    const state = sqlStateOf(error)
    if (state === TIMED_OUT) this.#slow.set(sql, true)
    return ELSEWHERE.has(state)
  }
}

const NOT_SHARED = Promise.resolve(undefined)

/** The shared reads of a database, for already compiled statements; none for a transaction. */
export const readsOf = new WeakMap<object, SharedReads>()
