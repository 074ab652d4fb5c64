// Requests that wait for events, for as long as their callers want, are no slow requests.
import { expect, test } from 'vitest'
import { scrape } from '#test/scrape.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })

const timesOf = async (service: string, route: string) => {
  const { value } = await scrape(system.address(service))
  const name = 'http_request_duration_seconds'
  const fast = value(`${name}_bucket`, { route, le: '2.5' })
  return { fast, all: value(`${name}_count`, { route }) }
}

test('the ID service waits for the events of another one', async () => {
  const slow = async () => {
    const { value } = await scrape(system.address('identity'))
    const name = 'peer_call_duration_seconds'
    const call = { peer: 'governance', operation: 'ReadEvents' }
    return (
      (value(`${name}_count`, call) ?? 0) - (value(`${name}_bucket`, { ...call, le: '2.5' }) ?? 0)
    )
  }
  const slowRequests = async () => {
    const { all, fast } = await timesOf('governance', '/graphql')
    return all! - fast!
  }
  // On a slow machine, a request of the start may have been slow.
  const before = { calls: await slow(), requests: await slowRequests() }
  await expect.poll(slow).toBeGreaterThan(before.calls)
  expect(await slowRequests()).toBe(before.requests)
})

test('a person waits for events', async () => {
  const ada = await system.join('ada')
  const events = `${system.address('governance')}/api/events`
  const token = await ada.token()
  const types = 'proposal.cancelled'
  const ask = (wait: number) => system.fetch(`${events}?types=${types}&wait=${wait}`, { token })
  expect((await ask(0)).status).toBe(200)
  expect((await ask(3)).status).toBe(200)
  await expect.poll(() => timesOf('governance', '/api/events')).toEqual({ fast: 1, all: 1 })
})
