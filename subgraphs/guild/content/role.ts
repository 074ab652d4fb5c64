// Roles in content files, each of an organization.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type Difference,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { refuseEntries } from '#foundation/content/refusal.ts'
import { retireRows } from '#foundation/content/retirement.ts'
import { numberIssues, titleIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import { guildInput } from '../input.ts'
import type { GuildTables } from '../tables.ts'
import { findRoles, lockOrganizationsOf, type RoleItem, type StoredRole } from './stored-role.ts'

type Ctx = ContentContext<GuildTables>
type Entry = ContentEntry<RoleItem>
type Stored = StoredItem<RoleItem>

/** A higher maximum than that of the API, because people who have the role count as well. */
const OPENINGS = { min: 0, max: 100_000 }

export const roleContent = defineContentKind<GuildTables, RoleItem>({
  list: 'roles',
  prefix: 'role',
  properties: guildInput.schemas('AddRoleInput', {
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The key of the organization that it is of, or its id.',
    },
    title: 'What it is called.',
    description: 'What there is to do.',
    minLevel: 'The level that applying asks for.',
    openings: {
      type: 'integer',
      minimum: OPENINGS.min,
      maximum: OPENINGS.max,
      description:
        'How many people it is for, those included whose applications were accepted. At 0 it is closed.',
    },
  }),
  required: ['organization', 'title', 'description', 'minLevel', 'openings'],
  issues: itemIssues,
  // `differences` compares the openings.
  normalize: (role) => ({ ...role, organization: organizationIdOf(role), openings: 0 }),
  differences: openingsDifference,
  find: findRoles,
  add: addRoles,
  update: updateRole,
  retire: retireRoles,
})

function itemIssues({ openings, organization, ...role }: RoleItem): Issue[] {
  return [
    ...titleIssues('organization', organization, 100),
    ...guildInput.issues('AddRoleInput', role),
    ...(typeof openings === 'number'
      ? numberIssues('openings', openings, OPENINGS.min, OPENINGS.max)
      : []),
  ]
}

function organizationIdOf({ organization }: RoleItem): string {
  return contentId('organization', organization)
}

/** The openings that are left, at least 0, because a file takes a role from nobody. */
function openingsLeft({ openings }: RoleItem, accepted: number): number {
  return Math.max(0, openings - accepted)
}

function openingsDifference({ item }: Entry, stored: Stored): Difference[] {
  const { accepted, item: before } = stored as StoredRole
  if (openingsLeft(item, accepted) === openingsLeft(before, accepted)) return []
  return [{ field: 'openings', from: before.openings, to: item.openings }]
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

/** Locks the organizations, so that none is retired meanwhile. @throws ContentError */
async function refuseWithoutOrganization(
  trx: Ctx['trx'],
  entries: readonly Entry[],
): Promise<void> {
  const found = await trx
    .selectFrom('organizations')
    .select(['id', 'retiredAt'])
    .where('id', '=', sql<string>`any(${entries.map(({ item }) => organizationIdOf(item))})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const byId = new Map(found.map((organization) => [organization.id, organization]))
  refuseEntries(
    entries.flatMap((entry) => {
      const reason = whyNot(entry.item, byId.get(organizationIdOf(entry.item)))
      return reason === undefined ? [] : [{ entry, issue: { field: 'organization', reason } }]
    }),
  )
}

/** Why the role cannot be added or changed, if it cannot. */
function whyNot(
  { organization: key }: RoleItem,
  organization: { retiredAt: Date | null } | undefined,
): string | undefined {
  if (!organization) return `there is no organization ${key}`
  return organization.retiredAt ? `the organization ${key} is retired` : undefined
}

/** Retires roles. Locks their organizations first, because the same run may retire them next. */
async function retireRoles({ trx, now }: Ctx, stored: readonly Stored[]): Promise<void> {
  await lockOrganizationsOf(
    trx,
    stored.map(({ id }) => id),
  )
  await retireRows(trx, 'roles', stored, now())
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
    // If more people have the role than the file allows, nobody's opening comes back.
    closed: item.openings === 0 || item.openings < accepted,
  }
}
