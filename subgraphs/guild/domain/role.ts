// Roles: the list of those with openings, one by its id, posting and closing them.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { numberIssues, refuseIssues, textIssues, titleIssues } from '#foundation/bounds.ts'
import { requireIdentity } from '#foundation/context.ts'
import { notFound } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/pagination.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Role } from '../tables.ts'
import { getOrganization } from './organization.ts'
import { requireSteward } from './steward.ts'

const placeOf = ({ createdAt, id }: Role) => ({ at: createdAt, id })

export function listOpenRoles(
  { db }: GuildContext,
  page: PageArguments,
): Promise<Connection<Role>> {
  return paginate(db.selectFrom('roles').selectAll().where('openings', '>', 0), page, placeOf)
}

export async function getRole({ loaders }: GuildContext, id: string): Promise<Role> {
  const role = await loaders.role.load(id)
  if (!role) throw notFound('Role', id)
  return role
}

export function roleLoader(db: Kysely<GuildTables>): DataLoader<string, Role | undefined> {
  return createRowLoader((anyId) => db.selectFrom('roles').selectAll().where('id', '=', anyId))
}

/** All roles of each organization, those without openings too. */
export function organizationRolePages(db: Kysely<GuildTables>) {
  return createPageLoader(
    db,
    (organizationId) =>
      db.selectFrom('roles').selectAll().where('organizationId', '=', organizationId),
    placeOf,
  )
}

/** @throws VALIDATION_ERROR, NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export async function postRole(
  ctx: GuildContext,
  role: Omit<Role, 'id' | 'createdAt'>,
): Promise<Role> {
  requireIdentity(ctx)
  refuseIssues([
    ...titleIssues('title', role.title, 100),
    ...textIssues('description', role.description, 2_000),
    ...numberIssues('minLevel', role.minLevel, 1, 1_000),
    ...numberIssues('openings', role.openings, 1, 1_000),
  ])
  await getOrganization(ctx, role.organizationId)
  await requireSteward(ctx, role.organizationId)
  return ctx.db
    .insertInto('roles')
    .values({ id: newId('role'), ...role, createdAt: ctx.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Leaves a role without openings. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export async function closeRole(ctx: GuildContext, roleId: string): Promise<Role> {
  requireIdentity(ctx)
  const { organizationId } = await getRole(ctx, roleId)
  await requireSteward(ctx, organizationId)
  ctx.loaders.role.clear(roleId)
  return ctx.db
    .updateTable('roles')
    .set({ openings: 0 })
    .where('id', '=', roleId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
