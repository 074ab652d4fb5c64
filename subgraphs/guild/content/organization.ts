// Organizations as content files hold them, each with a steward.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type Difference,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { retireOrganizations } from '../domain/organization.ts'
import type { OrganizationFields } from '../domain/organization-fields.ts'
import { makeSteward } from '../domain/steward.ts'
import { guildInput } from '../input.ts'
import type { GuildTables, Organization } from '../tables.ts'

interface OrganizationItem extends ContentItem, OrganizationFields {
  /** A person's id. */
  steward?: string | undefined
}

interface StoredOrganization extends StoredItem<OrganizationItem> {
  /** Everybody who is a steward of it, the first one first. */
  stewards: readonly string[]
  retiredAt: Date | null
}

type Ctx = ContentContext<GuildTables>
type Entry = ContentEntry<OrganizationItem>
type Stored = StoredItem<OrganizationItem>

const schemaOf = (field: string) => guildInput.schema(`UpdateOrganizationInput.${field}`)

export const organizationContent = defineContentKind<GuildTables, OrganizationItem>({
  list: 'organizations',
  prefix: 'organization',
  properties: {
    name: {
      type: 'string',
      ...schemaOf('name'),
      description: 'What it is called.',
    },
    description: {
      type: 'string',
      ...schemaOf('description'),
      description: 'What it is for.',
    },
    house: {
      type: 'string',
      ...schemaOf('house'),
      description: 'The house it belongs to.',
    },
    openToJoin: { type: 'boolean', description: 'True when whoever asks is a member at once.' },
    steward: {
      type: 'string',
      description:
        'The username of a person who is to be a member and a steward. Nobody loses that by another name here.',
    },
  },
  required: ['name', 'description', 'house', 'openToJoin'],
  people: ['steward'],
  issues: (organization) => guildInput.issues('UpdateOrganizationInput', organization),
  // Whether the steward is one is told by `differences`.
  normalize: ({ steward: _steward, ...organization }) => organization,
  differences: stewardDifference,
  find: findOrganizations,
  add: addOrganizations,
  update: updateOrganization,
  retire: async ({ trx, now }, stored) => {
    await retireOrganizations(
      trx,
      stored.map(({ id }) => id),
      now(),
    )
  },
})

function stewardOf({ steward = ECOSYSTEM_ID }: OrganizationItem): string {
  return steward
}

function stewardDifference({ item }: Entry, stored: Stored): Difference[] {
  const steward = stewardOf(item)
  if ((stored as StoredOrganization).stewards.includes(steward)) return []
  // Whoever is a steward stays one.
  return [{ field: 'new steward', from: null, to: steward }]
}

async function findOrganizations(
  { trx }: Ctx,
  ids?: readonly string[],
): Promise<StoredOrganization[]> {
  const organizations = trx.selectFrom('organizations').selectAll()
  const inOrder = organizations.orderBy('createdAt').orderBy('id')
  const found = await (
    ids === undefined
      ? inOrder.where('contentKey', 'is not', null).where('retiredAt', 'is', null)
      : inOrder.where('id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate()
  ).execute()
  const stewards = await findStewards(
    trx,
    found.map(({ id }) => id),
  )
  return found.map((organization) => toStored(organization, stewards.get(organization.id) ?? []))
}

/** Who is a steward of each, the first one first. */
async function findStewards(
  trx: Ctx['trx'],
  organizationIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('memberships')
    .select([
      'organizationId',
      sql<string[]>`array_agg(identity_id order by requested_at, id)`.as('stewards'),
    ])
    .where('organizationId', '=', sql<string>`any(${[...organizationIds]})`)
    .where('status', '=', 'active')
    .where('steward', '=', true)
    .groupBy('organizationId')
    .execute()
  return new Map(rows.map(({ organizationId, stewards }) => [organizationId, stewards]))
}

function toStored(organization: Organization, stewards: readonly string[]): StoredOrganization {
  const { id, contentKey, createdAt, retiredAt } = organization
  const { name, description, house, openToJoin } = organization
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    personal: contentKey === null,
    retiredAt,
    stewards,
    item: {
      key: contentKey ?? id,
      name,
      description,
      house,
      openToJoin,
      steward: stewards[0],
      createdAt: createdAt.toISOString(),
    },
  }
}

async function addOrganizations({ trx }: Ctx, entries: readonly Entry[]): Promise<void> {
  const organizations = entries.map(({ id, item, createdAt }) => ({
    id,
    createdAt,
    memberCount: 1,
    ...columnsOf(item),
  }))
  await trx.insertInto('organizations').values(organizations).execute()
  const stewards = entries.map(({ id, item, createdAt }) => ({
    id: newId('membership'),
    organizationId: id,
    identityId: stewardOf(item),
    status: 'active' as const,
    steward: true,
    requestedAt: createdAt,
  }))
  await trx.insertInto('memberships').values(stewards).execute()
}

async function updateOrganization(
  { trx, now }: Ctx,
  { id, item, createdAt }: Entry,
  stored: Stored,
): Promise<void> {
  const { stewards, retiredAt } = stored as StoredOrganization
  await trx
    .updateTable('organizations')
    .set({ ...columnsOf(item), retiredAt: null })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
  if (retiredAt) await restorePostedRoles({ trx }, id, retiredAt)
  const steward = stewardOf(item)
  if (!stewards.includes(steward))
    await makeSteward(trx, { organizationId: id, identityId: steward }, now())
}

/** Those that went with their organization and are in no file, which would bring them back. */
async function restorePostedRoles(
  { trx }: Pick<Ctx, 'trx'>,
  organizationId: string,
  retiredAt: Date,
): Promise<void> {
  await trx
    .updateTable('roles')
    .set({ retiredAt: null })
    .where('organizationId', '=', organizationId)
    .where('retiredAt', '=', retiredAt)
    .where('contentKey', 'is', null)
    .execute()
}

function columnsOf({ key, name, description, house, openToJoin }: OrganizationItem) {
  return { contentKey: key, name, description, house, openToJoin }
}
