// "This was not me": reporting it locks the account. The address of the notice decides how to open it again.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext, QueryContext, TransactionContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { findClaimByToken } from './claim-reader.ts'
import { claimAccount, findClaim, removeClaim, type FollowedLink } from './account-claim.ts'
import { withdrawWithin } from '../departure/departure.ts'
import { findVerifiedEmailAddress, linkIsOver } from '../email/email-address.ts'
import {
  causeOf,
  NOT_ME_LIFETIME_MS,
  removeLaterClaims,
  removeLaterFactors,
} from './later-claims.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import { provePassword } from '../sign-in/password.ts'
import { createRecovery } from './reset-link.ts'
import { endAllAccess } from '../sessions/session-end.ts'

/**
 * The maximum of oldest links and of newest links of a person to an address. Those between are deleted, so that a flood
 * of notices removes neither the link with the earliest cause nor that of the newest mail.
 */
const MAX_LINKS_OF_EACH_END = 50

/**
 * Creates the token of the link in a queued notice, valid from the time of its cause; the newest counts.
 * Undefined if the notice is no longer to be sent.
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

/**
 * The account that a link locks, whether the link opens it again at once, and whether it needs the password that
 * ended its claim; undefined if it is over.
 */
export async function findNotMeReport(ctx: QueryContext, token: string) {
  const link = await findLink(ctx, token)
  if (!link) return undefined
  const account = await ctx.db
    .selectFrom('identities')
    .select(['id', 'username', 'house'])
    .where('id', '=', link.identityId)
    .executeTakeFirstOrThrow()
  const needsPassword = link.passwordHash !== null
  return { ...account, opens: await opensAtOnce(ctx, link), needsPassword }
}

interface Link extends FollowedLink {
  expiresAt: Date
}

/**
 * The report of a link. Its cause is the earliest one that the mailbox was notified of, whichever link is followed:
 * otherwise somebody who prepared an account before taking it over could have older proofs than the newest mail.
 */
function findLink({ db, now }: QueryContext, token: string): Promise<Link | undefined> {
  return db
    .selectFrom('disavowals')
    .innerJoin('disavowals as known', (join) =>
      join
        .onRef('known.identityId', '=', 'disavowals.identityId')
        .onRef('known.address', '=', 'disavowals.address')
        .onRef('known.passwordHash', 'is not distinct from', 'disavowals.passwordHash'),
    )
    .select(['disavowals.identityId', 'disavowals.address', 'disavowals.expiresAt'])
    .select(['disavowals.passwordHash', ({ fn }) => fn.min(causeOf('known')).as('causedAt')])
    .where('disavowals.tokenHash', '=', sha256(token))
    .where('disavowals.expiresAt', '>', now())
    .where('known.expiresAt', '>', now())
    .groupBy('disavowals.tokenHash')
    .executeTakeFirst()
}

/** Whether the link opens the account at once: one to its current address, unless a claim has an earlier cause. */
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
 * Locks the account: ends its sessions and grants, and prevents sign-in. If the notice went to the account's
 * address, returns a token with which its owner can set a new password at once. Otherwise this claims the
 * account, and every link to that address leads to the page of the claim. Undefined if the link needs the password
 * that ended its claim, and that is wrong. @throws INSUFFICIENT_PERMISSIONS if the link is over
 */
export async function lockAccount(
  ctx: IdentityContext,
  token: string,
  password?: string,
): Promise<{ path: '/recover/password' | '/claim'; token: string } | undefined> {
  const passwordHash = await proveContest(ctx, token, password)
  if (passwordHash === undefined) return undefined
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const found = await findLink(within, token)
    // Makes simultaneous sign-ins of the person wait, so that they see the lock.
    if (found) await lockPersonForUpdate(trx, found.identityId)
    const link = found && (await findLink(within, token))
    if (link && link.passwordHash !== passwordHash) throw linkIsOver()
    if (link && (await opensAtOnce(within, link))) {
      return { path: '/recover/password', token: await lockAndRecover(within, link) }
    }
    if (link) await claimAccount(within, link, token)
    else if (!(await findClaimByToken(within, token))) throw linkIsOver()
    return { path: '/claim', token }
  })
}

/**
 * The hash of the password that ended the claim of a link; null for a link that needs none, and undefined for a
 * wrong password. Guesses count for the person.
 */
async function proveContest(
  ctx: IdentityContext,
  token: string,
  password = '',
): Promise<string | null | undefined> {
  const link = await findLink(ctx, token)
  const hash = link?.passwordHash ?? null
  if (!link || hash === null) return null
  const key = `claim-password:contest:${link.identityId}`
  return provePassword(ctx, { password, key }, () => Promise.resolve(hash))
}

/** Locks the account, removes whatever somebody else may have prepared, and returns the token that sets a password. */
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
  // These calls come last, because they queue notices.
  await removeLaterFactors(ctx, identityId, since)
  // Withdraws any departure: a locked-out owner could not withdraw it in time.
  await withdrawWithin(ctx, identityId, new Date(0))
  return createRecovery(ctx, identityId, { since: null })
}

/** Deletes the link and all earlier ones to its address, because somebody else may have read the mailbox. */
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
 * Removes everything that could set a password. The password itself stays until it is replaced, because it can
 * prove an earlier claim. Passkeys and wallets stay for the owner to keep.
 */
async function removeWaysIn(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  for (const table of WAYS_IN) {
    await trx.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
}

/**
 * Removes later recovery codes. Earlier ones stay: they can replace a second factor, which access to a mailbox
 * must not remove.
 */
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
  // Every browser counts as new again.
  'knownBrowsers',
] as const
