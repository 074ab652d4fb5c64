// The links to the page of a claim: one for each address that hears of it, and one for sign-ins.
import { sql } from 'kysely'
import type { IdentityContext } from '../context.ts'
import { randomToken, sha256 } from './random.ts'

/** The link of whoever tried to sign in. */
const SIGN_IN = 'sign-in'

/**
 * The token of a link to the page of the claim, for a mail, or for somebody who tried to sign in: the newest of
 * each counts. Undefined without a claim, and for the address that claims.
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
      conflict.columns(['identityId', 'recipient']).doUpdateSet({ tokenHash: sha256(token) }),
    )
    .returning('identityId')
    .executeTakeFirst()
  return created && token
}

/** Makes the token that of the link of a recipient. */
export async function setClaimLink(
  { db }: Pick<IdentityContext, 'db'>,
  to: { identityId: string; recipient: string },
  token: string,
): Promise<void> {
  const tokenHash = sha256(token)
  await db
    .insertInto('claimLinks')
    .values({ ...to, tokenHash })
    .onConflict((conflict) =>
      conflict.columns(['identityId', 'recipient']).doUpdateSet({ tokenHash }),
    )
    .execute()
}
