// After everything: what was acknowledged is there, once, and nothing else is.
import { expect } from 'vitest'
import {
  expectGoldConserved,
  expectGrantedOnce,
  expectOwnedByLastBuyer,
  expectPaidOnce,
  readBooks,
} from '#test/books.ts'
import { send } from '#test/http.ts'
import { refresh } from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import type { World } from '#test/story.ts'
import type { GovernanceTables } from '../../../subgraphs/governance/tables.ts'
import type { PathTables } from '../../../subgraphs/path/tables.ts'
import type { ScrollTables } from '../../../subgraphs/scroll/tables.ts'
import type { Kind, Operation } from './operation.ts'
import type { ClusterPerson } from './people.ts'
import type { Site } from './site.ts'
import type { Supplies } from './supplies.ts'

/** An effect in the database. */
export interface Effect {
  personId: string
  subject: string
  at: Date
}

export type Effects = ReadonlyMap<Kind, readonly Effect[]>

/** The effects of the kinds of operations that leave one row each. */
export async function readEffects({ tables }: World): Promise<Effects> {
  const scrolls = tables<ScrollTables>('scroll').selectFrom('scrolls')
  const completions = tables<PathTables>('path').selectFrom('questCompletions')
  const votes = tables<GovernanceTables>('governance').selectFrom('votes')
  const { purchases } = await readBooks({ tables })
  return new Map<Kind, Effect[]>([
    [
      'scroll',
      await scrolls
        .select(['authorId as personId', 'title as subject', 'createdAt as at'])
        .execute(),
    ],
    [
      'quest',
      await completions
        .select(['identityId as personId', 'questId as subject', 'completedAt as at'])
        .execute(),
    ],
    [
      'vote',
      await votes
        .select(['identityId as personId', 'proposalId as subject', 'votedAt as at'])
        .execute(),
    ],
    [
      'purchase',
      purchases.map(({ buyerId, listingId, purchasedAt }) => ({
        personId: buyerId,
        subject: listingId,
        at: purchasedAt,
      })),
    ],
  ])
}

const nameOf = ({ personId, subject }: Pick<Effect, 'personId' | 'subject'>) =>
  `${personId} ${subject}`

/** No acknowledged write is lost or doubled, and no refused one happened. */
export function expectAcknowledgedOnce(operations: readonly Operation[], effects: Effects): void {
  for (const [kind, rows] of effects) {
    const acknowledged = operations.filter((one) => one.kind === kind && one.refusal === undefined)
    expect(rows.map(nameOf).toSorted(), kind).toEqual(acknowledged.map(nameOf).toSorted())
  }
}

/** Nobody was refused anything but what somebody else had bought, or for want of gold. */
export function expectFewRefusals(operations: readonly Operation[]): void {
  const refused = operations.filter(({ refusal }) => refusal !== undefined)
  const allowed = new Set(['LISTING_NOT_ACTIVE', 'INSUFFICIENT_GOLD'])
  const others = refused.filter(
    ({ kind, refusal }) => kind !== 'purchase' || !allowed.has(refusal!),
  )
  expect(
    others.map(({ kind, refusal, failures, response }) => ({ kind, refusal, failures, response })),
  ).toEqual([])
}

/** A repetition of what was unknown to its client for a while has the response that the client got in the end. */
export async function expectSameResponses(operations: readonly Operation[]): Promise<void> {
  const isKeyed = ({ kind }: Operation) => kind !== 'refresh' && kind !== 'sign-in'
  for (const { failures, kind, subject, response, repeat } of operations.filter(isKeyed)) {
    if (failures.length === 0) continue
    const { status, body } = await repeat()
    const first = { status: response.status, body: response.body }
    if (response.status === 200 || response.status === 201)
      expect({ status, body }, `${kind} ${subject}`).toEqual(first)
  }
}

/** Gold, xp, votes and ownership agree with their histories. */
export async function expectBooksBalance(world: World, { firstOwners }: Supplies): Promise<void> {
  const books = await readBooks(world)
  expectGoldConserved(books)
  // The credential of a voter is not of Path.
  const credentials = books.credentials.filter(({ type }) => type !== 'governance_participant')
  expectGrantedOnce({ ...books, credentials })
  expectPaidOnce(books)
  expectOwnedByLastBuyer(books, firstOwners)
  const governance = world.tables<GovernanceTables>('governance')
  const votes = await governance.selectFrom('votes').select('proposalId').execute()
  const counts = Map.groupBy(votes, ({ proposalId }) => proposalId)
  const proposals = await governance.selectFrom('proposals').select(['id', 'yesVotes']).execute()
  for (const { id, yesVotes } of proposals) expect(yesVotes, id).toBe(counts.get(id)?.length ?? 0)
}

/** Waits until the services have granted everything that is due. */
export async function untilSettled(world: World): Promise<void> {
  const pending = async () => {
    const completions = world.tables<PathTables>('path').selectFrom('questCompletions')
    const rows = await completions.select('pendingSteps').execute()
    return rows.filter(({ pendingSteps }) => pendingSteps.length > 0).length
  }
  await expect.poll(pending, { ...TIMEOUT, timeout: 600_000 }).toBe(0)
}

/** Each acknowledged sign-in has a session, and the last refresh token of each person is good. */
export async function expectSignedIn(site: Site, people: readonly ClusterPerson[]): Promise<void> {
  const account = `${site.address('identity')}/account`
  for (const { app, browsers, tokens, username } of people) {
    for (const browser of browsers) {
      expect((await browser.get(account)).status, `a session of ${username}`).toBe(200)
    }
    const { status, body } = await refresh(site, app, tokens.refresh_token)
    expect(status, `${username}: ${JSON.stringify(body)}`).toBe(200)
    const me = await send(`${site.address('identity')}/api/me`, { token: body.access_token })
    expect(me.status, username).toBe(200)
  }
}
