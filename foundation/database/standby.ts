// Recognizes a standby when a connection opens: it would return old data, and refuse changes.
import type { Connection } from 'pg'

/** The server behind the address is a standby. Its code is the SQLSTATE with which one refuses changes. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = '25006'

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
    // What has arrived together with the report would open the connection.
    connection.removeAllListeners('readyForQuery')
    connection.stream.destroy(new StandbyError())
  })
}
