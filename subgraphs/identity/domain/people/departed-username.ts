// Usernames of people who left, stored as hashes: each stays reserved for a while.
import { createHmac } from 'node:crypto'
import type { Transaction } from '#foundation/database/database.ts'
import { loadIdentitySecret, type SecretContext } from '../sealing/identity-secret.ts'
import type { IdentityTables } from '../../tables.ts'

interface UsernameContext extends SecretContext {
  db: Transaction<IdentityTables>
  now: () => Date
}

/** The stored hash: HMAC with a secret outside the database, because a plain hash could be found by trial. */
async function hashOf(ctx: SecretContext, username: string): Promise<Buffer> {
  return createHmac('sha256', await loadIdentitySecret(ctx))
    .update(`departed username\0${username}`)
    .digest()
}

/** Reserves a name until that time. */
export async function reserveDeparted(
  ctx: UsernameContext,
  username: string,
  until: Date,
): Promise<void> {
  const nameHash = await hashOf(ctx, username)
  await ctx.db
    .insertInto('departedUsernames')
    .values({ nameHash, until })
    .onConflict((conflict) => conflict.column('nameHash').doUpdateSet({ until }))
    .execute()
}

export async function isDeparted(ctx: UsernameContext, username: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('departedUsernames')
    .select('until')
    .where('nameHash', '=', await hashOf(ctx, username))
    .where('until', '>', ctx.now())
    .executeTakeFirst()
  return found !== undefined
}
