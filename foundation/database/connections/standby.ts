// Recognizes a standby when a connection opens: it would return old data, and refuse changes.
import { DatabaseError, type Connection } from 'pg'

/** The SQLSTATE with which a server that is read-only, as each standby is, refuses changes. */
export const READ_ONLY = '25006'

/** The URL of a database leads to a standby. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = READ_ONLY

  constructor() {
    super('the server takes no changes: it is a standby, and not the primary')
  }
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** Closes the connection if its server is a standby, which PostgreSQL reports from version 14 on. */
export function refuseStandby(connection: Connection): void {
  connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
    // Messages that arrived together with the report would open the connection.
    connection.removeAllListeners('readyForQuery')
    connection.stream.destroy(new StandbyError())
  })
}

/** True if a server that is read-only, but not a standby, refused a change. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY
}
