// The statements that a person's request sends, without those that workers send meanwhile.
import { Client } from 'pg'
import { vi } from 'vitest'
import { currentCaller } from '#foundation/limits/current-caller.ts'

/** A call of `query`, and the connection that it was made on. */
export interface SentStatement {
  client: Client
  call: unknown[]
}

/** The statements sent during `work` for requests of the person with this id, and the result of `work`. */
export async function statementsOf<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<[statements: SentStatement[], result: Result]> {
  const statements: SentStatement[] = []
  const { query } = Client.prototype
  const sent = vi.spyOn(Client.prototype, 'query')
  sent.mockImplementation(function (this: Client, ...call) {
    if (currentCaller()?.key === id) statements.push({ client: this, call })
    return query.apply(this, call)
  })
  try {
    return [statements, await work()]
  } finally {
    sent.mockRestore()
  }
}
