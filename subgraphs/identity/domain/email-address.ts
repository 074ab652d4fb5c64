// A person's e-mail address: theirs alone to see, and verified by a link before it is used.
import type { Db } from '#foundation/database/database.ts'
import type { EmailAddress, IdentityTables } from '../tables.ts'

/** Undefined while the person has no address that they have verified. */
export function findVerifiedEmailAddress(
  { db }: { db: Db<IdentityTables> },
  identityId: string,
): Promise<EmailAddress | undefined> {
  return db
    .selectFrom('emailAddresses')
    .selectAll()
    .where('identityId', '=', identityId)
    .executeTakeFirst()
}
