// Requests that wait for events, for as long as their callers want, are not measured as requests.
import { expect, test } from 'vitest'
import { scrape } from '#test/scrape.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })

const countOf = async (service: string, name: string, labels: Record<string, string>) => {
  const { value } = await scrape(system.address(service))
  return value(`${name}_duration_seconds_count`, labels) ?? 0
}
const requestsOf = (route: string) => countOf('governance', 'http_request', { route })

test('the ID service waits for the events of another one', async () => {
  const call = { peer: 'governance', operation: 'ReadEvents' }
  const calls = () => countOf('identity', 'peer_call', call)
  // Only the first call finds events of the start, and does not wait.
  await expect.poll(calls).toBeGreaterThan(0)
  const before = { calls: await calls(), requests: await requestsOf('/graphql') }
  await expect.poll(calls).toBeGreaterThan(before.calls + 1)
  expect(await requestsOf('/graphql')).toBe(before.requests)
})

test('a person waits for events', async () => {
  const ada = await system.join('ada')
  const events = `${system.address('governance')}/api/events`
  const token = await ada.token()
  const types = 'proposal.cancelled'
  const ask = (wait: number) => system.fetch(`${events}?types=${types}&wait=${wait}`, { token })
  expect((await ask(0)).status).toBe(200)
  expect((await ask(1)).status).toBe(200)
  await expect.poll(() => requestsOf('/api/events')).toBe(1)
})
