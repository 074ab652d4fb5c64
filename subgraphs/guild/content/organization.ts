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
import { rowKind, type StoredRow } from '#foundation/content/row-kind.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { retireOrganizations } from '../domain/organization.ts'
import { makeSteward } from '../domain/steward.ts'
import { guildInput } from '../input.ts'
import type { GuildTables, Organization, OrganizationFields } from '../tables.ts'

interface OrganizationItem extends ContentItem, OrganizationFields {
  /** The id of the steward. */
  steward?: string | undefined
}

interface StoredOrganization extends StoredRow<Organization, OrganizationItem> {
  /** The ids of all stewards, the first one first. */
  stewards: readonly string[]
}

type Ctx = ContentContext<GuildTables>
type Entry = ContentEntry<OrganizationItem>
type Stored = StoredItem<OrganizationItem>

const organizationRows = rowKind<GuildTables, Organization, OrganizationItem>({
  list: 'organizations',
  prefix: 'organization',
  table: 'organizations',
  columns: guildInput.schemas('UpdateOrganizationInput', {
    name: 'What it is called.',
    description: 'What it is for.',
    house: 'The house it belongs to.',
    openToJoin: { type: 'boolean', description: 'True when whoever asks is a member at once.' },
    steward: {
      type: 'string',
      description:
        'The username of a person who is to be a member and a steward. Nobody loses that by another name here.',
    },
  }),
  optional: ['steward'],
  mapped: { steward: { toColumns: () => ({}), fromRow: () => undefined } },
  initial: () => ({ memberCount: 1 }),
  exported: sql`content_key is not null`,
  people: ['steward'],
  issues: (organization) => guildInput.issues('UpdateOrganizationInput', organization),
  // `differences` compares the steward with all stewards.
  normalize: ({ steward: _steward, ...organization }) => organization,
  differences: stewardDifference,
})

export const organizationContent = defineContentKind<GuildTables, OrganizationItem>({
  ...organizationRows,
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
  // Adds the steward, and dismisses nobody.
  return [{ field: 'new steward', from: null, to: steward }]
}

async function findOrganizations(ctx: Ctx, ids?: readonly string[]): Promise<StoredOrganization[]> {
  const found = await organizationRows.find(ctx, ids)
  const stewards = await findStewards(
    ctx.trx,
    found.map(({ id }) => id),
  )
  return found.map((organization) => {
    const { id, contentKey, item } = organization
    const theirs = stewards.get(id) ?? []
    const withSteward = { ...item, steward: theirs[0] }
    return {
      ...organization,
      personal: contentKey === null,
      stewards: theirs,
      item: withSteward,
    }
  })
}

/** The stewards of each organization, the first one first. */
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

async function addOrganizations(ctx: Ctx, entries: readonly Entry[]): Promise<void> {
  await organizationRows.add(ctx, entries)
  const stewards = entries.map(({ id, item, createdAt }) => ({
    id: newId('membership'),
    organizationId: id,
    identityId: stewardOf(item),
    status: 'active' as const,
    steward: true,
    requestedAt: createdAt,
  }))
  await ctx.trx.insertInto('memberships').values(stewards).execute()
}

async function updateOrganization(ctx: Ctx, entry: Entry, stored: Stored): Promise<void> {
  const { trx, now } = ctx
  const { id, item } = entry
  const { row, stewards } = stored as StoredOrganization
  await organizationRows.update(ctx, entry)
  if (row.retiredAt) await restorePostedRoles({ trx }, id, row.retiredAt)
  const steward = stewardOf(item)
  if (!stewards.includes(steward)) {
    await makeSteward(trx, { organizationId: id, identityId: steward }, now())
  }
}

/** Restores the roles that were retired with their organization, except those that a file restores. */
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
