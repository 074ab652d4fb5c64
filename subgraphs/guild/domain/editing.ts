// Edits organizations and their roles, for stewards.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { chosenNameIssues } from '#foundation/names/chosen-name.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Organization, OrganizationFields, Role, RoleFields } from '../tables.ts'
import { getLiveOrganization } from './organization.ts'
import { getRole, lockRole } from './role.ts'
import { requireSteward } from './steward.ts'
import { changeAsSteward } from './stewardship.ts'

type Trx = Transaction<GuildTables>

type OrganizationEdit = { id: string } & Patch<Omit<OrganizationFields, 'house'>>

/** @throws NOT_FOUND, also for a retired one; INSUFFICIENT_PERMISSIONS */
export async function editOrganization(
  ctx: GuildContext,
  { id, ...input }: OrganizationEdit,
): Promise<Organization> {
  requireIdentity(ctx)
  await getLiveOrganization(ctx, id)
  const edited = await changeAsSteward(ctx, id, async (trx, organization) => {
    if (organization.retiredAt) throw notFound('Organization', id)
    const changes = changesOf<Organization>(organization, given<OrganizationFields>(input))
    // A name that is older than a rule may stay.
    if (changes.name !== undefined) refuseIssues(chosenNameIssues('name', changes.name))
    if (Object.keys(changes).length === 0) return organization
    await trx.updateTable('organizations').set(changes).where('id', '=', id).execute()
    return { ...organization, ...changes }
  })
  ctx.loaders.organization.clear(id)
  return edited
}

type RoleEdit = { id: string } & Patch<Omit<RoleFields, 'openings'>>

/** @throws NOT_FOUND, also for a retired one; INSUFFICIENT_PERMISSIONS */
export async function editRole(ctx: GuildContext, { id, ...input }: RoleEdit): Promise<Role> {
  return changeRole(ctx, id, (trx, role) =>
    updateColumns(trx, role, changesOf<Role>(role, given<RoleFields>(input))),
  )
}

/** Reopens a role without openings. @throws NOT_FOUND, also for a retired one; INSUFFICIENT_PERMISSIONS; ROLE_OPEN */
export async function reopenRole(
  ctx: GuildContext,
  { roleId, openings }: { roleId: string; openings: number },
): Promise<Role> {
  return changeRole(ctx, roleId, (trx, role) => {
    if (role.openings === 0) return updateColumns(trx, role, { openings, closed: false })
    throw refused('ROLE_OPEN', `${role.title} has openings.`, { openings: role.openings })
  })
}

/** Locks a role and changes it, unless it is retired. */
async function changeRole(
  ctx: GuildContext,
  id: string,
  change: (trx: Trx, role: Role) => Promise<Role>,
): Promise<Role> {
  requireIdentity(ctx)
  const { organizationId, retiredAt } = await getRole(ctx, id)
  if (retiredAt) throw notFound('Role', id)
  await requireSteward(ctx, organizationId)
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const role = await lockRole(trx, id)
    if (role.retiredAt) throw notFound('Role', id)
    return change(trx, role)
  })
  ctx.loaders.role.clear(id)
  return changed
}

async function updateColumns(trx: Trx, role: Role, changes: Partial<Role>): Promise<Role> {
  if (Object.keys(changes).length === 0) return role
  await trx.updateTable('roles').set(changes).where('id', '=', role.id).execute()
  return { ...role, ...changes }
}
