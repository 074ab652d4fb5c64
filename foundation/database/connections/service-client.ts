// The connections of a service: columns in camelCase, translated errors and prepared statements.
import { Client, type Connection } from 'pg'
import { noteCommittedChange } from '#foundation/database/outages/committed-changes.ts'
import type { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import { isConnectionLost, rethrow } from '#foundation/database/outages/transient-failure.ts'
import { names } from '#foundation/database/names.ts'
import { PreparedStatements } from '#foundation/database/connections/prepared-statements.ts'
import {
  WatchedConnection,
  type WatchedConfig,
} from '#foundation/database/connections/watched-connection.ts'
import {
  isUnreplicated,
  UnreplicatedChange,
} from '#foundation/database/outages/unreplicated-change.ts'

/** A statement for `query`, which sends a text, such as the end of a transaction, as it is. */
export interface SentStatement {
  text: string
  /** True if the statement may change data. */
  isChange: boolean
  /** True if the connection may prepare the statement. */
  isPrepared: boolean
}

/** A connection that sends statements as they are. The keys inside JSON stay as they are. */
export class ServiceClient extends Client {
  readonly #service: string
  readonly #watch: DatabaseWatch | undefined
  readonly #watched: WatchedConnection
  /** Whether the transaction has changed something; without one, whether the last statement may have. */
  #hasWritten = false
  #warning: UnreplicatedChange | undefined

  constructor(config: WatchedConfig = {}) {
    super(config)
    this.#service = config.application_name ?? ''
    this.#watch = config.watch
    this.#watched = new WatchedConnection(this, config)
    camelCaseColumns(this.connection)
    this.on('notice', (notice) => {
      if (isUnreplicated(notice)) this.#warning = new UnreplicatedChange(notice.message)
    })
  }

  /**
   * Uses pg's callback. pg's own promise keeps its closure, rows included, beyond minor collections, and copying that
   * took a seventh of the processor time of a list.
   */
  override query(...args: unknown[]): never {
    const [statement, values] = args as [string | SentStatement, unknown[]?]
    const send = super.query as (statement: unknown, values: unknown, callback: Callback) => void
    const mayCommit = this.#mayCommit(statement)
    this.#watched.underWay += 1
    const sent = new Promise((resolve, reject) => {
      send.call(this, statement, values, (error, result) => {
        this.#watched.underWay -= 1
        const failure = error ?? this.#warning
        this.#warning = undefined
        if (failure) reject(failure)
        else resolve(result)
      })
    })
    // Runs in the async context of the caller, which pg's callback does not have.
    const noted = mayCommit ? sent.then(noting) : sent
    return noted.catch((error: unknown) => this.#fail(error, mayCommit)) as never
  }

  /** Whether a statement commits a change: as the end of a transaction, or without one. */
  #mayCommit(statement: string | SentStatement): boolean {
    if (statement === 'commit') return this.#hasWritten
    const isAlone = this.getTransactionStatus() === 'I'
    const isChange = typeof statement !== 'string' && statement.isChange
    this.#hasWritten = (!isAlone && this.#hasWritten) || isChange
    return isAlone && this.#hasWritten
  }

  #fail(error: unknown, mayCommit: boolean): never {
    // PostgreSQL closes the connection, or does not respond. The pool would lend it until its socket has closed.
    if (isConnectionLost(error)) this.#watched.discard()
    // Sets the stack of the caller instead of that of the socket, as pg does.
    if (error instanceof Error) Error.captureStackTrace(error)
    rethrow(error, { service: this.#service, watch: this.#watch, mayCommit })
  }
}

/** Notes a commit, and returns its result. */
function noting(result: unknown): unknown {
  noteCommittedChange()
  return result
}

type Callback = (error: Error | null, result: unknown) => void

/** Renames columns before rows are built, so that no row has to be copied. */
export function camelCaseColumns(connection: Connection): void {
  connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = names.camelCase(field.name)
  })
}

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
    const [statement, values] = args as [string | SentStatement, unknown[]?]
    if (typeof statement === 'string') return super.query(...args)
    const { text, isPrepared } = statement
    if (!isPrepared || ALL_COLUMNS.test(text)) return super.query(...args)
    const { name } = this.#statements.find(text)
    const isAlone = this.getTransactionStatus() === 'I'
    const response: Promise<unknown> = super.query({ ...statement, name }, values)
    return response.catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      this.#statements.forget(text)
      if (isAlone) return super.query(statement, values)
      throw error
    }) as never
  }
}
