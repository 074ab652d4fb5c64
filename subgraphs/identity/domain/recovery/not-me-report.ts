// "This was not me": whoever says so locks the account. What opens it again depends on where the notice went.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext, QueryContext, TransactionContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { findClaimByToken } from './claim-reader.ts'
import { claimAccount, findClaim, removeClaim, type FollowedLink } from './account-claim.ts'
import { withdrawWithin } from '../departure/departure.ts'
import { findVerifiedEmailAddress, linkIsOver } from '../email/email-address.ts'
import { NOT_ME_LIFETIME_MS, removeLaterClaims, removeLaterFactors } from './later-claims.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import { createRecovery } from './reset-link.ts'
import { endAllAccess } from '../sessions/session-end.ts'

/**
 * Links of one person to one address, the first and the newest each. Those between are deleted: a flood of notices
 * ends neither the link with the earliest cause, nor that of the newest mail.
 */
const MAX_LINKS_OF_EACH_END = 50

/**
 * The token of the link in a notice that waits, valid from the time of its cause: the newest counts.
 * Undefined when the notice is not to be sent any more.
 */
export async function createNotMeReport(
  { db }: Pick<QueryContext, 'db'>,
  mailId: string,
): Promise<string | undefined> {
  const token = randomToken()
  const created = await db
    .insertInto('disavowals')
    .columns(['tokenHash', 'identityId', 'address', 'expiresAt', 'mailId'])
    .expression((eb) =>
      eb
        .selectFrom('mailOutbox')
        .select([
          sql<Buffer>`${sha256(token)}::bytea`.as('tokenHash'),
          sql<string>`identity_id`.as('identityId'),
          sql<string>`address`.as('address'),
          sql<Date>`created_at + ${NOT_ME_LIFETIME_MS} * interval '1 millisecond'`.as('expiresAt'),
          'id as mailId',
        ])
        .where('id', '=', mailId),
    )
    .onConflict((conflict) => conflict.column('mailId').doUpdateSet({ tokenHash: sha256(token) }))
    .returning(['identityId', 'address'])
    .executeTakeFirst()
  if (!created) return undefined
  await removeMiddle(db, created)
  return token
}

async function removeMiddle(
  db: Db<IdentityTables>,
  { identityId, address }: { identityId: string; address: string },
): Promise<void> {
  const links = db
    .selectFrom('disavowals')
    .select('tokenHash')
    .where('identityId', '=', identityId)
    .where('address', '=', address)
    .offset(MAX_LINKS_OF_EACH_END)
  await db
    .deleteFrom('disavowals')
    .where('tokenHash', 'in', links.orderBy('expiresAt').orderBy('tokenHash'))
    .where('tokenHash', 'in', links.orderBy('expiresAt', 'desc').orderBy('tokenHash', 'desc'))
    .execute()
}

/** Whose account a link locks, and whether that leads back in at once; undefined when it is over. */
export async function findNotMeReport(ctx: QueryContext, token: string) {
  const link = await findLink(ctx, token)
  if (!link) return undefined
  const account = await ctx.db
    .selectFrom('identities')
    .select(['id', 'username', 'house'])
    .where('id', '=', link.identityId)
    .executeTakeFirstOrThrow()
  return { ...account, opens: await opensAtOnce(ctx, link) }
}

interface Link extends FollowedLink {
  expiresAt: Date
}

/**
 * The cause is the first of all that the mailbox was told of, whichever link is followed: who prepares an account
 * before they take it must not be older than the newest mail, and could be followed from the first mail anyway.
 */
async function findLink({ db, now }: QueryContext, token: string): Promise<Link | undefined> {
  const link = await db
    .selectFrom('disavowals')
    .innerJoin('disavowals as known', (join) =>
      join
        .onRef('known.identityId', '=', 'disavowals.identityId')
        .onRef('known.address', '=', 'disavowals.address'),
    )
    .select(['disavowals.identityId', 'disavowals.address', 'disavowals.expiresAt'])
    .select(({ fn }) => fn.min<Date>('known.expiresAt').as('firstExpiresAt'))
    .where('disavowals.tokenHash', '=', sha256(token))
    .where('disavowals.expiresAt', '>', now())
    .where('known.expiresAt', '>', now())
    .groupBy('disavowals.tokenHash')
    .executeTakeFirst()
  if (!link) return undefined
  const { firstExpiresAt, ...followed } = link
  return { ...followed, causedAt: new Date(firstExpiresAt.getTime() - NOT_ME_LIFETIME_MS) }
}

/** Only the mailbox that is still the account's, and only if nobody claims the account with an earlier cause. */
async function opensAtOnce(
  ctx: { db: Db<IdentityTables> },
  { identityId, address, causedAt }: FollowedLink,
): Promise<boolean> {
  const own = await findVerifiedEmailAddress(ctx, identityId)
  if (own?.address !== address) return false
  const claim = await findClaim(ctx, identityId)
  return !claim || causedAt < claim.causedAt
}

/**
 * Locks the account: sessions and grants end, and nobody signs in. If the notice went to the account's address,
 * returns a token with which its owner sets a new password at once. If not, this claims the account, and every
 * link to that address leads to the page of the claim. @throws INSUFFICIENT_PERMISSIONS when the link is over
 */
export function lockAccount(
  ctx: IdentityContext,
  token: string,
): Promise<{ path: '/recover/password' | '/claim'; token: string }> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const found = await findLink(within, token)
    // Sign-ins of the same person wait, and find the lock.
    if (found) await lockPersonForUpdate(trx, found.identityId)
    const link = found && (await findLink(within, token))
    if (link && (await opensAtOnce(within, link))) {
      return { path: '/recover/password', token: await lockAndRecover(within, link) }
    }
    if (link) await claimAccount(within, link, token)
    else if (!(await findClaimByToken(within, token))) throw linkIsOver()
    return { path: '/claim', token }
  })
}

/** What somebody else may have prepared is gone. */
async function lockAndRecover(ctx: TransactionContext, link: Link): Promise<string> {
  const { db: trx } = ctx
  const { identityId, address, causedAt } = link
  await removeEarlierLinks(trx, link)
  await removeClaim(ctx, identityId)
  await trx.insertInto('accountLocks').values({ identityId, lockedAt: ctx.now() }).execute()
  await removeWaysIn(trx, identityId)
  await removeLaterCodes(trx, link)
  const since = new Date(causedAt.getTime() - 1)
  await removeLaterClaims(trx, identityId, { since, but: [address] })
  await endAllAccess(trx, ctx.now(), identityId, 'account_locked')
  await recordAudit(ctx, { kind: 'account_locked', identityId })
  // Afterwards, because these send notices.
  await removeLaterFactors(ctx, identityId, since)
  // Whoever asked: a locked-out owner could not withdraw it in time.
  await withdrawWithin(ctx, identityId, new Date(0))
  return createRecovery(ctx, identityId, { since: null })
}

/** Of links to one address, the newest that was used is the last: somebody else may have read the mailbox. */
async function removeEarlierLinks(
  trx: Transaction<IdentityTables>,
  { identityId, address, expiresAt }: Link,
): Promise<void> {
  await trx
    .deleteFrom('disavowals')
    .where('identityId', '=', identityId)
    .where('address', '=', address)
    .where('expiresAt', '<=', expiresAt)
    .execute()
}

/**
 * Whatever could set a password. The password stays until there is a new one, because it can prove an earlier claim;
 * passkeys and wallets stay for the owner to keep.
 */
async function removeWaysIn(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  for (const table of WAYS_IN) {
    await trx.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
}

/** Earlier ones stay for the owner, because they can replace a second factor, which a mailbox does not take away. */
async function removeLaterCodes(
  trx: Transaction<IdentityTables>,
  { identityId, causedAt }: FollowedLink,
): Promise<void> {
  await trx
    .deleteFrom('recoveryCodes')
    .where('identityId', '=', identityId)
    .where('createdAt', '>=', causedAt)
    .execute()
}

const WAYS_IN = [
  'passwordResets',
  'recoveries',
  'administratorCodes',
  'emailVerifications',
  // Whoever else signed in is new again.
  'knownBrowsers',
] as const
