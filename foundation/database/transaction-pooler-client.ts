// A connection to PgBouncer in transaction mode, where each transaction may run in another session.
import type { PoolerConfig } from '#foundation/database/connection-config.ts'
import { ServiceClient } from '#foundation/database/service-client.ts'

/** Prepares no statements, and sets up each transaction. A single statement is sent as a whole transaction. */
export class TransactionPoolerClient extends ServiceClient {
  readonly #setup: string

  constructor(config?: PoolerConfig) {
    super({ ...config, pipeline: true })
    this.#setup = config?.setup ?? ''
  }

  override query(...args: unknown[]): never {
    const [text, values] = args as [string, unknown[]?]
    if (/^(begin|start transaction)/.test(text)) return super.query(`${text}; ${this.#setup}`)
    const isInTransaction = this.getTransactionStatus() !== 'I'
    if (isInTransaction) return super.query(...args)
    return this.#inItsOwnTransaction(text, values) as never
  }

  /** Sends `commit` in any case: after a failure it rolls back. */
  async #inItsOwnTransaction(text: string, values?: unknown[]): Promise<unknown> {
    const begun: Promise<unknown> = super.query(`begin; ${this.#setup}`)
    const sent: Promise<unknown> = super.query(text, values)
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
