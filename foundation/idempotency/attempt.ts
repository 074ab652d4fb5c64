// One attempt at a request with an idempotency key: chooses where statements run, and commits phases and response.
import { CompiledQuery, type ControlledTransaction, type Kysely } from 'kysely'
import { joinDatabase, type Target } from '#foundation/database/joined-database.ts'
import { kindOf } from '#foundation/database/reads/read-statement.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import {
  addOutcome,
  insertKey,
  lockLease,
  storeResponse,
  releaseKey,
  type KeyedRequest,
} from '#foundation/idempotency/keys.ts'

export interface AttemptOptions {
  db: Kysely<unknown>
  request: KeyedRequest
  now: () => Date
  /** The outcomes of phases that an earlier attempt committed before it died. */
  outcomes: readonly unknown[] | undefined
}

/** A part of a mutation that is committed before another service is called to write. */
export interface Phase<Tables, Value, Outcome> {
  run: (db: Kysely<Tables>) => Promise<Value>
  /** Returns the JSON, usually an id, from which a repeated request continues. */
  keep: (value: Value) => Outcome
  /** Restores the value for a repeated request. */
  again: (outcome: Outcome) => Promise<Value>
}

type Transaction = ControlledTransaction<unknown>

/**
 * Commits the key and the effect in one transaction. It begins with the first statement that writes, so that it is
 * not open during earlier calls of other services. After the first phase is committed, statements run on the
 * database as without a key, and further phases and the response are transactions of their own.
 */
export class Attempt {
  /** The database handle of the operation. */
  readonly db: Kysely<unknown>
  /** True when another attempt has responded or is running: this one has changed nothing. */
  isOvertaken = false
  /** True once a phase or the response is committed: later changes are not rolled back. */
  isCommitted: boolean
  readonly #options: AttemptOptions
  readonly #deliveries: (() => Promise<void>)[] = []
  #transaction: Promise<Transaction> | undefined
  #nextPhase = 0
  /** True once the response is committed, which also ends the lease. */
  #isStored = false

  constructor(options: AttemptOptions) {
    this.#options = options
    this.isCommitted = options.outcomes !== undefined
    this.db = joinDatabase(options.db, (statement) => this.#targetOf(statement))
  }

  async #targetOf(statement?: CompiledQuery): Promise<Target> {
    const { db } = this.#options
    if (this.isCommitted) return db
    const isRead = statement && kindOf(statement.query) === 'shared'
    return !this.#transaction && isRead ? db : this.#open()
  }

  /** Begins the transaction with the key. @throws `overtaken` when the key exists */
  #open(): Promise<Transaction> {
    this.#transaction ??= this.#begin()
    return this.#transaction
  }

  async #begin(): Promise<Transaction> {
    const { db, request, now } = this.#options
    const transaction = await db.startTransaction().execute()
    try {
      if (!(await insertKey(transaction, request, now()))) throw this.#overtaken()
      await run(transaction, 'savepoint operation')
      return transaction
    } catch (error) {
      await transaction.rollback().execute()
      throw error
    }
  }

  #overtaken(): Error {
    this.isOvertaken = true
    const message = 'Another request with this key has come first.'
    return new DomainError('INTERNAL_ERROR', message, { retry: true })
  }

  /** Commits a phase (see `commitPhase` in phases.ts). @throws what the phase throws */
  async commitPhase<Value, Outcome>(phase: Phase<unknown, Value, Outcome>): Promise<Value> {
    const { outcomes = [] } = this.#options
    const number = this.#nextPhase
    this.#nextPhase += 1
    if (number < outcomes.length) return phase.again(outcomes[number] as Outcome)
    return this.isCommitted ? this.#commitApart(phase) : this.#commitFirst(phase)
  }

  async #commitFirst<Value, Outcome>(phase: Phase<unknown, Value, Outcome>): Promise<Value> {
    const value = await phase.run(this.db)
    const transaction = await this.#open()
    await this.#add(transaction, phase.keep(value))
    await transaction.commit().execute()
    this.isCommitted = true
    return value
  }

  /** An attempt that has lost the key runs no phase, because the changes of the other attempt would refuse it. */
  #commitApart<Value, Outcome>(phase: Phase<unknown, Value, Outcome>): Promise<Value> {
    const { db, request } = this.#options
    return db.transaction().execute(async (trx) => {
      if (!(await lockLease(trx, request))) throw this.#overtaken()
      const value = await phase.run(joinDatabase(db, () => Promise.resolve(trx)))
      await this.#add(trx, phase.keep(value))
      return value
    })
  }

  async #add(trx: Kysely<unknown>, outcome: unknown): Promise<void> {
    const { request, now } = this.#options
    if (!(await addOutcome(trx, request, outcome, now()))) throw this.#overtaken()
  }

  /** Runs the delivery after the response is stored; never if the operation fails. */
  deliverLater(delivery: () => Promise<void>): void {
    this.#deliveries.push(delivery)
  }

  /** Rolls back the changes of the operation, except committed phases; keeps the key. */
  async undo(): Promise<void> {
    this.#deliveries.length = 0
    if (!this.#transaction || this.isCommitted) return
    await run(await this.#transaction, 'rollback to savepoint operation')
  }

  /** Stores the response and commits; null stores only that there was one. @throws `overtaken` */
  async keep(response: string | null): Promise<void> {
    const { db, request, now } = this.#options
    const transaction = this.isCommitted ? undefined : await this.#open()
    if (!(await storeResponse(transaction ?? db, request, response, now()))) throw this.#overtaken()
    await transaction?.commit().execute()
    this.isCommitted = true
    this.#isStored = true
  }

  async deliver(): Promise<void> {
    for (const delivery of this.#deliveries) await delivery()
  }

  /** Rolls back everything except committed phases, where a repeated request continues. */
  async abandon(): Promise<void> {
    if (this.isCommitted) {
      if (!this.isOvertaken && !this.#isStored)
        await releaseKey(this.#options.db, this.#options.request)
      return
    }
    const transaction = await this.#transaction?.catch(() => undefined)
    if (transaction && !transaction.isCommitted && !transaction.isRolledBack) {
      await transaction.rollback().execute()
    }
  }
}

async function run(transaction: Transaction, statement: string): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(statement))
}
