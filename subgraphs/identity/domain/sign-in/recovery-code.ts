// Recovery codes replace a lost password: ten that a person keeps, and one that an administrator issues.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import type { AuditContext } from '../../context.ts'
import type { Identity, IdentityTables, Session } from '../../tables.ts'
import { requireUnlocked } from '../sessions/account-lock.ts'
import {
  changeAsAdministrator,
  recordChange,
  type Administration,
} from '../administration/administrator.ts'
import { recordAudit } from '../audit/audit.ts'
import { consumePendingSignIn } from '../sessions/pending-sign-in.ts'
import { lockPerson } from '../people/person.ts'
import { sha256 } from '../secrets/random.ts'
import { lockStepUp } from '../sessions/step-up.ts'
import { refuseSystemIdentity } from '../administration/system-identity.ts'

const CODES = 10
/** Crockford's alphabet, without the easily confused I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const WEEK_MS = 7 * 86_400_000
const ADMINISTRATOR_CODE_LIFETIME_MS = 24 * 3_600_000

/** A new code: 80 random bits, in four groups of four characters. */
function newCode(): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]!)
  return digits.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** The hash of a code as typed, ignoring case, gaps and look-alikes. */
export function codeHash(typed: string): Buffer {
  const read = typed.slice(0, 100).toUpperCase().replace(/[\s-]/g, '')
  return sha256(read.replace(/[IL]/g, '1').replaceAll('O', '0'))
}

/** How many codes are left, and when they were created. */
export function findRecoveryCodes({ db }: { db: Db<IdentityTables> }, identityId: string) {
  return db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<Date | null>('createdAt').as('createdAt'),
    ])
    .where('identityId', '=', identityId)
    .executeTakeFirstOrThrow()
}

/**
 * Replaces the person's codes with ten new ones, in a session that has stepped up. They are returned only once.
 * @throws INSUFFICIENT_PERMISSIONS
 */
export function replaceRecoveryCodes(
  ctx: AuditContext,
  identityId: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<string[]> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    await deleteRecoveryCodes({ ...ctx, db: trx }, identityId)
    return createRecoveryCodes({ ...ctx, db: trx }, identityId)
  })
}

/**
 * Deletes the person's codes. If mail alone has set the password in the last week, codes that were a week old by then
 * stay: the owner can use them against a thief of the mailbox, who would replace them next.
 */
export async function deleteRecoveryCodes(
  { db, now }: Pick<AuditContext, 'db' | 'now'>,
  identityId: string,
): Promise<void> {
  const weekAgo = new Date(now().getTime() - WEEK_MS)
  await sql`
    delete from recovery_codes
    where identity_id = ${identityId} and created_at >= coalesce((
      select case when details ->> 'by' in ('link', 'claim') then at - interval '7 days' end
      from audit_events
      where identity_id = ${identityId} and kind = 'password_changed' and at > ${weekAgo}
        and details ->> 'by' is not null
      order by at desc limit 1
    ), '-infinity')`.execute(db)
}

/** Creates ten codes for somebody who has just signed up. @throws RECOVERY_CODES_EXIST, INSUFFICIENT_PERMISSIONS */
export function createFirstRecoveryCodes(
  ctx: AuditContext,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
): Promise<string[]> {
  const { identityId } = session
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    const { count } = await findRecoveryCodes({ db: trx }, identityId)
    if (count === 0) return createRecoveryCodes({ ...ctx, db: trx }, identityId)
    throw refused('RECOVERY_CODES_EXIST', 'Your account has recovery codes already.')
  })
}

/** Creates ten codes for a person who has none, within a larger transaction. */
export async function createRecoveryCodes(
  ctx: Omit<AuditContext, 'db'> & { db: Transaction<IdentityTables> },
  identityId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const createdAt = ctx.now()
  await ctx.db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ identityId, codeHash: codeHash(code), createdAt })))
    .execute()
  // The codes must not be older than their notice, or they would override its link.
  const within = { ...ctx, now: () => createdAt }
  await recordAudit(within, { kind: 'recovery_codes_replaced', identityId })
  return codes
}

/** Consumes one of the person's codes and returns when it was created; undefined for a wrong or used code. */
export async function useRecoveryCode(
  trx: Transaction<IdentityTables>,
  identityId: string,
  typed: string,
): Promise<Date | undefined> {
  const used = await trx
    .deleteFrom('recoveryCodes')
    .where('identityId', '=', identityId)
    .where('codeHash', '=', codeHash(typed))
    .returning('createdAt')
    .executeTakeFirst()
  return used?.createdAt
}

/**
 * Consumes a code instead of a second factor, ends the pending sign-in of that browser, and sends a notice.
 * Returns false for a wrong code. @throws INSUFFICIENT_PERMISSIONS, without consuming the code, if the sign-in
 * is over or the account is locked
 */
export function spendRecoveryCode(
  ctx: AuditContext,
  { browser, identityId }: { browser: string; identityId: string },
  typed: string,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPerson(trx, identityId)
    if (!(await useRecoveryCode(trx, identityId, typed))) return false
    await requireUnlocked({ db: trx }, identityId)
    await consumePendingSignIn(within, browser, identityId)
    const { count } = await findRecoveryCodes(within, identityId)
    const details = { for: 'sign_in', left: count }
    await recordAudit(within, { kind: 'recovery_code_used', identityId, details })
    return true
  })
}

export interface IssuedRecoveryCode {
  code: string
  expiresAt: Date
  identity: Identity
}

/** Issues a code, replacing an earlier one, if a person has lost every way in. @throws NOT_FOUND, SYSTEM_IDENTITY */
export function issueRecoveryCode(ctx: Administration, id: string): Promise<IssuedRecoveryCode> {
  const code = newCode()
  const expiresAt = new Date(ctx.now().getTime() + ADMINISTRATOR_CODE_LIFETIME_MS)
  return changeAsAdministrator(ctx, async (trx) => {
    const identity = await lockPerson(trx, id)
    refuseSystemIdentity(identity)
    const issued = { codeHash: codeHash(code), expiresAt }
    await trx
      .insertInto('administratorCodes')
      .values({ identityId: id, ...issued })
      .onConflict((conflict) => conflict.column('identityId').doUpdateSet(issued))
      .execute()
    await recordChange(ctx, trx, { kind: 'recovery_code_issued', identityId: id })
    return { code, expiresAt, identity }
  })
}

/** Consumes the code that an administrator issued. Returns true once. */
export async function useAdministratorCode(
  trx: Transaction<IdentityTables>,
  identityId: string,
  typed: string,
  at: Date,
): Promise<boolean> {
  const used = await trx
    .deleteFrom('administratorCodes')
    .where('identityId', '=', identityId)
    .where('codeHash', '=', codeHash(typed))
    .where('expiresAt', '>', at)
    .returning('identityId')
    .executeTakeFirst()
  return used !== undefined
}
