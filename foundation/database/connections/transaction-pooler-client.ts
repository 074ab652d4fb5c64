// A connection to PgBouncer in transaction mode, where each transaction may run in another session.
import type { PoolerConfig } from '#foundation/database/address/connection-config.ts'
import {
  ServiceClient,
  type SentStatement,
} from '#foundation/database/connections/service-client.ts'

/** Prepares no statements, and sets up each transaction. A single statement is sent as a whole transaction. */
export class TransactionPoolerClient extends ServiceClient {
  readonly #setup: string

  constructor(config?: PoolerConfig) {
    super({ ...config, pipeline: true })
    this.#setup = config?.setup ?? ''
  }

  override query(...args: unknown[]): never {
    const [statement, values] = args as [string | SentStatement, unknown[]?]
    if (typeof statement === 'string' && /^(begin|start transaction)/.test(statement)) {
      return super.query(`${statement}; ${this.#setup}`)
    }
    const isInTransaction = this.getTransactionStatus() !== 'I'
    if (isInTransaction) return super.query(...args)
    return this.#inItsOwnTransaction(statement, values) as never
  }

  /** Sends `commit` in any case: after a failure it rolls back. */
  async #inItsOwnTransaction(statement: unknown, values?: unknown[]): Promise<unknown> {
    const begun: Promise<unknown> = super.query(`begin; ${this.#setup}`)
    const sent: Promise<unknown> = super.query(statement, values)
    const committed: Promise<unknown> = super.query('commit')
    // After a lost connection, only the errors of the statement and of the commit know whether it has written.
    const [failed] = (await Promise.allSettled([sent, committed, begun])).filter(isRejected)
    if (failed) throw failed.reason
    return sent
  }
}

function isRejected(response: PromiseSettledResult<unknown>): response is PromiseRejectedResult {
  return response.status === 'rejected'
}
