// A connection for pipelined reads, with fewer messages than pg sends.
import { Client, Query, type Connection } from 'pg'
import {
  PreparedStatements,
  type Columns,
  type PreparedStatement,
} from '#foundation/database/connections/prepared-statements.ts'
import { camelCaseColumns, isOutdated } from '#foundation/database/connections/service-client.ts'
import {
  WatchedConnection,
  type WatchedConfig,
} from '#foundation/database/connections/watched-connection.ts'

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

/** A connection that prepares all statements; PostgreSQL describes each one once. */
export class ReadingClient extends Client {
  readonly #statements = new PreparedStatements(this.connection)
  readonly #watched: WatchedConnection

  constructor(config: WatchedConfig) {
    super(config)
    this.#watched = new WatchedConnection(this, config)
    camelCaseColumns(this.connection)
  }

  read(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const statement = this.#statements.find(text)
    this.#watched.underWay += 1
    return new Promise((resolve, reject) => {
      const query = new ReadQuery(statement, { text, values }, (error, result) => {
        this.#watched.underWay -= 1
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
