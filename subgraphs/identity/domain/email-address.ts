// A person's e-mail address: theirs alone to see, and verified by a link before anything is sent to it.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import { forbidden, invalidInput, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { EmailAddress, IdentityTables } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { takeAttempt } from './attempt-throttle.ts'
import { queueMail, queueNotice } from './mail-outbox.ts'
import { lockPerson } from './person.ts'
import { randomToken, sha256 } from './random.ts'
import { useReauthentication } from './reauthentication.ts'

const LIFETIME_MS = 24 * 3_600_000
/** Mails that a person, or everybody together, may cause to one address. */
const VERIFICATIONS = { most: 5, windowMs: 3_600_000 }

const LONGEST = 254
/**
 * An address as browsers accept it (HTML, "valid email address"), with a domain of two labels or more:
 * ASCII without spaces, quotes, commas and angle brackets, so that it is one address in any header.
 */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text)
}

type Reading = { db: Db<IdentityTables> }

/** Undefined while the person has no address that they have verified. */
export function findVerifiedEmailAddress(
  { db }: Reading,
  identityId: string,
): Promise<EmailAddress | undefined> {
  return db
    .selectFrom('emailAddresses')
    .selectAll()
    .where('identityId', '=', identityId)
    .executeTakeFirst()
}

/** The address for the caller's own eyes: with the scope `email` alone. */
export async function findOwnEmailAddress(ctx: IdentityContext): Promise<string | null> {
  const { identityId, scopes } = requireViewer(ctx)
  if (!scopes.has('email')) return null
  const found = await findVerifiedEmailAddress(ctx, identityId)
  return found?.address ?? null
}

/** The address that the person has still to verify. */
export async function findUnverifiedEmailAddress(
  { db, now }: Reading & { now: () => Date },
  identityId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('emailVerifications')
    .select('address')
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return found?.address
}

/**
 * Sends a link to an address that the caller gives as theirs, in the session in which they have
 * reauthenticated. Until it is followed, their address stays what it was.
 * @throws VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS without a proof, RATE_LIMIT_EXCEEDED
 */
export async function requestVerification(
  ctx: IdentityContext,
  address: string,
  sessionId: string,
): Promise<void> {
  const identityId = requireIdentity(ctx)
  if (!isEmailAddress(address)) {
    throw invalidInput([{ field: 'email', reason: 'must be one such as ada@example.org' }])
  }
  await takeAttempt(ctx, `verifications:${identityId}`, VERIFICATIONS)
  await takeAttempt(ctx, `verifications-to:${address.toLowerCase()}`, VERIFICATIONS)
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, identityId)
    await useReauthentication(trx, sessionId, ctx.now())
    const pending = { address, tokenHash: null, expiresAt: expiry(ctx.now()) }
    await trx
      .insertInto('emailVerifications')
      .values({ identityId, ...pending })
      .onConflict((conflict) => conflict.column('identityId').doUpdateSet(pending))
      .execute()
    const mail = { kind: 'email_verification', identityId, address } as const
    await queueMail({ ...ctx, db: trx }, mail)
  })
}

/** The token for the link in a mail to that address: the newest counts. Undefined when it is not asked for any more. */
export async function createVerificationToken(
  { db, now }: Reading & { now: () => Date },
  identityId: string,
  address: string,
): Promise<string | undefined> {
  const token = randomToken()
  const waiting = await db
    .updateTable('emailVerifications')
    .set({ tokenHash: sha256(token) })
    .where('identityId', '=', identityId)
    .where('address', '=', address)
    .where('expiresAt', '>', now())
    .returning('identityId')
    .executeTakeFirst()
  return waiting && token
}

/** What a link is about, before it is followed; undefined for one that is over. */
export function findVerification({ db, now }: Reading & { now: () => Date }, token: string) {
  return db
    .selectFrom('emailVerifications')
    .innerJoin('identities', 'identities.id', 'emailVerifications.identityId')
    .select([
      'identities.id',
      'emailVerifications.address',
      'identities.username',
      'identities.house',
    ])
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .executeTakeFirst()
}

/** Makes the address of that link the person's own, once. @throws INSUFFICIENT_PERMISSIONS when the link is over */
export function verifyEmailAddress(ctx: IdentityContext, token: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const person = await findVerification({ ...ctx, db: trx }, token)
    if (!person) throw linkIsOver()
    await lockPerson(trx, person.id)
    const taken = await trx
      .deleteFrom('emailVerifications')
      .where('tokenHash', '=', sha256(token))
      .where('expiresAt', '>', ctx.now())
      .returning(['identityId', 'address'])
      .executeTakeFirst()
    if (!taken) throw linkIsOver()
    await setEmailAddress({ ...ctx, db: trx }, taken.identityId, taken.address)
  })
}

type Changing = Omit<IdentityContext, 'db'> & { db: Transaction<IdentityTables> }

/** Sets the person's address, and tells the one before. */
async function setEmailAddress(ctx: Changing, identityId: string, address: string): Promise<void> {
  const before = await findVerifiedEmailAddress(ctx, identityId)
  if (before && before.address !== address) {
    const details = { what: 'replaced', from: ctx.address }
    await queueNotice(ctx, { kind: 'email_changed', identityId, details })
  }
  await putEmailAddress(ctx, identityId, address)
  await recordAudit(ctx, { kind: 'email_verified', identityId })
}

/** The same, and nobody is told. */
export async function putEmailAddress(
  { db, now }: Pick<Changing, 'db' | 'now'>,
  identityId: string,
  address: string,
): Promise<void> {
  const verified = { address, verifiedAt: now() }
  await db
    .insertInto('emailAddresses')
    .values({ identityId, ...verified })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet(verified))
    .execute()
}

/** Removes the caller's address, and tells it. Without one it does nothing. */
export function removeEmailAddress(ctx: IdentityContext): Promise<void> {
  const identityId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, identityId)
    await trx.deleteFrom('emailVerifications').where('identityId', '=', identityId).execute()
    await removeAddressBut({ ...ctx, db: trx }, identityId, { kept: [], claims: true })
  })
}

/** Removes the person's address unless it is one to keep, and tells it: with or without "this was not me". */
export async function removeAddressBut(
  ctx: Changing,
  identityId: string,
  { kept, claims }: { kept: readonly string[]; claims: boolean },
): Promise<void> {
  const removed = await ctx.db
    .deleteFrom('emailAddresses')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...kept]})`)
    .returning('address')
    .executeTakeFirst()
  if (!removed) return
  const details = { what: 'removed', claims, from: ctx.address }
  await queueMail(ctx, { kind: 'email_changed', identityId, address: removed.address, details })
  await recordAudit(ctx, { kind: 'email_removed', identityId })
}

function expiry(at: Date): Date {
  return new Date(at.getTime() + LIFETIME_MS)
}

/** For every link that a mail carries. */
export function linkIsOver(): DomainError {
  const message = 'This link has been used, has been replaced by a newer one, or is too old.'
  return forbidden(message, { reason: 'link' })
}
