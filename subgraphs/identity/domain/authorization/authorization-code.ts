// Authorization codes: each is valid once, and is exchanged for the first refresh token of its grant.
import type { Grant } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  revokeGrant,
  tokenIssued,
  type AuditedGrantContext,
  type GrantContext,
  type Redemption,
  type Refusal,
} from '../grants/grant.ts'
import { sha256 } from '../secrets/random.ts'
import { newRefreshToken, REFRESH_LIFETIME_MS } from './refresh-token.ts'

export async function findGrantByCode(
  { db }: GrantContext,
  code: string,
): Promise<Grant | undefined> {
  return db.selectFrom('grants').selectAll().where('codeHash', '=', sha256(code)).executeTakeFirst()
}

/** Whether the grant's code is valid now. */
export function isRedeemable({ now }: GrantContext, grant: Grant): boolean {
  return grant.redeemedAt === null && grant.endedAt === null && grant.expiresAt > now()
}

/**
 * Redeems the code of a grant after its request was checked. Exactly one attempt succeeds; a later one with the
 * same code revokes the grant (RFC 6749, section 4.1.2).
 */
export async function redeemCode(
  ctx: AuditedGrantContext,
  grant: Grant,
): Promise<Redemption | Refusal> {
  const redeemed = await consumeCode(ctx, grant)
  if (redeemed) return redeemed
  const wasRedeemed = await revokeGrant(ctx, grant, {
    reason: 'code_replayed',
    entry: { kind: 'replay_detected', details: { what: 'code' } },
    where: (grants) => grants.where('redeemedAt', 'is not', null),
  })
  return wasRedeemed ? 'replayed' : 'over'
}

function consumeCode(ctx: AuditedGrantContext, { id }: Grant): Promise<Redemption | undefined> {
  const at = ctx.now()
  const { refreshToken, handleHash, hash } = newRefreshToken()
  return ctx.db.transaction().execute(async (trx) => {
    const grant = await trx
      .updateTable('grants')
      .set({
        redeemedAt: at,
        refreshHandleHash: handleHash,
        refreshHash: hash,
        refreshedAt: at,
        expiresAt: new Date(at.getTime() + REFRESH_LIFETIME_MS.idle),
      })
      .where('id', '=', id)
      .where('redeemedAt', 'is', null)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', at)
      .returningAll()
      .executeTakeFirst()
    if (!grant) return undefined
    await recordAudit({ ...ctx, db: trx }, tokenIssued('authorization_code', grant, grant.scopes))
    return { grant, refreshToken }
  })
}
