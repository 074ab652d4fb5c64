// A process that has not seen a token since its start verifies the first one without the ID service.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../subgraphs/index.ts'

const OTHERS = subgraphs.map(({ name }) => name).filter((name) => name !== 'identity')

let system: TestSystem
let ada: Person
beforeEach(async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  ada = await system.join('ada')
})
afterEach(() => system.stop())

/**
 * Waits until the ID service has answered the process twice, without showing it a token. It asks for
 * keys and for ended grants side by side: between two answers to the one there is one to the other.
 */
async function hasFollowed(name: string): Promise<void> {
  const age = async () => {
    const { body } = await system.fetch(`${system.address(name)}/metrics`)
    return Number(/^ended_grants_age_seconds{.*} (.*)$/m.exec(body as string)?.[1])
  }
  await expect.poll(age).toBeLessThan(60)
  let before = 0
  const isServedAgain = async () => {
    const last = before
    before = await age()
    return before < last
  }
  await expect.poll(isServedAgain).toBe(true)
}

const ask = async (at: string) =>
  (await system.graphql('{ __typename }', { at, token: await ada.token() })).body

test('every service and the router verify tokens when Identity goes away before the first call', async () => {
  const names = ['router', ...OTHERS]
  await Promise.all(names.map(hasFollowed))
  await system.stopService('identity')
  for (const name of names) expect(await ask(name), name).toEqual({ data: { __typename: 'Query' } })
})

test('a service starts without Identity, and has the keys soon after Identity starts', async () => {
  await system.stopService('path')
  await system.stopService('identity')
  await system.startService('path')
  expect((await ask('path')).errors[0].extensions).toMatchObject({
    code: 'INTERNAL_ERROR',
    details: { service: 'identity', retry: true },
  })
  await system.startService('identity')
  await hasFollowed('path')
  await system.stopService('identity')
  expect(await ask('path')).toEqual({ data: { __typename: 'Query' } })
})
