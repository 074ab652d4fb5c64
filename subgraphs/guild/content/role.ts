// Roles as content files hold them, each of an organization.
import { sql } from 'kysely'
import { titleIssues } from '#foundation/bounds.ts'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type Difference,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { refuseEntries } from '#foundation/content/refusal.ts'
import type { Issue } from '#foundation/errors.ts'
import { contentId } from '#foundation/ids.ts'
import { roleIssues } from '../domain/role.ts'
import type { GuildTables, Role } from '../tables.ts'

interface RoleItem extends ContentItem {
  /** Its key in whatever file has it, or its id. */
  organization: string
  title: string
  description: string
  minLevel: number
  /** How many people it is for, those who have it included. */
  openings: number
}

interface StoredRole extends StoredItem<RoleItem> {
  accepted: number
}

type Ctx = ContentContext<GuildTables>
type Entry = ContentEntry<RoleItem>
type Stored = StoredItem<RoleItem>

/** More than a role can have left: those who have it count as well. */
const MOST_OPENINGS = 100_000

export const roleContent = defineContentKind<GuildTables, RoleItem>({
  list: 'roles',
  prefix: 'role',
  properties: {
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The key of the organization that it is of, or its id.',
    },
    title: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is called.' },
    description: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'What there is to do.',
    },
    minLevel: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      description: 'The level that applying asks for.',
    },
    openings: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_OPENINGS,
      description:
        'How many people it is for, those included whose applications were accepted. At 0 it is closed.',
    },
  },
  required: ['organization', 'title', 'description', 'minLevel', 'openings'],
  issues: itemIssues,
  // Whether the openings are those of the file is told by `differences`.
  normalize: (role) => ({ ...role, organization: organizationIdOf(role), openings: 0 }),
  differences: openingsDifference,
  find: findRoles,
  add: addRoles,
  update: updateRole,
  retire: retireRoles,
})

function itemIssues(role: RoleItem): Issue[] {
  return [
    ...titleIssues('organization', role.organization, 100),
    ...roleIssues(role, { least: 0, most: MOST_OPENINGS }),
  ]
}

function organizationIdOf({ organization }: RoleItem): string {
  return contentId('organization', organization)
}

/** What is left of them, never less than none: nobody loses a role by a file. */
function openingsLeft({ openings }: RoleItem, accepted: number): number {
  return Math.max(0, openings - accepted)
}

function openingsDifference({ item }: Entry, stored: Stored): Difference[] {
  const { accepted, item: before } = stored as StoredRole
  if (openingsLeft(item, accepted) === openingsLeft(before, accepted)) return []
  return [{ field: 'openings', from: before.openings, to: item.openings }]
}

async function findRoles({ trx }: Ctx, ids?: readonly string[]): Promise<StoredRole[]> {
  const roles = trx
    .selectFrom('roles')
    .innerJoin('organizations', 'organizations.id', 'roles.organizationId')
    .selectAll('roles')
    .select('organizations.contentKey as organizationKey')
    .orderBy('roles.createdAt')
    .orderBy('roles.id')
  if (ids !== undefined) await holdOrganizationsOf(trx, ids)
  const found = await (
    ids === undefined
      ? roles
          .where((is) =>
            is.or([is('roles.contentKey', 'is not', null), is('byAdministrator', '=', true)]),
          )
          .where('roles.retiredAt', 'is', null)
      : roles.where('roles.id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate('roles')
  ).execute()
  // Of roles that are held nobody is accepted meanwhile.
  const accepted = await countAccepted(
    trx,
    found.map(({ id }) => id),
  )
  return found.map((role) => toStored(role, accepted.get(role.id) ?? 0))
}

/** Whoever needs an organization and its roles holds the organization first. */
async function holdOrganizationsOf(trx: Ctx['trx'], roleIds: readonly string[]): Promise<void> {
  const theirs = trx
    .selectFrom('roles')
    .select('organizationId')
    .where('id', '=', sql<string>`any(${[...roleIds]})`)
  await trx.selectFrom('organizations').select('id').where('id', 'in', theirs).forShare().execute()
}

async function countAccepted(
  trx: Ctx['trx'],
  roleIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('applications')
    .select(({ fn }) => ['roleId', fn.countAll<number>().as('accepted')])
    .where('roleId', '=', sql<string>`any(${[...roleIds]})`)
    .where('status', '=', 'accepted')
    .groupBy('roleId')
    .execute()
  return new Map(rows.map((row) => [row.roleId, row.accepted]))
}

function toStored(role: Role & { organizationKey: string | null }, accepted: number): StoredRole {
  const { id, contentKey, organizationId, organizationKey, createdAt, retiredAt } = role
  const { title, description, minLevel, openings } = role
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    accepted,
    item: {
      key: contentKey ?? id,
      organization: organizationKey ?? organizationId,
      title,
      description,
      minLevel,
      openings: openings + accepted,
      createdAt: createdAt.toISOString(),
    },
  }
}

async function addRoles({ trx }: Ctx, entries: readonly Entry[]): Promise<void> {
  await refuseWithoutOrganization(trx, entries)
  const rows = entries.map(({ id, item, createdAt }) => ({ id, createdAt, ...columnsOf(item, 0) }))
  await trx.insertInto('roles').values(rows).execute()
}

async function updateRole({ trx }: Ctx, entry: Entry, stored: Stored): Promise<void> {
  const { id, item, createdAt } = entry
  await refuseWithoutOrganization(trx, [entry])
  await trx
    .updateTable('roles')
    .set({ ...columnsOf(item, (stored as StoredRole).accepted), retiredAt: null })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
}

/** Holds the organizations, so that none is retired meanwhile. @throws ContentError */
async function refuseWithoutOrganization(
  trx: Ctx['trx'],
  entries: readonly Entry[],
): Promise<void> {
  const found = await trx
    .selectFrom('organizations')
    .select(['id', 'retiredAt'])
    .where('id', '=', sql<string>`any(${entries.map(({ item }) => organizationIdOf(item))})`)
    .forShare()
    .execute()
  const byId = new Map(found.map((organization) => [organization.id, organization]))
  refuseEntries(
    entries.flatMap((entry) => {
      const { organization: key } = entry.item
      const organization = byId.get(organizationIdOf(entry.item))
      if (organization && organization.retiredAt === null) return []
      const reason = organization
        ? `the organization ${key} is retired`
        : `there is no organization ${key}`
      return [{ entry, issue: { field: 'organization', reason } }]
    }),
  )
}

async function retireRoles({ trx, now }: Ctx, stored: readonly Stored[]): Promise<void> {
  await trx
    .updateTable('roles')
    .set({ retiredAt: now() })
    .where('id', '=', sql<string>`any(${stored.map(({ id }) => id)})`)
    .where('retiredAt', 'is', null)
    .execute()
}

function columnsOf(item: RoleItem, accepted: number) {
  const { key, title, description, minLevel } = item
  return {
    contentKey: key,
    organizationId: organizationIdOf(item),
    title,
    description,
    minLevel,
    openings: openingsLeft(item, accepted),
  }
}
