// What Governance exports about a person, and what is left after they are erased.
import { beforeEach, expect, test } from 'vitest'
import {
  cutOff,
  expectKeptTotal,
  rowsWith,
  suffixOf,
  wordOf,
  countErasureEvents,
} from '#test/erasure.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const VOTE = `mutation ($id: ID!, $input: CastVoteInput!) {
  castVote(proposalId: $id, input: $input) { yesVotes noVotes }
}`
const CREATE = `mutation ($input: CreateProposalInput!) { createProposal(input: $input) { id } }`
const PROPOSAL = `query ($id: ID!) {
  proposal(id: $id) { title description status yesVotes noVotes proposer { id } }
}`

const governance = testSubgraph('governance')

let ada: Person
let grace: Person
beforeEach(async () => {
  const name = crypto.randomUUID().slice(0, 8)
  ada = await governance.join(`ada${name}`, { xp: 10_000_000 })
  grace = await governance.join(`grace${name}`)
})

const vote = (as: Person, id: string, choice = 'yes') =>
  governance.ask(VOTE, { as, variables: { id, input: { vote: choice } }, key: `vote-${id}` })
const propose = async (as: Person): Promise<string> => {
  const input = { title: 'Plant a Grove', description: 'A tree for every house.' }
  return (await governance.ask(CREATE, { as, variables: { input } })).createProposal.id
}
const read = async (id: string) =>
  (await governance.ask(PROPOSAL, { as: grace, variables: { id } })).proposal

test('a person gets their proposals, their votes and their participation', async () => {
  const id = await propose(ada)
  await vote(ada, id)
  await vote(grace, id, 'no')
  const exported = await governance.exportPerson(ada)
  expect(exported).toMatchObject({
    proposals: [{ id, title: 'Plant a Grove', description: 'A tree for every house.' }],
    votes: [{ proposalId: id, proposal: 'Plant a Grove', vote: 'yes' }],
    participation: [{ voted: true, proposalCount: 1 }],
    'idempotency-keys': [{ field: 'castVote', key: `vote-${id}` }],
  })
})

test('After an interrupted erasure is repeated, nothing names the person', async () => {
  const id = await propose(ada)
  await vote(ada, id)
  await vote(grace, id, 'no')
  const lock = `select from votes where identity_id = '${ada.id}' for update`
  const tombstone = 'identity_of_nobody'
  const erase = () => governance.erasePerson(ada, { tombstone })
  await cutOff(governance, 'governance', lock, erase)
  expect(await rowsWith(governance, 'governance', [suffixOf(ada)])).not.toEqual([])
  await erase()
  await erase()
  expect(await rowsWith(governance, 'governance', [suffixOf(ada), wordOf(ada.username)])).toEqual(
    [],
  )
  await governance.work()
  expect(await rowsWith(governance, 'governance', [suffixOf(ada)])).toEqual([])
  expect(await countErasureEvents(governance, 'governance', ada)).toBe(1)
})

test('the votes of an erased person stay, and so do their open proposals, under the tombstone', async () => {
  const id = await propose(ada)
  await vote(ada, id)
  const tombstone = await governance.erasePerson(ada)
  expect(await read(id)).toEqual({
    title: 'Plant a Grove',
    description: 'A tree for every house.',
    status: 'active',
    yesVotes: 1,
    noVotes: 0,
    proposer: { id: tombstone },
  })
  expect((await vote(grace, id, 'no')).castVote).toEqual({ yesVotes: 1, noVotes: 1 })
  expect(await governance.exportPerson({ id: tombstone })).toMatchObject({
    votes: [{ proposalId: id, vote: 'yes' }],
  })
  await expectKeptTotal(governance, 'governance', 'proposals')
})

test('everybody who votes while the author is erased is counted once', async () => {
  const id = await propose(ada)
  const voters = await Promise.all(
    Array.from({ length: 12 }, () => governance.join(`v${crypto.randomUUID().slice(0, 8)}`)),
  )
  await Promise.all([...voters.map((as) => vote(as, id)), governance.erasePerson(ada)])
  expect(await read(id)).toMatchObject({ yesVotes: 12, noVotes: 0 })
  expect(await rowsWith(governance, 'governance', [suffixOf(ada)])).toEqual([])
})
