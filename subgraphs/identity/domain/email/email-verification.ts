// Verifying an e-mail address with a link that is sent to it.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Db } from '#foundation/database/database.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import { consumeAttempt } from '../secrets/attempt-throttle.ts'
import { linkIsOver, readEmailAddress, setEmailAddress } from './email-address.ts'
import { countMail, mailboxOf } from '../mail/mail-limit.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { lockPerson, lockPersonForUpdate } from '../people/person.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import { lockStepUp, lockSession } from '../sessions/step-up.ts'

const LIFETIME_MS = 24 * 3_600_000
/** Limits the mails that a person may cause, to any address. */
const VERIFICATIONS = { max: 5, windowMs: 3_600_000 }

const EMAIL_RULE = 'must be one such as ada@example.org, with plain letters before the @'

type DbContext = { db: Db<IdentityTables> }

/** The person's address that is not verified yet. */
export async function findUnverifiedEmailAddress(
  { db, now }: DbContext & { now: () => Date },
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
 * Sends a link to an address that the caller enters, in a session that has stepped up. Until it is followed, their
 * address does not change. @throws VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS without a step-up, RATE_LIMIT_EXCEEDED
 */
export async function requestVerification(
  ctx: IdentityContext,
  given: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  const identityId = requireIdentity(ctx)
  const address = readEmailAddress(given)
  if (address === undefined) throw invalidInput([{ field: 'email', reason: EMAIL_RULE }])
  await consumeAttempt(ctx, `verifications:${identityId}`, VERIFICATIONS)
  await countMail(ctx, mailboxOf(address), identityId)
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
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

/**
 * Creates the token for the link in a mail, replacing an earlier one. Undefined if the verification is no
 * longer requested.
 */
export async function createVerificationToken(
  { db, now }: DbContext & { now: () => Date },
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

/** The verification of a link before it is followed; undefined if it is over. */
export function findVerification({ db, now }: DbContext & { now: () => Date }, token: string) {
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

/**
 * Verifies the address of the link, once, in a session of the person who requested it: the owner of another mailbox
 * must not verify it. @throws INSUFFICIENT_PERMISSIONS if the link or the session is over, or another person's
 */
export function verifyEmailAddress(
  ctx: IdentityContext,
  token: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const person = await findVerification({ ...ctx, db: trx }, token)
    if (!person) throw linkIsOver()
    // Serializes with mail that contains a reset link: the link exists by then, and ends with the address.
    await lockPersonForUpdate(trx, person.id)
    const { identityId } = await lockSession(trx, session)
    const taken = await trx
      .deleteFrom('emailVerifications')
      .where('tokenHash', '=', sha256(token))
      .where('identityId', '=', identityId)
      .where('expiresAt', '>', ctx.now())
      .returning(['identityId', 'address'])
      .executeTakeFirstOrThrow(() => linkIsOver())
    await setEmailAddress({ ...ctx, db: trx }, taken.identityId, taken.address)
  })
}

function expiry(at: Date): Date {
  return new Date(at.getTime() + LIFETIME_MS)
}
