// Stewards: who acts for an organization.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#foundation/database.ts'
import { forbidden } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables } from '../tables.ts'

/** One person in one organization. */
interface Place {
  organizationId: string
  identityId: string
}

/** True when the caller is a steward of the organization. */
export async function isSteward(
  { viewer, loaders }: GuildContext,
  organizationId: string,
): Promise<boolean> {
  if (!viewer) return false
  return loaders.steward.load({ organizationId, identityId: viewer.identityId })
}

/** @throws INSUFFICIENT_PERMISSIONS unless the caller is a steward of the organization */
export async function requireSteward(ctx: GuildContext, organizationId: string): Promise<void> {
  if (await isSteward(ctx, organizationId)) return
  throw forbidden('Only a steward of the organization can do this.', { reason: 'not_steward' })
}

export function stewardLoader(db: Kysely<GuildTables>): DataLoader<Place, boolean, string> {
  const keyOf = ({ organizationId, identityId }: Place) => `${organizationId} ${identityId}`
  return new DataLoader<Place, boolean, string>(
    async (places) => {
      const organizationIds = places.map(({ organizationId }) => organizationId)
      const identityIds = [...new Set(places.map(({ identityId }) => identityId))]
      const stewards = await db
        .selectFrom('memberships')
        .select(['organizationId', 'identityId'])
        .where('organizationId', '=', sql<string>`any(${organizationIds})`)
        .where('identityId', '=', sql<string>`any(${identityIds})`)
        .where('status', '=', 'active')
        .where('steward', '=', true)
        .execute()
      const known = new Set(stewards.map(keyOf))
      return places.map((place) => known.has(keyOf(place)))
    },
    { cacheKeyFn: keyOf },
  )
}

/** Makes a person a member, who may have asked before, and a steward. The organization is held. */
export async function makeSteward(
  trx: Transaction<GuildTables>,
  organizationId: string,
  identityId: string,
  requestedAt: Date,
): Promise<void> {
  const place = { organizationId, identityId, status: 'active', steward: true } as const
  const before = await trx
    .selectFrom('memberships')
    .select(['id', 'status'])
    .where('organizationId', '=', organizationId)
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
    .forUpdate()
    .executeTakeFirst()
  await (before
    ? trx.updateTable('memberships').set(place).where('id', '=', before.id).execute()
    : trx
        .insertInto('memberships')
        .values({ id: newId('membership'), ...place, requestedAt })
        .execute())
  if (before?.status === 'active') return
  await trx
    .updateTable('organizations')
    .set(({ eb }) => ({ memberCount: eb('memberCount', '+', 1) }))
    .where('id', '=', organizationId)
    .execute()
}
