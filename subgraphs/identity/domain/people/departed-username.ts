// Usernames of people who left: nobody can take one for a while, and nobody can read them.
import { createHmac } from 'node:crypto'
import type { Transaction } from '#foundation/database/database.ts'
import type { DomainSettings } from '#foundation/process/domain-settings.ts'
import { loadIdentitySecret } from '../secrets/identity-secret.ts'
import type { IdentityTables } from '../../tables.ts'

type UsernameContext = {
  db: Transaction<IdentityTables>
  settings: Pick<DomainSettings, 'dataDir'>
  now: () => Date
}

const secrets = new Map<string, Promise<Buffer>>()

/**
 * HMAC-SHA-256 with a secret that is not in the database, because all usernames could be tried against a plain
 * hash.
 */
async function hashOf(
  { dataDir }: Pick<DomainSettings, 'dataDir'>,
  username: string,
): Promise<Buffer> {
  const secret = secrets.get(dataDir) ?? loadIdentitySecret(dataDir)
  secrets.set(dataDir, secret)
  // A failure is not cached, because the next attempt may succeed.
  secret.catch(() => secrets.delete(dataDir))
  return createHmac('sha256', await secret)
    .update(`departed username\0${username}`)
    .digest()
}

/** Reserves a name until that time. */
export async function reserveDeparted(
  { db, settings }: UsernameContext,
  username: string,
  until: Date,
): Promise<void> {
  const nameHash = await hashOf(settings, username)
  await db
    .insertInto('departedUsernames')
    .values({ nameHash, until })
    .onConflict((conflict) => conflict.column('nameHash').doUpdateSet({ until }))
    .execute()
}

export async function isDeparted(
  { db, settings, now }: UsernameContext,
  username: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('departedUsernames')
    .select('until')
    .where('nameHash', '=', await hashOf(settings, username))
    .where('until', '>', now())
    .executeTakeFirst()
  return found !== undefined
}
