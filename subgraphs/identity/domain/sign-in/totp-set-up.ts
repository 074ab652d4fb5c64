// Setting up an authenticator app, and removing it.
import type { Db, Transaction } from '#foundation/database/database.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import type { DbAndClock, AuditContext } from '../../context.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { createRecoveryCodes, findRecoveryCodes } from './recovery-code.ts'
import { withSecondFactor } from '../sessions/second-factor.ts'
import { renewSession } from '../sessions/session.ts'
import { lockStepUp } from '../sessions/step-up.ts'
import { newTotpSecret, readTotpSecret, useCode, type TotpOwner, type TotpSecret } from './totp.ts'

/**
 * Creates a secret in a session that has stepped up, replacing an unconfirmed one. @throws TOTP_EXISTS,
 * INSUFFICIENT_PERMISSIONS
 */
export function startTotp(
  { db, now }: DbAndClock,
  owner: TotpOwner,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  const { identityId } = owner
  const factor = { secret: newTotpSecret(owner), createdAt: now(), lastUsedStep: null }
  return db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ db: trx, now }, session)
    const started = await trx
      .insertInto('totpFactors')
      .values({ identityId, ...factor })
      .onConflict((conflict) =>
        conflict
          .column('identityId')
          .doUpdateSet(factor)
          .where('totpFactors.confirmedAt', 'is', null),
      )
      .returning('identityId')
      .executeTakeFirst()
    if (started) return
    throw refused('TOTP_EXISTS', 'Your account has an authenticator app. Remove it first.')
  })
}

/** The secret of an app that is not confirmed yet. */
export async function findNewSecret(
  { db }: Pick<DbAndClock, 'db'>,
  owner: TotpOwner,
  names: { issuer: string; label: string },
): Promise<TotpSecret | undefined> {
  const factor = await db
    .selectFrom('totpFactors')
    .select('secret')
    .where('identityId', '=', owner.identityId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return factor && readTotpSecret(owner, factor.secret, names)
}

/** When the person set up their app; undefined if they have none. */
export async function findTotp(
  { db }: { db: Db<IdentityTables> },
  identityId: string,
): Promise<{ confirmedAt: Date } | undefined> {
  const factor = await db
    .selectFrom('totpFactors')
    .select('confirmedAt')
    .where('identityId', '=', identityId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return factor?.confirmedAt ? { confirmedAt: factor.confirmedAt } : undefined
}

/**
 * Enables the app with its first code, in a session that has stepped up, and returns a new cookie value. The
 * code counts as a second factor of the session. Creates recovery codes if the person has none. Undefined for a
 * wrong code. @throws INSUFFICIENT_PERMISSIONS
 */
export function confirmTotp(
  ctx: AuditContext,
  owner: TotpOwner,
  session: Session,
  code: string,
): Promise<{ token: string; recoveryCodes: string[] } | undefined> {
  const { identityId } = owner
  return ctx.db.transaction().execute(async (trx) => {
    // For "this was not me", the app must not be older than its notice.
    const at = ctx.now()
    const within = { ...ctx, db: trx, now: () => at }
    // Makes simultaneous sign-ins wait; afterwards they need the app.
    await lockPersonForUpdate(trx, identityId)
    // Checked before the app is enabled: it would become the strongest factor.
    const before = await lockStepUp(within, session)
    if (!(await useCode(within, owner, code, 'new'))) return undefined
    const methods = withSecondFactor(before.methods, 'totp')
    const token = (await renewSession(trx, session, { authenticatedAt: at, methods }))!
    await recordAudit(within, { kind: 'totp_added', identityId })
    const { count } = await findRecoveryCodes(within, identityId)
    return {
      token,
      recoveryCodes: count === 0 ? await createRecoveryCodes(within, identityId) : [],
    }
  })
}

/** Removes the app in a session that has stepped up. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export function removeTotp(
  ctx: AuditContext,
  identityId: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    if (!(await deleteTotp({ ...ctx, db: trx }, identityId))) {
      throw notFound('Authenticator app', identityId)
    }
  })
}

/** Removes a person's app within a larger transaction, and sends a notice. Returns false if there is none. */
export async function deleteTotp(
  ctx: Omit<AuditContext, 'db'> & { db: Transaction<IdentityTables> },
  identityId: string,
): Promise<boolean> {
  const removed = await ctx.db
    .deleteFrom('totpFactors')
    .where('identityId', '=', identityId)
    .returning('confirmedAt')
    .executeTakeFirst()
  if (!removed?.confirmedAt) return false
  await recordAudit(ctx, { kind: 'totp_removed', identityId })
  return true
}
