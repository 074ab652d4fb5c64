// The statements that a person's request sends, without those that workers send meanwhile.
import { Client } from 'pg'
import { currentCaller } from '#foundation/limits/current-caller.ts'

/** A call of `query`, and the connection that it was made on. */
export interface SentStatement {
  client: Client
  call: unknown[]
}

interface StatementLog {
  callerKey: string
  statements: SentStatement[]
}

const prototype = Client.prototype as unknown as {
  query: (this: Client, ...call: unknown[]) => unknown
}
const { query } = prototype
const logs = new Set<StatementLog>()

/** The statements sent during `work` for requests of the person with this id, and the result of `work`. */
export async function statementsOf<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<[statements: SentStatement[], result: Result]> {
  const log: StatementLog = { callerKey: id, statements: [] }
  logs.add(log)
  prototype.query = sendAndLog
  try {
    return [log.statements, await work()]
  } finally {
    logs.delete(log)
    if (logs.size === 0) prototype.query = query
  }
}

function sendAndLog(this: Client, ...call: unknown[]): unknown {
  const key = currentCaller()?.key
  for (const { callerKey, statements } of logs) {
    if (callerKey === key) statements.push({ client: this, call })
  }
  return query.apply(this, call)
}
