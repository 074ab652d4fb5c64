// The connections of a service: columns in camelCase, translated errors and prepared statements.
import { Client, DatabaseError, type Connection, type PoolConfig } from 'pg'
import { rethrow } from '#foundation/database/transient-failure.ts'
import { names } from '#foundation/database/names.ts'
import { PreparedStatements } from '#foundation/database/prepared-statements.ts'

/** A connection that sends statements as they are. The keys inside JSON stay as they are. */
export class ServiceClient extends Client {
  readonly #service: string

  constructor(config?: PoolConfig) {
    super(config)
    this.#service = config?.application_name ?? ''
    camelCaseColumns(this.connection)
  }

  /**
   * Uses pg's callback. What pg's own promise closes over, rows included, outlives minor collections, and copying
   * it took a seventh of the processor time of a list.
   */
  override query(...[config, values]: unknown[]): never {
    const send = super.query as (config: unknown, values: unknown, callback: Callback) => void
    const sent = new Promise((resolve, reject) => {
      send.call(this, config, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
    return sent.catch((error: unknown) => {
      // PostgreSQL closes the connection. The pool would lend it until its socket has closed.
      if (error instanceof DatabaseError && error.severity === 'FATAL') void this.end()
      // As pg does: the stack of the caller instead of that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      rethrow(this.#service, error)
    }) as never
  }
}

type Callback = (error: Error | null, result: unknown) => void

/** Renames columns before rows are built, so that no row has to be copied. */
export function camelCaseColumns(connection: Connection): void {
  connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = names.camelCase(field.name)
  })
}

/** Excludes transaction commands and scripts of several statements. */
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b[^;]*$/i
/** Matches `*` as a list of columns. */
const ALL_COLUMNS = /(^|[\s,.])\*/
/** SQLSTATEs: the prepared statement is unknown, or its result columns have changed. */
const OUTDATED = /^(26000|0A000)$/

/** True when PostgreSQL has to prepare the statement again. */
export function isOutdated(error: unknown): boolean {
  return OUTDATED.test(String((error as { code?: unknown }).code))
}

/**
 * A connection that prepares its statements. PostgreSQL refuses to execute a prepared statement after a migration
 * has changed its result. Outside a transaction the statement is sent again, unprepared. A transaction cannot
 * retry, so it prepares only statements that name their columns: these fail only if the type of a column changes.
 */
export class PreparingClient extends ServiceClient {
  readonly #statements = new PreparedStatements(this.connection)

  override query(...args: unknown[]): never {
    const [text, values] = args as [string, unknown[]?]
    if (!PREPARABLE.test(text) || ALL_COLUMNS.test(text)) {
      return super.query(...args)
    }
    const { name } = this.#statements.find(text)
    const isAlone = this.getTransactionStatus() === 'I'
    const response: Promise<unknown> = super.query({ name, text, values })
    return response.catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      this.#statements.forget(text)
      if (isAlone) return super.query(text, values)
      throw error
    }) as never
  }
}
