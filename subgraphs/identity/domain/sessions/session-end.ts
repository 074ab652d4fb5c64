// Ends sessions and revokes the grants made in them.
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { AuditContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { revokeGrants, type RevocationReason } from '../grants/grant.ts'

type SessionEndTransaction = Omit<AuditContext, 'db'> & { db: Transaction<IdentityTables> }
/** The kind of the audit entry. */
type EndKind = 'sign_out' | 'session_ended'

/** Ends a person's session and revokes its grants. Does nothing without a session. */
export async function endSession(
  ctx: AuditContext,
  identityId: string,
  id: string,
  kind: EndKind,
): Promise<void> {
  await ctx.db
    .transaction()
    .execute((trx) => endSessionWithin({ ...ctx, db: trx }, identityId, id, kind))
}

/** Ends a person's session within a larger transaction. */
export async function endSessionWithin(
  ctx: SessionEndTransaction,
  identityId: string,
  id: string,
  kind: EndKind,
): Promise<void> {
  const ended = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('identityId', '=', identityId)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await revokeGrants(ctx.db, ctx.now(), 'signed_out', (grants) =>
    grants.where('sessionId', '=', id),
  )
  await recordAudit(ctx, { kind, identityId, details: { sessionId: id } })
}

/** Ends all sessions of a person and revokes all their grants. */
export async function endAllSessions(ctx: AuditContext, identityId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await endAllAccess(trx, ctx.now(), identityId, 'signed_out')
    const details = { sessionId: 'all' }
    await recordAudit({ ...ctx, db: trx }, { kind: 'session_ended', identityId, details })
  })
}

/** Ends all sessions of a person except `keep`, and revokes all their grants. */
export async function endAllAccess(
  trx: Db<IdentityTables>,
  at: Date,
  identityId: string,
  because: RevocationReason,
  keep?: string,
): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('identityId', '=', identityId)
  if (keep !== undefined) sessions = sessions.where('id', '!=', keep)
  await sessions.execute()
  await trx.deleteFrom('pendingSignIns').where('identityId', '=', identityId).execute()
  // Deleted before the grants, so that a grant that a device is just getting is revoked as well.
  await trx.deleteFrom('deviceAuthorizations').where('identityId', '=', identityId).execute()
  await revokeGrants(trx, at, because, (grants) => grants.where('identityId', '=', identityId))
}
