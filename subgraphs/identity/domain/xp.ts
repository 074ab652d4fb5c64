// Xp grants of other services: each has a key and counts once.
import { notFound } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'

export interface XpGrant {
  xp: number
  level: number
}

/**
 * Adds xp once for the key; asked again with it, answers what it answered then.
 * @throws NOT_FOUND
 */
export async function grantXp(
  { db, now }: IdentityContext,
  { key, identityId, amount }: { key: string; identityId: string; amount: number },
): Promise<XpGrant> {
  return db.transaction().execute(async (trx) => {
    // The row's lock puts the grants of one person in line, so that a key is looked up and used once.
    const identity = await trx
      .selectFrom('identities')
      .select('id')
      .where('id', '=', identityId)
      .forUpdate()
      .executeTakeFirst()
    if (!identity) throw notFound('Identity', identityId)
    const granted = await trx
      .selectFrom('xpGrants')
      .select(['xpAfter as xp', 'levelAfter as level'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (granted) return granted
    const { xp, level } = await trx
      .updateTable('identities')
      .set(({ eb }) => ({ xp: eb('xp', '+', amount) }))
      .where('id', '=', identityId)
      .returning(['xp', 'level'])
      .executeTakeFirstOrThrow()
    const grant = { key, identityId, amount, xpAfter: xp, levelAfter: level, grantedAt: now() }
    await trx.insertInto('xpGrants').values(grant).execute()
    return { xp, level }
  })
}
