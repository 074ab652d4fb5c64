// The event log as a list, in the service whose subjects are the simplest.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, type Data, type Person, type TestSubgraph } from '#test/subgraph.ts'

const LIST = `query List($after: String, $types: [String!], $first: Int) {
  governanceEvents(after: $after, types: $types, first: $first) {
    events { cursor type subject { type id } related at }
    next
    hasMore
    gap
  }
}`

let governance: TestSubgraph
let ada: Person
beforeAll(async () => {
  governance = await startTestSubgraph('governance')
  ada = await governance.join('ada')
})
afterAll(() => governance.stop())

async function list(variables: Record<string, unknown> = {}): Promise<Data> {
  return (await governance.ask(LIST, { as: ada, variables })).governanceEvents
}

test('a reader continues where the log ended before', async () => {
  const { events: none, next: after } = await list()
  expect(none).toEqual([])
  const id = await addProposal(governance)
  const page = await vi.waitFor(async () => {
    const found = await list({ after })
    expect(found.events).toHaveLength(1)
    return found
  }, 5_000)
  expect(page).toMatchObject({
    events: [{ type: 'proposal.created', subject: { type: 'Proposal', id } }],
    next: page.events[0].cursor,
    hasMore: false,
    gap: false,
  })
  expect((await list({ after: page.next })).events).toEqual([])
})

test('a service reads the log without a token, and a gateway does not', async () => {
  expect(await governance.ask(LIST, { service: 'identity' })).toMatchObject({
    governanceEvents: { hasMore: false },
  })
  const refusal = await governance.refusal(LIST, { service: 'router' })
  expect(refusal).toMatchObject({ code: 'INVALID_TOKEN', details: { reason: 'missing' } })
})
