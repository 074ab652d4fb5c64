// The statements that people's requests send, without those that workers send meanwhile.
import { Client } from 'pg'
import { currentCaller } from '#foundation/limits/current-caller.ts'

/** A call of `query`, and the connection that it was made on. */
export interface SentStatement {
  client: Client
  call: unknown[]
}

type Listener = (callerKey: string | undefined, statement: SentStatement) => void

const prototype = Client.prototype as unknown as {
  query: (this: Client, ...call: unknown[]) => unknown
}
const { query } = prototype
const listeners = new Set<Listener>()

/** The statements sent during `work` for requests of the person with this id, and the result of `work`. */
export async function statementsOf<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<[statements: SentStatement[], result: Result]> {
  const statements: SentStatement[] = []
  const listener: Listener = (key, statement) => void (key === id && statements.push(statement))
  return [statements, await listenDuring(listener, work)]
}

/** The ids of the people for whose requests statements are sent during `work`, one for each, in order. */
export async function sendersDuring(work: () => Promise<unknown>): Promise<string[]> {
  const senders: string[] = []
  await listenDuring((key) => void (key !== undefined && senders.push(key)), work)
  return senders
}

async function listenDuring<Result>(
  listener: Listener,
  work: () => Promise<Result>,
): Promise<Result> {
  listeners.add(listener)
  prototype.query = sendAndTell
  try {
    return await work()
  } finally {
    listeners.delete(listener)
    if (listeners.size === 0) prototype.query = query
  }
}

function sendAndTell(this: Client, ...call: unknown[]): unknown {
  const key = currentCaller()?.key
  for (const listener of listeners) listener(key, { client: this, call })
  return query.apply(this, call)
}
