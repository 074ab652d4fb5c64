// Proposals: the list, one by its id, where it stands, and those of a person.
import { beforeEach, describe, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const governance = testSubgraph('governance')

let ada: Person
beforeEach(async () => {
  ada = await governance.join(`a${crypto.randomUUID().slice(0, 8)}`)
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

describe('the list of proposals', () => {
  test('The list of proposals is newest first, and by id at the same time', async () => {
    const old = await addProposal(governance, { createdAt: day(1) })
    const young = await addProposal(governance, { createdAt: day(3) })
    const twins = [
      await addProposal(governance, { createdAt: day(2) }),
      await addProposal(governance, { createdAt: day(2) }),
    ]
    const query = '{ proposals(first: 100) { nodes { id } totalCount } }'
    const { proposals } = await governance.ask(query, { as: ada })
    const ids = proposals.nodes.map(({ id }: { id: string }) => id) as string[]
    expect(ids).toEqual([young, ...twins.toSorted().toReversed(), old])
    expect(proposals.totalCount).toBe(4)
  })

  test('The list of proposals requires the scope identity', async () => {
    const query = '{ proposals { totalCount } }'
    expect((await governance.refusal(query)).code).toBe('INVALID_TOKEN')
    expect(await governance.refusal(query, { as: ada, scopes: ['wallet'] })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'identity' },
    })
  })
})

describe('a proposal', () => {
  const FIND = `query ($id: ID!) {
    proposal(id: $id) {
      id title description status yesVotes noVotes endTime createdAt proposer { id }
    }
  }`

  test('A proposal is found by its id', async () => {
    const about = { title: 'One Calendar', description: 'In UTC.', yesVotes: 3, noVotes: 2 }
    const [endTime, createdAt] = [day(20), day(10)]
    const id = await addProposal(governance, { ...about, proposerId: ada.id, endTime, createdAt })
    const { proposal } = await governance.ask(FIND, { as: ada, variables: { id } })
    expect(proposal).toEqual({
      id,
      ...about,
      status: 'active',
      endTime: '2026-04-20T12:00:00.000Z',
      createdAt: '2026-04-10T12:00:00.000Z',
      proposer: { id: ada.id },
    })
  })

  test('A proposal is not found by another id', async () => {
    const variables = { id: 'proposal_unknown' }
    expect(await governance.refusal(FIND, { as: ada, variables })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Proposal', id: 'proposal_unknown' },
    })
  })

  test('A proposal is an entity for other services, null if unknown', async () => {
    const id = await addProposal(governance, { title: 'One Calendar' })
    const of = [id, 'proposal_unknown'].map((known) => ({ __typename: 'Proposal', id: known }))
    const { _entities } = await governance.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Proposal { title } } }',
      { service: 'router', variables: { of } },
    )
    expect(_entities).toEqual([{ title: 'One Calendar' }, null])
  })
})

describe('the proposals of people', () => {
  const PROPOSED = `query ($of: [_Any!]!, $first: Int, $after: String) {
    _entities(representations: $of) {
      ... on Identity {
        proposals(first: $first, after: $after) {
          nodes { title status } totalCount pageInfo { endCursor hasNextPage }
        }
      }
    }
  }`
  const proposedBy = async (people: { id: string }[], page: object = {}) => {
    const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
    const request = { as: ada, variables: { of, ...page } }
    return (await governance.ask(PROPOSED, request))._entities
  }

  test('Each person’s proposals are their own, newest first, and visible to everybody', async () => {
    const grace = await governance.join(`g${crypto.randomUUID().slice(0, 8)}`)
    await addProposal(governance, { proposerId: grace.id, title: 'a', createdAt: day(1) })
    await addProposal(governance, { proposerId: ada.id, title: 'b', createdAt: day(2) })
    await addProposal(governance, {
      proposerId: grace.id,
      title: 'c',
      createdAt: day(3),
      endTime: new Date(0),
    })
    const [active, rejected] = [{ status: 'active' }, { status: 'rejected' }]
    expect(await proposedBy([grace, { id: 'identity_unknown' }, ada])).toMatchObject([
      {
        proposals: {
          nodes: [
            { title: 'c', ...rejected },
            { title: 'a', ...active },
          ],
        },
      },
      { proposals: { nodes: [], totalCount: 0 } },
      { proposals: { nodes: [{ title: 'b', ...active }], totalCount: 1 } },
    ])
  })

  test('The proposals of a person are paged', async () => {
    const titles = ['a', 'b', 'c', 'd', 'e']
    // All have the same time, so only their ids order them.
    for (const title of titles) {
      await addProposal(governance, { proposerId: ada.id, title, createdAt: day(1) })
    }
    const seen: string[] = []
    let after: string | null = null
    for (;;) {
      const [{ proposals }] = await proposedBy([ada], { first: 2, after })
      expect(proposals.totalCount).toBe(5)
      seen.push(...proposals.nodes.map(({ title }: { title: string }) => title))
      if (!proposals.pageInfo.hasNextPage) break
      after = proposals.pageInfo.endCursor
    }
    expect(seen).toHaveLength(5)
    expect(seen.toSorted()).toEqual(titles)
  })
})
