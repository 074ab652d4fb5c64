// A connection for pipelined reads, with fewer messages than pg sends.
import { Client, Query, type Connection } from 'pg'
import {
  PreparedStatements,
  type Columns,
  type PreparedStatement,
} from '#foundation/database/prepared-statements.ts'
import {
  camelCaseColumns,
  isOutdated,
  type WatchedConfig,
} from '#foundation/database/service-client.ts'
import { WatchedConnection } from '#foundation/database/watched-connection.ts'

type Callback = (error: Error | null, result: { rows: unknown[] }) => void

/** pg's query with the members that its types leave out. */
const PgQuery = Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Callback,
) => {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}

export interface SharedReadConfig extends WatchedConfig {
  /** How long the server may respond to no statement while some wait; without end by default. */
  silenceMs?: number
}

/** A connection that prepares all statements; PostgreSQL describes each one once. */
export class ReadingClient extends Client {
  readonly #statements = new PreparedStatements(this.connection)
  readonly #watched: WatchedConnection
  /** One timer for all statements: one for each would take a tenth of the time of a request. */
  readonly #silence: NodeJS.Timeout | undefined

  constructor(config: SharedReadConfig) {
    super(config)
    this.#watched = new WatchedConnection(this, config.watch)
    camelCaseColumns(this.connection)
    if (config.silenceMs !== undefined) {
      this.#silence = setTimeout(() => this.#endIfSilent(), config.silenceMs).unref()
    }
  }

  /** The rows of a statement. */
  read(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const statement = this.#statements.find(text)
    if (this.#watched.underWay === 0) this.#silence?.refresh()
    this.#watched.underWay += 1
    return new Promise((resolve, reject) => {
      const query = new ReadQuery(statement, { text, values }, (error, result) => {
        this.#watched.underWay -= 1
        this.#silence?.refresh()
        if (!error) {
          resolve(result.rows)
          return
        }
        if (isOutdated(error)) this.#statements.forget(text)
        reject(error)
      })
      this.query(query as unknown as Query)
    })
  }

  /** A frozen server responds to none of the statements, and sends no FIN. */
  #endIfSilent(): void {
    if (this.#watched.underWay === 0) return
    this.connection.stream.destroy(new Error('Query read timeout'))
  }
}

/**
 * Requests the description of the columns at the first execution only. They cannot change while the statement is
 * prepared: after a migration that changes them, PostgreSQL refuses to execute it.
 */
class ReadQuery extends PgQuery {
  readonly #statement: PreparedStatement

  constructor(
    statement: PreparedStatement,
    { text, values }: { text: string; values: readonly unknown[] },
    callback: Callback,
  ) {
    // pg copies a configuration with its property descriptors.
    super(text, values, callback)
    this.name = statement.name
    this.#statement = statement
  }

  override prepare(connection: Connection): void {
    const { columns } = this.#statement
    if (!columns) {
      super.prepare(connection)
      return
    }
    this._result.fields = columns.fields
    this._result._parsers = columns._parsers
    this._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject
    this._accumulateRows = true
    super.prepare(withoutDescribing(connection))
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    this.#statement.columns = this._result
  }
}

const undescribed = new WeakMap<Connection, Connection>()

/** A view of a connection on which pg sends no Describe messages. */
function withoutDescribing(connection: Connection): Connection {
  return undescribed.getOrInsertComputed(
    connection,
    () => Object.create(connection, { describe: { value: () => undefined } }) as Connection,
  )
}
