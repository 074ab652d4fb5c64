// GET /api/events: the log of a service as a list, and requests that wait for its next event.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

let system: TestSystem
let ada: Person
let token: string
beforeAll(async () => {
  system = await startTestSystem({ topology: 'one process' })
  ada = await system.join('ada')
  token = await ada.token()
})
afterAll(() => system.stop())

interface Asked {
  at?: string
  token?: string | undefined
  signal?: AbortSignal
  method?: string
}

/** Requests the events of a service with these parameters. */
function list(parameters: Record<string, string | number> = {}, asked: Asked = {}) {
  const { at = 'governance', ...sent } = asked
  const search = new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, String(v)]))
  return system.fetch(`${system.address(at)}/api/events?${search}`, { token, ...sent })
}

test('every service answers with a page of its own log', async () => {
  for (const { name } of subgraphs) {
    const { status, body } = await list({}, { at: name })
    expect({ name, status, body }).toMatchObject({
      status: 200,
      body: { events: [], next: expect.any(String), hasMore: false, gap: false },
    })
  }
})

test('the address of the router says where the path is', async () => {
  const { status, body } = await list({}, { at: 'router' })
  expect(status).toBe(404)
  expect(body.error).toMatchObject({
    code: 'NOT_FOUND',
    details: { addresses: { path: `${system.address('path')}/api/events` } },
  })
})

test('a request that waits is answered by the next event', async () => {
  const { body } = await list()
  const waiting = list({ after: body.next, wait: 30 })
  const id = await addProposal(system)
  const { body: page } = await waiting
  expect(page.events).toMatchObject([{ type: 'proposal.created', subject: { id } }])
})
