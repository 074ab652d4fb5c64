// What one place counts and another lists: trades, votes and members.
import { expect } from 'vitest'
import { readWhole } from './connection.ts'
import type { Resident } from './resident.ts'

/** The items of everybody's own list, each with its owner. */
async function readOfAll<Item>(
  residents: readonly Resident[],
  path: string,
  selection: string,
): Promise<(Item & { of: string })[]> {
  const lists = residents.map(async (resident) => {
    const items = await readWhole<Item>(resident, path, selection)
    return items.map((item) => ({ ...item, of: resident.id }))
  })
  return (await Promise.all(lists)).flat()
}

interface Trade {
  listingId: string
  assetId: string
  price: number
}

/** Everything sold is among the buyer's purchases, for the same price. */
export async function expectTradesMatch(residents: readonly Resident[]): Promise<void> {
  const trade = 'listingId assetId price'
  const purchases = await readOfAll<Trade>(residents, 'me.purchases', trade)
  const sales = await readOfAll<Trade & { buyerId: string }>(
    residents,
    'me.sales',
    `${trade} buyerId`,
  )
  expect(sales.length).toBeGreaterThan(0)
  for (const { listingId, assetId, price, buyerId } of sales) {
    const matching = purchases.filter((purchase) => purchase.listingId === listingId)
    expect(matching).toEqual([{ listingId, assetId, price, of: buyerId }])
  }
}

/** The counts of each proposal match the votes in people's own lists. */
export async function expectVotesCounted(residents: readonly Resident[]): Promise<void> {
  const selection = 'vote proposal { id }'
  const votes = await readOfAll<{ vote: string; proposal: { id: string } }>(
    residents,
    'me.votes',
    selection,
  )
  const count = (id: string, choice: string) =>
    votes.filter(({ vote, proposal }) => proposal.id === id && vote === choice).length
  const { proposals } = await residents[0]!.call('GET', '/api/proposals')
  const ids = new Set((proposals as { id: string }[]).map(({ id }) => id))
  expect(votes.filter(({ proposal }) => !ids.has(proposal.id))).toEqual([])
  expect(votes.length).toBeGreaterThan(0)
  for (const { id, title, yesVotes, noVotes } of proposals) {
    expect([yesVotes, noVotes], title).toEqual([count(id, 'yes'), count(id, 'no')])
  }
}

const MEMBERS = `{
  organizations(first: 100) {
    nodes { id name memberCount members(first: 100) { nodes { member { id } } } }
  }
}`

/** An organization counts the members that it lists, and that list it as a membership. */
export async function expectMembersCounted(residents: readonly Resident[]): Promise<void> {
  const selection = 'status organization { id }'
  const memberships = await readOfAll<{ status: string; organization: { id: string } }>(
    residents,
    'me.memberships',
    selection,
  )
  const people = new Set(residents.map(({ id }) => id))
  const { organizations } = await residents[0]!.ask(MEMBERS)
  expect(organizations.nodes.length).toBeGreaterThan(1)
  for (const { id, name, memberCount, members } of organizations.nodes) {
    const listed = (members.nodes as { member: { id: string } }[]).map(({ member }) => member.id)
    expect(memberCount, name).toBe(listed.length)
    const active = memberships.filter(
      ({ status, organization }) => status === 'active' && organization.id === id,
    )
    // The system itself is a member of organizations from files without a steward.
    const others = listed.filter((member) => people.has(member))
    expect(others.toSorted(), name).toEqual(active.map((membership) => membership.of).toSorted())
  }
}
