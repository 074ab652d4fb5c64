// A claim as the reader of one of its links sees it.
import type { Db } from '#foundation/database/database.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { claimsOf, type Claim } from './account-claim.ts'
import { sha256 } from '../secrets/random.ts'

export interface ClaimForReader extends Claim {
  /** `claimant` for a link to the earlier address, `holder` for any other. */
  role: 'claimant' | 'holder'
  account: Pick<Identity, 'username' | 'house'>
}

/** The claim of a link; undefined if the claim or the link is over. */
export async function findClaimByToken(
  { db }: { db: Db<IdentityTables> },
  token: string,
): Promise<ClaimForReader | undefined> {
  const found = await claimsOf(db)
    .innerJoin('claimLinks', 'claimLinks.identityId', 'accountLocks.identityId')
    .innerJoin('identities', 'identities.id', 'accountLocks.identityId')
    .select(['recipient', 'username', 'house'])
    .where('tokenHash', '=', sha256(token))
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { recipient, username, house, ...claim } = found
  const role = recipient === claim.address ? 'claimant' : 'holder'
  return { ...claim, role, account: { username, house } }
}
