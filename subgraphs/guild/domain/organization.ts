// Organizations: the list, one by its id, founding, changing and retiring them.
import { sql, type Kysely } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import { chosenNameIssues } from '#foundation/names/chosen-name.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Organization, OrganizationFields } from '../tables.ts'
import { getCaller } from './caller.ts'
import { maySee } from './visibility.ts'

const isMember = sql`
  id in (
    select organization_id from memberships
    where identity_id = ${placeholder('identityId')} and status = 'active'
  )`

const organizations = filteredList({
  rows: (db: Kysely<GuildTables>) =>
    db
      .selectFrom('organizations')
      .selectAll()
      .where('retiredAt', 'is', null)
      .where('hiddenAt', 'is', null),
  filters: {
    house: { is: sql<boolean>`house = ${sent('house')}` },
    member: {
      when: {
        true: sql<boolean>`(${isMember}) is true`,
        false: sql<boolean>`(${isMember}) is not true`,
      },
    },
  },
  orders: { ...BY_AGE, name: ['name', 'asc', 'text'] },
  search: { title: 'name', text: `name || ' ' || description` },
})

export function listOrganizations(
  { db, viewer }: GuildContext,
  wanted: ListArguments<'house' | 'member', keyof typeof BY_AGE | 'name'>,
): Promise<Connection<Organization>> {
  const total = () => readRowCount(db, 'organizations')
  return organizations(db, wanted, { values: { identityId: viewer?.identityId ?? null }, total })
}

/** An organization; undefined if it does not exist or is hidden from the caller. */
export async function findOrganization(
  ctx: GuildContext,
  id: string,
): Promise<Organization | undefined> {
  const organization = await ctx.loaders.organization.load(id)
  return organization && (await maySee(ctx, organization, id)) ? organization : undefined
}

export async function getOrganization(ctx: GuildContext, id: string): Promise<Organization> {
  const organization = await findOrganization(ctx, id)
  if (!organization) throw notFound('Organization', id)
  return organization
}

/** An organization that is neither retired nor hidden from the caller. @throws NOT_FOUND */
export async function getLiveOrganization(ctx: GuildContext, id: string): Promise<Organization> {
  const organization = await getOrganization(ctx, id)
  if (organization.retiredAt) throw notFound('Organization', id)
  return organization
}

/** Locks an organization to change it or add to it. Lock it before its roles or members. @throws NOT_FOUND */
export function lockOrganization(trx: Transaction<GuildTables>, id: string): Promise<Organization> {
  return trx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Organization', id))
}

/**
 * Founds an organization of the caller's house, with the caller as its first member and steward.
 * @throws VALIDATION_ERROR for a name that could be mistaken for another; INTERNAL_ERROR with `retry` while Identity is down
 */
export async function foundOrganization(
  ctx: GuildContext,
  { name, description, openToJoin }: Omit<OrganizationFields, 'house'>,
): Promise<Organization> {
  const identityId = requireIdentity(ctx)
  refuseIssues(chosenNameIssues('name', name))
  const { house } = await getCaller(ctx)
  const organization = {
    id: newId('organization'),
    name,
    description,
    house,
    memberCount: 1,
    openToJoin,
    createdAt: ctx.now(),
    retiredAt: null,
    hiddenAt: null,
    hiddenReason: null,
    contentKey: null,
  }
  return ctx.db.transaction().execute((trx) => addOrganization(trx, organization, identityId))
}

async function addOrganization(
  trx: Transaction<GuildTables>,
  organization: Organization,
  founderId: string,
): Promise<Organization> {
  await trx.insertInto('organizations').values(organization).execute()
  const founder = {
    id: newId('membership'),
    organizationId: organization.id,
    identityId: founderId,
    status: 'active' as const,
    steward: true,
    requestedAt: organization.createdAt,
  }
  await trx.insertInto('memberships').values(founder).execute()
  return organization
}

type OrganizationUpdate = { id: string } & Patch<OrganizationFields>

/** @throws NOT_FOUND */
export async function updateOrganization(
  ctx: GuildContext,
  { id, ...input }: OrganizationUpdate,
): Promise<Organization> {
  const wanted = given<OrganizationFields>(input)
  const organization = await ctx.db
    .transaction()
    .execute((trx) => changeOrganization(ctx, trx, id, wanted))
  ctx.loaders.organization.clear(id)
  return organization
}

async function changeOrganization(
  ctx: GuildContext,
  trx: Transaction<GuildTables>,
  id: string,
  wanted: Partial<OrganizationFields>,
): Promise<Organization> {
  const organization = await lockOrganization(trx, id)
  const changes = changesOf<Organization>(organization, wanted)
  const changed = Object.keys(changes)
  if (changed.length === 0) return organization
  await trx.updateTable('organizations').set(changes).where('id', '=', id).execute()
  const details = { type: 'Organization', id, changed }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return { ...organization, ...changes }
}

/** Retires its roles as well. Retiring again changes nothing. @throws NOT_FOUND */
export async function retireOrganization(ctx: GuildContext, id: string): Promise<Organization> {
  const retired = await ctx.db.transaction().execute(async (trx) => {
    const [organization] = await retireOrganizations(trx, [id], ctx.now())
    const details = { type: 'Organization', id }
    if (organization) await recordAudit(ctx, trx, { kind: 'content_retired', details })
    return organization
  })
  ctx.loaders.organization.clear(id)
  return retired ?? getOrganization(ctx, id)
}

/** Retires organizations with their roles. A role posted at the same time is either retired or refused. */
export async function retireOrganizations(
  trx: Transaction<GuildTables>,
  ids: readonly string[],
  retiredAt: Date,
): Promise<Organization[]> {
  const retired = await trx
    .updateTable('organizations')
    .set({ retiredAt })
    .where('id', 'in', ids)
    .where('retiredAt', 'is', null)
    .returningAll()
    .execute()
  await trx
    .updateTable('roles')
    .set({ retiredAt })
    .where('organizationId', 'in', ids)
    .where('retiredAt', 'is', null)
    .execute()
  return retired
}
