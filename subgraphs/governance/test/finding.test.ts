// Finding proposals: by status, person and vote, in an order, and by words.
import { beforeAll, describe, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Proposal } from '../tables.ts'

const governance = testSubgraph('governance')
let ada: Person
let grace: Person
const day = (date: number) => new Date(Date.UTC(2026, 3, date))
const ended = { endTime: day(10) }
/** The clock is at the 12th; the outcome of the two that ended last is not recorded yet. */
const PROPOSALS: Partial<Proposal>[] = [
  { title: 'Open', endTime: day(20) },
  { title: 'Voted', endTime: day(20) },
  { title: 'Passed', ...ended, outcome: 'passed', yesVotes: 2 },
  { title: 'Rejected', ...ended, outcome: 'rejected' },
  { title: 'Cancelled', ...ended, outcome: 'cancelled' },
  { title: 'Just passed', ...ended, yesVotes: 3, noVotes: 2 },
  { title: 'Just rejected', ...ended, yesVotes: 2, noVotes: 2 },
]

beforeAll(async () => {
  governance.clock.now = day(12)
  ada = await governance.join('ada')
  grace = await governance.join('grace')
  for (const [index, { status: _status, ...about }] of PROPOSALS.entries()) {
    const proposerId = index % 2 === 0 ? ada.id : grace.id
    const id = await addProposal(governance, { ...about, proposerId, createdAt: day(index + 1) })
    if (about.title === 'Voted') await vote(id)
  }
})

function vote(id: string) {
  const query = 'mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { vote } }'
  return governance.ask(query, { as: ada, variables: { id } })
}

async function find(args: string, as = ada) {
  const query = `{ proposals(${args}) { nodes { title status } totalCount } }`
  const { proposals } = await governance.ask(query, { as })
  expect(proposals.totalCount).toBe(proposals.nodes.length)
  return proposals.nodes as Proposal[]
}

const titlesOf = (found: readonly Proposal[]) => found.map(({ title }) => title)

describe('proposals', () => {
  test.each([
    ['active', ['Voted', 'Open']],
    ['passed', ['Just passed', 'Passed']],
    ['rejected', ['Just rejected', 'Rejected']],
    ['cancelled', ['Cancelled']],
  ])('The filter by status %s finds the proposals that show it', async (status, titles) => {
    const found = await find(`status: ${status}`)
    expect(titlesOf(found)).toEqual(titles)
    expect(new Set(found.map((proposal) => proposal.status))).toEqual(new Set([status]))
  })

  test('Proposals are filtered by status, whenever they end', async () => {
    for (const now of [day(9), day(10), day(20)]) {
      governance.clock.now = now
      const statuses = ['active', 'passed', 'rejected', 'cancelled']
      const found = await Promise.all(statuses.map((status) => find(`status: ${status}`)))
      expect(titlesOf(found.flat()).toSorted()).toEqual(
        titlesOf(await find('first: 20')).toSorted(),
      )
    }
    governance.clock.now = day(12)
  })

  test.each([
    ['author: "GRACE"', ['Just passed', 'Rejected', 'Voted']],
    ['author: "GRACE", status: active', ['Voted']],
    ['voted: true', ['Voted']],
    ['voted: false, status: active', ['Open']],
    ['orderBy: title, status: passed', ['Just passed', 'Passed']],
    ['orderBy: oldest, author: "GRACE"', ['Voted', 'Rejected', 'Just passed']],
    ['search: "cancelld"', ['Cancelled']],
    ['search: "library", status: active', ['Voted', 'Open']],
  ])('Proposals are found by %s', async (args, titles) => {
    expect(titlesOf(await find(args.replace('GRACE', grace.id)))).toEqual(titles)
  })

  test('The filter `voted` uses only the caller’s votes', async () => {
    expect(await find('voted: true', grace)).toEqual([])
    expect(await find('voted: false', grace)).toHaveLength(7)
  })
})
