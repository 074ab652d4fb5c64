// A person's verified e-mail address, visible to them alone.
import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import { forbidden, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import type { EmailAddress, IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireRecovery } from '../sessions/last-way-in.ts'
import { queueMail, queueNotice } from '../mail/mail-outbox.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { lockStepUp } from '../sessions/step-up.ts'

const MAX_LENGTH = 254
/**
 * The pattern of an address as browsers accept it (HTML, "valid email address"), with a domain of two labels or more.
 * Without spaces, quotes, commas and angle brackets, the text is one address in any header.
 */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * The stored form of a typed address. An internationalised domain becomes ASCII (IDNA), because not every mail server
 * accepts another form, and so that each mailbox has one spelling. Undefined for an invalid address.
 */
export function readEmailAddress(text: string): string | undefined {
  const address = text.replace(/(?<=@)[^@]*$/, asciiDomain)
  return address.length <= MAX_LENGTH && ADDRESS.test(address) ? address : undefined
}

/** The domain in ASCII. An ASCII domain is not converted, because Node would read some as IPv4 addresses. */
function asciiDomain(domain: string): string {
  return /^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain)
}

type DbContext = { db: Db<IdentityTables> }

/** The person's verified address, if there is one. */
export function findVerifiedEmailAddress(
  { db }: DbContext,
  identityId: string,
): Promise<EmailAddress | undefined> {
  return db
    .selectFrom('emailAddresses')
    .selectAll()
    .where('identityId', '=', identityId)
    .executeTakeFirst()
}

/** The caller's own address; null without one, or without the scope `email`. */
export async function findOwnEmailAddress(ctx: IdentityContext): Promise<string | null> {
  const { identityId, scopes } = requireViewer(ctx)
  if (!scopes.has('email')) return null
  const found = await findVerifiedEmailAddress(ctx, identityId)
  return found?.address ?? null
}

/** Sets the person's address and sends a notice to the previous one. */
export async function setEmailAddress(
  ctx: TransactionContext,
  identityId: string,
  address: string,
): Promise<void> {
  const before = await findVerifiedEmailAddress(ctx, identityId)
  if (before && before.address !== address) {
    const details = { what: 'replaced', from: ctx.address }
    await queueNotice(ctx, { kind: 'email_changed', identityId, details })
  }
  await putEmailAddress(ctx, identityId, address)
  await recordAudit(ctx, { kind: 'email_verified', identityId })
}

/** `setEmailAddress` without the notice. A trigger ends the reset links sent to the previous address. */
export async function putEmailAddress(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
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

/**
 * Removes the caller's address in a session that has stepped up, and sends it a notice. Does nothing without an
 * address. @throws LAST_WAY_IN, INSUFFICIENT_PERMISSIONS
 */
export function removeEmailAddress(
  ctx: IdentityContext,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  const identityId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    await trx.deleteFrom('emailVerifications').where('identityId', '=', identityId).execute()
    const removing = { kept: [], claims: true }
    const removed = await removeAddressBut({ ...ctx, db: trx }, identityId, removing)
    if (removed) await requireRecovery(trx, identityId)
  })
}

/**
 * Removes the person's address unless it is in `kept`, and sends it a notice; with `claims`, that has a "this was not
 * me" link. Returns whether an address was removed.
 */
export async function removeAddressBut(
  ctx: TransactionContext,
  identityId: string,
  { kept, claims }: { kept: readonly string[]; claims: boolean },
): Promise<boolean> {
  const removed = await ctx.db
    .deleteFrom('emailAddresses')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...kept]})`)
    .returning('address')
    .executeTakeFirst()
  if (!removed) return false
  const details = { what: 'removed', claims, from: ctx.address }
  await queueMail(ctx, { kind: 'email_changed', identityId, address: removed.address, details })
  await recordAudit(ctx, { kind: 'email_removed', identityId })
  return true
}

/** The error for any mailed link that has expired or was used. */
export function linkIsOver(): DomainError {
  const message = 'This link has been used, has been replaced by a newer one, or is too old.'
  return forbidden(message, { reason: 'link' })
}
