// Organizations: the list, one by its id, and how one begins.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { refuseIssues, textIssues, titleIssues } from '#foundation/bounds.ts'
import { requireIdentity } from '#foundation/context.ts'
import type { Transaction } from '#foundation/database.ts'
import { notFound } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/pagination.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Organization } from '../tables.ts'
import { getCaller } from './caller.ts'

export function listOrganizations(
  { db }: GuildContext,
  page: PageArguments,
): Promise<Connection<Organization>> {
  return paginate(db.selectFrom('organizations').selectAll(), page, ({ createdAt, id }) => ({
    at: createdAt,
    id,
  }))
}

export async function getOrganization(
  { loaders }: GuildContext,
  id: string,
): Promise<Organization> {
  const organization = await loaders.organization.load(id)
  if (!organization) throw notFound('Organization', id)
  return organization
}

export function organizationLoader(
  db: Kysely<GuildTables>,
): DataLoader<string, Organization | undefined> {
  return createRowLoader((anyId) =>
    db.selectFrom('organizations').selectAll().where('id', '=', anyId),
  )
}

interface NewOrganization {
  name: string
  description: string
  openToJoin: boolean
}

/**
 * Founds an organization of the caller's house, with the caller as its first member and steward.
 * @throws VALIDATION_ERROR; INTERNAL_ERROR with `retry` while Identity is away
 */
export async function foundOrganization(
  ctx: GuildContext,
  { name, description, openToJoin }: NewOrganization,
): Promise<Organization> {
  const identityId = requireIdentity(ctx)
  refuseIssues([
    ...titleIssues('name', name, 100),
    ...textIssues('description', description, 2_000),
  ])
  const { house } = await getCaller(ctx)
  const organization = {
    id: newId('organization'),
    name,
    description,
    house,
    memberCount: 1,
    openToJoin,
    createdAt: ctx.now(),
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
