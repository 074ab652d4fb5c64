// Proposals: one by its id, where it stands, and those of a person.
import { beforeEach, describe, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const governance = testSubgraph('governance')

let ada: Person
beforeEach(async () => {
  ada = await governance.join(`a${crypto.randomUUID().slice(0, 8)}`)
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

test('A proposal is found by its id', async () => {
  const query = `query ($id: ID!) {
    proposal(id: $id) {
      id title description status yesVotes noVotes endTime createdAt proposer { id }
    }
  }`
  const about = { title: 'One Calendar', description: 'In UTC.', yesVotes: 3, noVotes: 2 }
  const [endTime, createdAt] = [day(20), day(10)]
  const id = await addProposal(governance, { ...about, proposerId: ada.id, endTime, createdAt })
  const { proposal } = await governance.ask(query, { as: ada, variables: { id } })
  expect(proposal).toEqual({
    id,
    ...about,
    status: 'active',
    endTime: '2026-04-20T12:00:00.000Z',
    createdAt: '2026-04-10T12:00:00.000Z',
    proposer: { id: ada.id },
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
