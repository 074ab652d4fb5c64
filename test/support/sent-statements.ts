// How many statements a person's request costs, without those that workers send meanwhile.
import { Client } from 'pg'
import { vi } from 'vitest'
import { currentCaller } from '#foundation/limits/current-caller.ts'

/** The number of statements sent during `work` for requests of the person with this id, and its result. */
export async function countStatements<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<[count: number, result: Result]> {
  const callers: (string | undefined)[] = []
  const { query } = Client.prototype
  const sent = vi.spyOn(Client.prototype, 'query')
  sent.mockImplementation(function (this: Client, ...statement) {
    callers.push(currentCaller()?.key)
    return query.apply(this, statement)
  })
  try {
    const result = await work()
    return [callers.filter((caller) => caller === id).length, result]
  } finally {
    sent.mockRestore()
  }
}
