import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const PROPOSAL = `subscription Proposal($id: ID!, $since: String) {
  proposal(id: $id, since: $since) { id yesVotes myVote { vote } }
}`
const VOTE = `mutation Vote($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { yesVotes } }`

let governance: TestSubgraph
let ada: Person
let grace: Person
beforeAll(async () => {
  governance = await startTestSubgraph('governance')
  ada = await governance.join('ada')
  grace = await governance.join('grace')
})
afterAll(() => governance.stop())

test('a vote is seen by everybody who watches the proposal', async () => {
  const variables = { id: await addProposal(governance) }
  await using live = governance.subscribe(PROPOSAL, { as: ada, variables })
  const first = await live.next()
  expect(first).toMatchObject({ data: { proposal: { yesVotes: 0, myVote: null } } })
  expect(first!.extensions).toEqual({ cursor: expect.any(String) })
  await governance.ask(VOTE, { as: ada, variables })
  expect(await live.data()).toMatchObject({ proposal: { yesVotes: 1, myVote: { vote: 'yes' } } })
  await governance.ask(VOTE, { as: grace, variables })
  expect(await live.data()).toMatchObject({ proposal: { yesVotes: 2, myVote: { vote: 'yes' } } })
})

test('an unknown proposal is refused, and the subscription ends', async () => {
  const live = governance.subscribe(PROPOSAL, { as: ada, variables: { id: 'proposal_none' } })
  expect(await live.next()).toMatchObject({
    data: { proposal: null },
    errors: [{ path: ['proposal'], extensions: { code: 'NOT_FOUND' } }],
  })
  expect(await live.next()).toBeUndefined()
})
