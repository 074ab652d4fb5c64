// Decides a claim by the answer to "Which address is the account's?", after a proof that is older than its cause.
import type { IdentityContext, QueryContext } from '../../context.ts'
import type { Identity } from '../../tables.ts'
import { linkIsOver } from '../email/email-address.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { sha256 } from '../secrets/random.ts'
import { claimsOf, type Claim } from './account-claim.ts'
import { endClaim } from './claim-end.ts'
import { usePasswordReset } from './reset-link.ts'

export interface ProvedClaim extends Claim {
  /** When the proof, such as a passkey, was added to the account. */
  since: Date
  account: Pick<Identity, 'username' | 'house'>
  /** The address of the account; null if it has none. */
  current: string | null
}

/** The claim that a token of `proveClaim` decides; undefined if the token is over. */
export async function findProvedClaim(
  { db, now }: QueryContext,
  token: string,
): Promise<ProvedClaim | undefined> {
  const found = await claimsOf(db)
    .innerJoin('recoveries', 'recoveries.identityId', 'accountLocks.identityId')
    .innerJoin('identities', 'identities.id', 'accountLocks.identityId')
    .leftJoin('emailAddresses', 'emailAddresses.identityId', 'accountLocks.identityId')
    .select(['recoveries.since', 'username', 'house', 'emailAddresses.address as current'])
    .where('tokenHash', '=', sha256(token))
    .where('byClaim', '=', true)
    .where('recoveries.since', 'is not', null)
    .where('expiresAt', '>', now())
    .where('disabledAt', 'is', null)
    .$narrowType<{ since: Date }>()
    .executeTakeFirst()
  if (!found) return undefined
  const { username, house, ...claim } = found
  return { ...claim, account: { username, house } }
}

/**
 * Decides a claim: `earlier` lets the person set a new password with the same token, which restores the earlier
 * address; `current` ends the claim, and the account stays as it is. @throws INSUFFICIENT_PERMISSIONS if the token
 * is over
 */
export function decideClaim(
  ctx: IdentityContext,
  token: string,
  address: 'earlier' | 'current',
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const found = await findProvedClaim(within, token)
    if (!found) throw linkIsOver()
    const { identityId } = found
    await lockPersonForUpdate(trx, identityId)
    const claim = await findProvedClaim(within, token)
    if (!claim) throw linkIsOver()
    if (address === 'earlier') return
    await usePasswordReset(within, identityId, token)
    await endClaim(within, claim, claim.since)
  })
}
