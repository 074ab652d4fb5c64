// Usernames of people who left: for a while nobody can take one, and nobody can read them.
import { createHmac } from 'node:crypto'
import type { Transaction } from '#foundation/database/database.ts'
import type { Rules } from '#foundation/process/config.ts'
import { loadIdentitySecret } from '../../oauth/keys/identity-secret.ts'
import type { IdentityTables } from '../../tables.ts'

type Reserving = {
  db: Transaction<IdentityTables>
  rules: Pick<Rules, 'dataDir'>
  now: () => Date
}

const secrets = new Map<string, Promise<Buffer>>()

/** HMAC-SHA-256 with a secret that is not in the database, because somebody could try all names. */
async function hashOf({ dataDir }: Pick<Rules, 'dataDir'>, username: string): Promise<Buffer> {
  const secret = secrets.get(dataDir) ?? loadIdentitySecret(dataDir)
  secrets.set(dataDir, secret)
  // A failure is not kept, because the next attempt may succeed.
  secret.catch(() => secrets.delete(dataDir))
  return createHmac('sha256', await secret)
    .update(`departed username\0${username}`)
    .digest()
}

/** Reserves a name until then. */
export async function reserveDeparted(
  { db, rules }: Reserving,
  username: string,
  until: Date,
): Promise<void> {
  const nameHash = await hashOf(rules, username)
  await db
    .insertInto('departedUsernames')
    .values({ nameHash, until })
    .onConflict((conflict) => conflict.column('nameHash').doUpdateSet({ until }))
    .execute()
}

export async function isDeparted(
  { db, rules, now }: Reserving,
  username: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('departedUsernames')
    .select('until')
    .where('nameHash', '=', await hashOf(rules, username))
    .where('until', '>', now())
    .executeTakeFirst()
  return found !== undefined
}
