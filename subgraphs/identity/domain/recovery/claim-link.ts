// Links to the page of a claim: one per notified address, one for sign-ins, and those of notices.
import { sql } from 'kysely'
import type { IdentityContext } from '../../context.ts'
import { randomToken, sha256 } from '../secrets/random.ts'

/** The link for somebody who tried to sign in. */
const SIGN_IN = 'sign-in'

/**
 * Creates the token of a link to the page of the claim, for a mail or for somebody who tried to sign in,
 * replacing an earlier one. Undefined without a claim, and for the claiming address.
 */
export async function createClaimLink(
  { db }: Pick<IdentityContext, 'db'>,
  identityId: string,
  recipient: string = SIGN_IN,
): Promise<string | undefined> {
  const token = randomToken()
  const created = await db
    .insertInto('claimLinks')
    .columns(['identityId', 'recipient', 'tokenHash'])
    .expression((eb) =>
      eb
        .selectFrom('accountLocks')
        .select(['identityId', sql<string>`${recipient}::text`.as('recipient')])
        .select(sql<Buffer>`${sha256(token)}::bytea`.as('tokenHash'))
        .where('identityId', '=', identityId)
        .where('claimAddress', '!=', recipient),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['identityId', 'recipient'])
        // A literal rather than a parameter, so that every plan uses the partial index.
        .where(sql<boolean>`not of_notice`)
        .doUpdateSet({ tokenHash: sha256(token) }),
    )
    .returning('identityId')
    .executeTakeFirst()
  return created && token
}

/**
 * Turns links of notices into links of the claim, until it ends: all links to that address, so that none starts
 * another claim, or the one with that token.
 */
export async function adoptNoticeLinks(
  { db }: Pick<IdentityContext, 'db'>,
  { identityId, address }: { identityId: string; address: string },
  token?: string,
): Promise<void> {
  await db
    .with('adopted', (having) =>
      having
        .deleteFrom('disavowals')
        .where('identityId', '=', identityId)
        .where('address', '=', address)
        .$if(token !== undefined, (links) => links.where('tokenHash', '=', sha256(token!)))
        .returning(['tokenHash', 'identityId', 'address']),
    )
    .insertInto('claimLinks')
    .columns(['tokenHash', 'identityId', 'recipient', 'ofNotice'])
    .expression((eb) =>
      eb
        .selectFrom('adopted')
        .select(['tokenHash', 'identityId', 'address', sql<boolean>`true`.as('ofNotice')]),
    )
    .execute()
}
