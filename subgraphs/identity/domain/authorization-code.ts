// Authorization codes: each is good once, and brings the first refresh token of its grant.
import type { Grant } from '../tables.ts'
import { endGrants, type Granting, type Redemption, type Refusal } from './grant.ts'
import { sha256 } from './random.ts'
import { newRefreshToken, REFRESH_LIFETIME_MS } from './refresh-token.ts'

export async function findGrantByCode({ db }: Granting, code: string): Promise<Grant | undefined> {
  return db.selectFrom('grants').selectAll().where('codeHash', '=', sha256(code)).executeTakeFirst()
}

/**
 * Redeems the code of a grant whose request was checked. Of any number of attempts one gets it;
 * whoever comes later with the code ends all that came of it (RFC 6749, section 4.1.2).
 */
export async function redeemCode(ctx: Granting, grant: Grant): Promise<Redemption | Refusal> {
  const at = ctx.now()
  const { refreshToken, handleHash, hash } = newRefreshToken()
  const redeemed = await ctx.db
    .updateTable('grants')
    .set({
      redeemedAt: at,
      refreshHandleHash: handleHash,
      refreshHash: hash,
      refreshedAt: at,
      expiresAt: new Date(at.getTime() + REFRESH_LIFETIME_MS.idle),
    })
    .where('id', '=', grant.id)
    .where('redeemedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()
  if (redeemed) return { grant: redeemed, refreshToken }
  const ended = await endGrants(ctx.db, at, 'code_replayed', (grants) =>
    grants.where('id', '=', grant.id).where('redeemedAt', 'is not', null),
  )
  return ended > 0 ? 'replayed' : 'over'
}
