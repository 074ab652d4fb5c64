// Stewards: who acts for an organization.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { forbidden } from '#foundation/errors.ts'
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
