// Roles: the list, one by its id, posting, adding, changing, closing and retiring them.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import { createPageLoader, type Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Role, RoleFields } from '../tables.ts'
import { getLiveOrganization, lockOrganization } from './organization.ts'
import { requireSteward } from './steward.ts'
import { maySee } from './visibility.ts'

const roles = filteredList({
  rows: (db: Kysely<GuildTables>) =>
    db.selectFrom('roles').selectAll().where('retiredAt', 'is', null).where('hiddenAt', 'is', null),
  filters: {
    open: { when: { true: sql<boolean>`openings > 0`, false: sql<boolean>`openings = 0` } },
    organization: { is: sql<boolean>`organization_id = ${sent('organization')}` },
  },
  defaults: { open: true },
  orders: { ...BY_AGE, title: ['title', 'asc', 'text'] },
  search: { title: 'title', text: `title || ' ' || description` },
})

/** Lists the roles with openings, or with the filter those without. */
export function listRoles(
  { db }: GuildContext,
  wanted: ListArguments<'open' | 'organization', keyof typeof BY_AGE | 'title'>,
): Promise<Connection<Role>> {
  return roles(db, wanted, { total: () => readRowCount(db, 'roles') })
}

/** A role; undefined if it does not exist or is hidden from the caller. */
export async function findRole(ctx: GuildContext, id: string): Promise<Role | undefined> {
  const role = await ctx.loaders.role.load(id)
  return role && (await maySee(ctx, role, role.organizationId)) ? role : undefined
}

export async function getRole(ctx: GuildContext, id: string): Promise<Role> {
  const role = await findRole(ctx, id)
  if (!role) throw notFound('Role', id)
  return role
}

/** Takes a shared lock on a role, which blocks changing and retiring it. @throws NOT_FOUND */
export function lockRoleForShare(trx: Transaction<GuildTables>, id: string): Promise<Role> {
  const query = trx.selectFrom('roles').selectAll().where('id', '=', id)
  return query.forShare().executeTakeFirstOrThrow(() => notFound('Role', id))
}

/** Locks a role to change it. Lock it before its applications. @throws NOT_FOUND */
export function lockRole(trx: Transaction<GuildTables>, id: string): Promise<Role> {
  const query = trx.selectFrom('roles').selectAll().where('id', '=', id)
  return query.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('Role', id))
}

const ofOrganization = once(
  (db: Kysely<GuildTables>) => (organizationId: RawBuilder<string>) =>
    db
      .selectFrom('roles')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('retiredAt', 'is', null),
)

/** All roles of each organization that are not retired, those without openings too. */
export function organizationRolePages(db: Kysely<GuildTables>) {
  return createPageLoader(db, ofOrganization(db), ({ createdAt, id }) => ({ at: createdAt, id }))
}

type NewRole = RoleFields & { organizationId: string }

/** Adds a role for a steward. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export async function postRole(ctx: GuildContext, role: NewRole): Promise<Role> {
  requireIdentity(ctx)
  await getLiveOrganization(ctx, role.organizationId)
  await requireSteward(ctx, role.organizationId)
  return ctx.db.transaction().execute((trx) => insertRole(ctx, trx, role))
}

/** Adds a role for an administrator. @throws NOT_FOUND */
export async function addRole(ctx: GuildContext, input: NewRole): Promise<Role> {
  return ctx.db.transaction().execute(async (trx) => {
    const role = await insertRole(ctx, trx, { ...input, byAdministrator: true })
    const details = { type: 'Role', id: role.id }
    await recordAudit(ctx, trx, { kind: 'content_added', details })
    return role
  })
}

/** Locks the organization, so that it is not retired meanwhile. @throws NOT_FOUND if it is retired */
async function insertRole(
  ctx: GuildContext,
  trx: Transaction<GuildTables>,
  role: NewRole & { byAdministrator?: boolean },
): Promise<Role> {
  const { id, retiredAt } = await lockOrganization(trx, role.organizationId)
  if (retiredAt) throw notFound('Organization', id)
  return trx
    .insertInto('roles')
    .values({ id: newId('role'), ...role, createdAt: ctx.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type RoleUpdate = { id: string } & Patch<RoleFields>

/** @throws NOT_FOUND */
export async function updateRole(ctx: GuildContext, { id, ...input }: RoleUpdate): Promise<Role> {
  const wanted = given<RoleFields>(input)
  const role = await ctx.db.transaction().execute((trx) => changeRole(ctx, trx, id, wanted))
  ctx.loaders.role.clear(id)
  return role
}

async function changeRole(
  ctx: GuildContext,
  trx: Transaction<GuildTables>,
  id: string,
  wanted: Partial<RoleFields>,
): Promise<Role> {
  const role = await lockRole(trx, id)
  const changes = changesOf<Role>(role, wanted)
  const changed = Object.keys(changes)
  if (changed.length === 0) return role
  const closed = changes.openings === undefined ? role.closed : changes.openings === 0
  await trx
    .updateTable('roles')
    .set({ ...changes, closed })
    .where('id', '=', id)
    .execute()
  const details = { type: 'Role', id, changed }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return { ...role, ...changes }
}

/** Retiring again changes nothing. @throws NOT_FOUND */
export async function retireRole(ctx: GuildContext, id: string): Promise<Role> {
  const retired = await ctx.db.transaction().execute(async (trx) => {
    const role = await trx
      .updateTable('roles')
      .set({ retiredAt: ctx.now() })
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    const details = { type: 'Role', id }
    if (role) await recordAudit(ctx, trx, { kind: 'content_retired', details })
    return role
  })
  ctx.loaders.role.clear(id)
  return retired ?? getRole(ctx, id)
}

/** Leaves a role without openings. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export async function closeRole(ctx: GuildContext, roleId: string): Promise<Role> {
  requireIdentity(ctx)
  const { organizationId } = await getRole(ctx, roleId)
  await requireSteward(ctx, organizationId)
  ctx.loaders.role.clear(roleId)
  return ctx.db
    .updateTable('roles')
    .set({ openings: 0, closed: true })
    .where('id', '=', roleId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
