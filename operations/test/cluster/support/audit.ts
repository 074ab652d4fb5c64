// After everything: what was acknowledged is there, once, and nothing else is.
import { expect } from 'vitest'
import {
  expectGoldConserved,
  expectGrantedOnce,
  expectOwnedByLastBuyer,
  expectPaidOnce,
  readBooks,
  type Books,
} from '#test/books.ts'
import { send } from '#test/http.ts'
import { refresh } from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import type { World } from '#test/story.ts'
import type { GovernanceTables } from '../../../../subgraphs/governance/tables.ts'
import type { IdentityTables } from '../../../../subgraphs/identity/tables.ts'
import type { PathTables } from '../../../../subgraphs/path/tables.ts'
import type { ScrollTables } from '../../../../subgraphs/scroll/tables.ts'
import type { Kind, Operation } from './operation.ts'
import type { ClusterPerson } from './people.ts'
import type { Site } from './site.ts'
import type { Supplies } from './supplies.ts'

/** An effect in the database. */
interface Effect {
  personId: string
  subject: string
  at: Date
}

/** Repetitions at a time. */
const AT_ONCE = 10

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

/** A repetition of anything acknowledged, with its key, has the response that the client got. */
export async function expectSameResponses(operations: readonly Operation[]): Promise<void> {
  const keyed = operations.filter(({ kind }) => kind !== 'refresh' && kind !== 'sign-in')
  const acknowledged = keyed.filter(({ refusal }) => refusal === undefined)
  for (let index = 0; index < acknowledged.length; index += AT_ONCE) {
    await Promise.all(acknowledged.slice(index, index + AT_ONCE).map(expectSameResponse))
  }
}

async function expectSameResponse({ kind, subject, response, repeat }: Operation): Promise<void> {
  const { status, body } = await repeat()
  const first = { status: response.status, body: response.body }
  expect({ status, body }, `${kind} ${subject}`).toEqual(first)
}

/** Gold, xp, votes and ownership agree with their histories. */
export async function expectBooksBalance(world: World, { firstOwners }: Supplies): Promise<void> {
  const books = await readBooks(world)
  expectGoldConserved(books)
  // The credential of a voter is not of Path.
  const isOfVoter = ({ type }: { type: string }) => type === 'governance_participant'
  const credentials = books.credentials.filter((one) => !isOfVoter(one))
  expectGrantedOnce({ ...books, credentials })
  expectPaidOnce(books)
  expectOwnedByLastBuyer(books, firstOwners)
  await expectVotesCounted(world, books.credentials.filter(isOfVoter))
}

/** Each proposal has counted its votes, and each voter has one credential. */
async function expectVotesCounted({ tables }: World, credentials: Books['credentials']) {
  const governance = tables<GovernanceTables>('governance')
  const votes = await governance.selectFrom('votes').select(['proposalId', 'identityId']).execute()
  const voters = new Set(votes.map(({ identityId }) => identityId))
  const holders = credentials.map(({ identityId }) => identityId)
  const participations = governance.selectFrom('participations').where('voted', '=', true)
  const participants = await participations.select('identityId').execute()
  for (const ids of [holders, participants.map(({ identityId }) => identityId)]) {
    expect(ids.toSorted(), 'voters').toEqual([...voters].toSorted())
  }
  const counts = Map.groupBy(votes, ({ proposalId }) => proposalId)
  const proposals = await governance.selectFrom('proposals').select(['id', 'yesVotes']).execute()
  for (const { id, yesVotes } of proposals) expect(yesVotes, id).toBe(counts.get(id)?.length ?? 0)
}

/** Waits until the services have granted everything that is due. */
export async function untilSettled({ tables }: World): Promise<void> {
  const pending = async () => {
    const completions = tables<PathTables>('path').selectFrom('questCompletions')
    const steps = await completions.select('pendingSteps').execute()
    const participations = tables<GovernanceTables>('governance').selectFrom('participations')
    const due = participations.whereRef('grantedVersion', '<', 'version').select('identityId')
    const quests = steps.filter(({ pendingSteps }) => pendingSteps.length > 0)
    return quests.length + (await due.execute()).length
  }
  await expect.poll(pending, { ...TIMEOUT, timeout: 600_000 }).toBe(0)
}

/** Each acknowledged sign-in has a session, and its last refresh token is good. */
export async function expectSignedIn(site: Site, people: readonly ClusterPerson[]): Promise<void> {
  const identity = site.address('identity')
  for (const { app, signIns, username } of people) {
    for (const signIn of signIns) {
      const page = await signIn.browser.get(`${identity}/account`)
      expect(page.status, `a session of ${username}`).toBe(200)
      const { status, body } = await refresh(site, app, signIn.tokens.refresh_token)
      expect(status, `${username}: ${JSON.stringify(body)}`).toBe(200)
      signIn.tokens = body
      const me = await send(`${identity}/api/me`, { token: body.access_token })
      expect(me.status, username).toBe(200)
    }
  }
}

/** No sign-in has left more sessions or grants than it had attempts. */
export async function expectNoSpareSignIns(
  { tables }: World,
  people: readonly ClusterPerson[],
  operations: readonly Operation[],
): Promise<void> {
  const identity = tables<IdentityTables>('identity')
  const sessions = await identity.selectFrom('sessions').select('identityId').execute()
  const grants = await identity.selectFrom('grants').select('identityId').execute()
  for (const { id, signIns, username } of people) {
    const own = operations.filter(({ kind, personId }) => kind === 'sign-in' && personId === id)
    const failed = own.reduce((sum, { failures }) => sum + failures.length, 0)
    for (const rows of [sessions, grants]) {
      const count = rows.filter(({ identityId }) => identityId === id).length
      expect(count, username).toBeGreaterThanOrEqual(signIns.length)
      expect(count, username).toBeLessThanOrEqual(signIns.length + failed)
    }
  }
}
