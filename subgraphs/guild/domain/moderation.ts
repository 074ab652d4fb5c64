// Hiding an organization with its roles, and showing it again; for administrators.
import type { Transaction } from '#foundation/database/database.ts'
import type { Hideable } from '#foundation/domain/moderation.ts'
import { recordModeration } from '#foundation/peers/audit-outbox.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Organization } from '../tables.ts'
import { lockOrganization } from './organization.ts'

/** Hides an organization. Repeating it changes nothing: the first reason stays. @throws NOT_FOUND */
export function hideOrganization(
  ctx: GuildContext,
  { id, reason }: { id: string; reason: string },
): Promise<Organization> {
  return moderate(ctx, id, { hiddenAt: ctx.now(), hiddenReason: reason })
}

/** Shows a hidden organization again. Repeating it changes nothing. @throws NOT_FOUND */
export function unhideOrganization(ctx: GuildContext, id: string): Promise<Organization> {
  return moderate(ctx, id, { hiddenAt: null, hiddenReason: null })
}

async function moderate(ctx: GuildContext, id: string, wanted: Hideable): Promise<Organization> {
  const organization = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockOrganization(trx, id)
    const isSame = (known.hiddenAt === null) === (wanted.hiddenAt === null)
    return isSame ? known : changeVisibility(ctx, trx, known, wanted)
  })
  ctx.loaders.organization.clear(id)
  ctx.loaders.role.clearAll()
  return organization
}

async function changeVisibility(
  ctx: GuildContext,
  trx: Transaction<GuildTables>,
  organization: Organization,
  { hiddenAt, hiddenReason }: Hideable,
): Promise<Organization> {
  const { id } = organization
  const columns = { hiddenAt, hiddenReason }
  await trx.updateTable('organizations').set(columns).where('id', '=', id).execute()
  await trx.updateTable('roles').set({ hiddenAt }).where('organizationId', '=', id).execute()
  await recordModeration(ctx, trx, { type: 'Organization', id }, columns)
  return { ...organization, ...columns }
}
