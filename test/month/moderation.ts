// The administrator's work: hiding with a reason, showing again, retiring.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'
import type { Item } from './visible.ts'

/** For each list: the noun of its mutations, and the argument of the one that shows an item again. */
const KINDS: Record<string, { kind: string; argument: string }> = {
  scrolls: { kind: 'Scroll', argument: 'scrollId' },
  listings: { kind: 'Listing', argument: 'listingId' },
  organizations: { kind: 'Organization', argument: 'organizationId' },
  places: { kind: 'Place', argument: 'placeId' },
  identities: { kind: 'Username', argument: 'identityId' },
}

const REASON = 'Reported by three people.'

export async function hide(olga: Resident, { id, list }: Item): Promise<void> {
  const { kind } = KINDS[list]!
  const data = await olga.ask(
    `mutation ($input: Hide${kind}Input!) { hide${kind}(input: $input) { moderation { reason } } }`,
    { input: { id, reason: REASON } },
  )
  expect(data).toEqual({ [`hide${kind}`]: { moderation: { reason: REASON } } })
}

/** Hides an item, and shows it again a minute later. */
export async function hideByMistake(olga: Resident, item: Item): Promise<void> {
  await hide(olga, item)
  olga.session.production.pass(60_000)
  const { kind, argument } = KINDS[item.list]!
  const data = await olga.ask(
    `mutation ($id: ID!) { unhide${kind}(${argument}: $id) { moderation { reason } } }`,
    { id: item.id },
  )
  expect(data).toEqual({ [`unhide${kind}`]: { moderation: null } })
}

/** The author reads it as before, and why nobody else does. */
export async function expectReasonKnown(author: Resident, { id }: Item): Promise<void> {
  const { scroll } = await author.ask(
    'query ($id: ID!) { scroll(id: $id) { content moderation { reason } } }',
    { id },
  )
  expect(scroll).toEqual({ content: expect.any(String), moderation: { reason: REASON } })
}

/** The number of audit entries for each kind of hiding and showing. */
export async function moderationsOf(olga: Resident): Promise<Record<string, number>> {
  const { auditEvents } = await olga.ask('{ auditEvents(first: 100) { nodes { kind } } }')
  const counts: Record<string, number> = {}
  for (const { kind } of auditEvents.nodes as { kind: string }[]) {
    if (/_(hidden|shown)$/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

export async function retire(olga: Resident, kind: 'Asset' | 'Course' | 'Place', id: string) {
  const argument = `${kind.toLowerCase()}Id`
  const data = await olga.ask(
    `mutation ($id: ID!) { retire${kind}(${argument}: $id) { retiredAt } }`,
    { id },
  )
  const retiredAt = olga.session.production.now().toISOString()
  expect(data).toEqual({ [`retire${kind}`]: { retiredAt } })
}
