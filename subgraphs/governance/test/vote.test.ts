// Votes: one per person, counted correctly under load, closed by the clock, and private.
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { GovernanceTables } from '../tables.ts'

const governance = testSubgraph('governance')

const someone = () => governance.join(`p${crypto.randomUUID().slice(0, 8)}`)

let ada: Person
let grace: Person
beforeEach(async () => {
  ;[ada, grace] = [await someone(), await someone()]
})

const VOTE = `mutation ($id: ID!, $input: CastVoteInput!) {
  castVote(proposalId: $id, input: $input) { proposalId vote yesVotes noVotes votedAt }
}`
const voting = (as: Person, id: string, vote: string) => ({
  as,
  variables: { id, input: { vote } },
})
const cast = async (as: Person, id: string, vote = 'yes') =>
  (await governance.ask(VOTE, voting(as, id, vote))).castVote
const refusal = (as: Person, id: string, vote = 'yes') =>
  governance.refusal(VOTE, voting(as, id, vote))
const countsOf = async (id: string) => {
  const query = 'query ($id: ID!) { proposal(id: $id) { yesVotes noVotes } }'
  return (await governance.ask(query, { as: ada, variables: { id } })).proposal
}

const refused = (reason: string) => ({ code: 'VALIDATION_ERROR', details: { reason } })

test('A vote returns the new counts', async () => {
  const id = await addProposal(governance)
  const votedAt = governance.clock.now.toISOString()
  expect(await cast(ada, id, 'yes')).toEqual({
    proposalId: id,
    vote: 'yes',
    yesVotes: 1,
    noVotes: 0,
    votedAt,
  })
  expect(await cast(grace, id, 'no')).toMatchObject({ vote: 'no', yesVotes: 1, noVotes: 1 })
  expect(await cast(await someone(), id, 'no')).toMatchObject({ yesVotes: 1, noVotes: 2 })
  expect(await countsOf(id)).toEqual({ yesVotes: 1, noVotes: 2 })
})

test('a vote is final', async () => {
  const id = await addProposal(governance)
  await cast(ada, id, 'yes')
  expect(await refusal(ada, id, 'yes')).toEqual(refused('ALREADY_VOTED'))
  expect(await refusal(ada, id, 'no')).toEqual(refused('ALREADY_VOTED'))
  expect(await countsOf(id)).toEqual({ yesVotes: 1, noVotes: 0 })
})

test('the author votes like anybody else', async () => {
  const id = await addProposal(governance, { proposerId: ada.id })
  expect(await cast(ada, id)).toMatchObject({ yesVotes: 1 })
})

test('of a hundred people who all vote twice at once, a hundred are counted', async () => {
  const people = await atOnce(100, () => someone())
  const id = await addProposal(governance)
  const choiceOf = (index: number) => (index % 3 === 0 ? 'no' : 'yes')
  const responses = await Promise.all(
    [...people, ...people].map((as, index) =>
      governance.run(VOTE, voting(as, id, choiceOf(index % 100))),
    ),
  )
  expect(refusalsOf(responses)).toEqual(Array.from({ length: 100 }, () => refused('ALREADY_VOTED')))
  expect(await countsOf(id)).toEqual({ yesVotes: 66, noVotes: 34 })
  const sums = responses.flatMap(({ data }) => {
    const result = data?.castVote as { yesVotes: number; noVotes: number } | null
    return result ? [result.yesVotes + result.noVotes] : []
  })
  // No two votes saw the same counts.
  expect(sums.toSorted((a, b) => a - b)).toEqual(people.map((_person, index) => index + 1))
  const rows = await governance
    .tables<GovernanceTables>('governance')
    .selectFrom('votes')
    .selectAll()
    .where('proposalId', '=', id)
    .execute()
  expect(new Set(rows.map(({ identityId }) => identityId)).size).toBe(100)
  expect(rows.filter(({ vote }) => vote === 'yes')).toHaveLength(66)
})

test('one person votes on twenty proposals at once', async () => {
  const ids = await atOnce(20, () => addProposal(governance))
  await Promise.all(ids.map((id) => cast(ada, id)))
  for (const id of ids) expect(await countsOf(id)).toEqual({ yesVotes: 1, noVotes: 0 })
})

describe('a vote is refused', () => {
  test('A vote is refused from the end on, and not a millisecond earlier', async () => {
    const { now } = governance.clock
    const endTime = new Date(now.getTime() + 3_600_000)
    const id = await addProposal(governance, { endTime })
    governance.clock.now = new Date(endTime.getTime() - 1)
    expect(await cast(ada, id)).toMatchObject({ yesVotes: 1 })
    governance.clock.now = endTime
    expect(await refusal(grace, id)).toEqual(refused('VOTING_CLOSED'))
    expect(await refusal(ada, id)).toEqual(refused('VOTING_CLOSED'))
    expect(await countsOf(id)).toEqual({ yesVotes: 1, noVotes: 0 })
    governance.clock.now = now
  })

  test('A vote is refused once the outcome is recorded, even if the clock is late', async () => {
    const { now } = governance.clock
    const endTime = new Date(now.getTime() + 3_600_000)
    const id = await addProposal(governance, { endTime })
    governance.clock.now = endTime
    await governance.work()
    governance.clock.now = now
    expect(await refusal(ada, id)).toEqual(refused('VOTING_CLOSED'))
  })
})

describe('votes are private', () => {
  const ENTITIES = `query ($of: [_Any!]!) {
    _entities(representations: $of) {
      ... on Identity { votes { nodes { vote proposal { id } } totalCount } }
      ... on Proposal { yesVotes myVote { vote votedAt } }
    }
  }`
  const entities = async (asking: object, of: { __typename: string; id: string }[]) =>
    (await governance.ask(ENTITIES, { ...asking, variables: { of } }))._entities
  const person = ({ id }: Person) => ({ __typename: 'Identity', id })
  const asProposal = (id: string) => ({ __typename: 'Proposal', id })

  test('A person’s list of votes is null for anybody else, without an error', async () => {
    const id = await addProposal(governance)
    await cast(ada, id, 'yes')
    await cast(grace, id, 'no')
    const own = { votes: { nodes: [{ vote: 'no', proposal: { id } }], totalCount: 1 } }
    const request = { as: grace, service: 'router' }
    expect(await entities(request, [person(ada), person(grace)])).toEqual([{ votes: null }, own])
    // A service that acts for nobody has no scope and is refused.
    const variables = { of: [person(ada)] }
    const { data, errors } = await governance.run(ENTITIES, { service: 'router', variables })
    expect(data).toEqual({ _entities: [{ votes: null }] })
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['INVALID_TOKEN'])
  })

  test('A proposal shows only the caller’s own vote', async () => {
    const [first, second] = [await addProposal(governance), await addProposal(governance)]
    await cast(ada, first, 'yes')
    await cast(grace, first, 'no')
    await cast(grace, second, 'yes')
    const votedAt = governance.clock.now.toISOString()
    const of = [second, first].map(asProposal)
    expect(await entities({ as: ada, service: 'router' }, of)).toEqual([
      { yesVotes: 1, myVote: null },
      { yesVotes: 1, myVote: { vote: 'yes', votedAt } },
    ])
    expect(await entities({ as: grace }, of)).toMatchObject([
      { myVote: { vote: 'yes' } },
      { myVote: { vote: 'no' } },
    ])
    expect(await entities({ service: 'router' }, of)).toMatchObject([
      { myVote: null },
      { myVote: null },
    ])
  })

  test('Votes stay private on the path from a person over a proposal to its author', async () => {
    const id = await addProposal(governance, { proposerId: grace.id })
    await cast(ada, id)
    await cast(grace, id)
    const query = '{ proposals(first: 1) { nodes { proposer { id votes { totalCount } } } } }'
    const byAda = await governance.ask(query, { as: ada })
    expect(byAda.proposals.nodes).toEqual([{ proposer: { id: grace.id, votes: null } }])
    const byGrace = await governance.ask(query, { as: grace })
    expect(byGrace.proposals.nodes[0].proposer.votes).toEqual({ totalCount: 1 })
  })

  test('Votes are paged, newest first', async () => {
    const { now } = governance.clock
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.unshift(await addProposal(governance))
      governance.clock.now = new Date(now.getTime() + index)
      await cast(ada, ids[0]!)
    }
    const query = `query ($of: [_Any!]!, $after: String) {
      _entities(representations: $of) { ... on Identity {
        votes(first: 2, after: $after) {
          nodes { proposal { id } } pageInfo { endCursor hasNextPage }
        }
      } }
    }`
    const seen: string[] = []
    let after: string | null = null
    for (;;) {
      const variables = { of: [person(ada)], after }
      const { _entities } = await governance.ask(query, { as: ada, variables })
      const [{ votes }] = _entities
      for (const { proposal } of votes.nodes) seen.push(proposal.id)
      if (!votes.pageInfo.hasNextPage) break
      after = votes.pageInfo.endCursor
    }
    expect(seen).toEqual(ids)
    governance.clock.now = now
  })
})
