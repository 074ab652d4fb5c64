// Memberships: joining, deciding requests, and their lists.
import type DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { once, placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import {
  createPageLoader,
  edgeOf,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Membership, MembershipStatus, Organization } from '../tables.ts'
import { confirmDecision } from './decision.ts'
import { countMember, refuseNewcomers } from './member-count.ts'
import { getMembership, lockLasting, wasRemoved } from './membership-row.ts'
import { findOrganization, getOrganization, lockOrganization } from './organization.ts'
import { isSteward, requireSteward, type MembershipKey } from './steward.ts'

export interface JoinResult {
  /** Whether the membership or request is new. */
  created: boolean
  membership: Membership
}

/**
 * Makes the caller a member of an open organization, or creates a request in any other. Returns an existing membership
 * or request; after a rejection, creates a new request. @throws NOT_FOUND
 */
export async function joinOrganization(
  ctx: GuildContext,
  organizationId: string,
): Promise<JoinResult> {
  const identityId = requireIdentity(ctx)
  await getOrganization(ctx, organizationId)
  const request = { organizationId, identityId, requestedAt: ctx.now() }
  const before = await findOwnMembership(ctx, request)
  if (before && before.status !== 'rejected') return { created: false, membership: before }
  const result = await ctx.db.transaction().execute((trx) => addMembership(trx, request))
  ctx.loaders.organization.clear(organizationId)
  return result
}

/**
 * A person whom a steward removed needs approval, even in an open organization.
 * @throws NOT_FOUND for a retired or hidden organization
 */
async function addMembership(
  trx: Transaction<GuildTables>,
  request: MembershipKey & Pick<Membership, 'requestedAt'>,
): Promise<JoinResult> {
  const organization = await lockOrganization(trx, request.organizationId)
  const isOpen = organization.openToJoin && !(await wasRemoved(trx, request))
  const status = isOpen ? 'active' : 'pending'
  const membership = await trx
    .insertInto('memberships')
    .values({ id: newId('membership'), ...request, status })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'identityId'])
        .where('status', '<>', 'rejected')
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  // The lock on the organization rules out that the person leaves meanwhile.
  if (!membership) return { created: false, membership: (await lockLasting(trx, request))! }
  refuseNewcomers(organization)
  if (status === 'active') await countMember(trx, organization)
  return { created: true, membership }
}

/** The person's pending or active membership, or else the latest rejected one. */
function findOwnMembership(
  { db }: GuildContext,
  { organizationId, identityId }: MembershipKey,
): Promise<Membership | undefined> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('identityId', '=', identityId)
    .orderBy(sql`status = 'rejected'`)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The caller's own membership, as `findOwnMembership` finds it. */
export async function findMyMembership(
  { viewer, loaders }: GuildContext,
  organizationId: string,
): Promise<Membership | undefined> {
  return viewer && loaders.ownMembership.load({ organizationId, identityId: viewer.identityId })
}

/** Looks up each key by an index: one condition on both columns would read all rows of a large organization. */
const ownByKeys = once((db: Kysely<GuildTables>) =>
  reads(sql<Membership>`
    select own.*
    from unnest(${placeholder('organizationIds')}::text[], ${placeholder('identityIds')}::text[])
      as parent (organization_id, identity_id)
    cross join lateral (
      select * from memberships
      where organization_id = parent.organization_id and identity_id = parent.identity_id
      order by status = 'rejected', requested_at desc, id desc
      limit 1) as own`).compile(db),
)

/** Loads the own memberships of many people and organizations in one statement. */
export function ownMembershipLoader(
  db: Kysely<GuildTables>,
): DataLoader<MembershipKey, Membership | undefined, string> {
  return createKeyLoader(db, ownByKeys(db), ['organizationId', 'identityId'])
}

/** A membership by its id: an active one, the caller's own, or one that the caller decides. */
export async function findMembership(
  ctx: GuildContext,
  id: string,
): Promise<Membership | undefined> {
  const membership = await ctx.loaders.membership.load(id)
  if (!membership || !(await findOrganization(ctx, membership.organizationId))) return undefined
  const { status, identityId, organizationId } = membership
  if (status === 'active' || identityId === ctx.viewer?.identityId) return membership
  return (await isSteward(ctx, organizationId)) ? membership : undefined
}

/**
 * Accepts or rejects a request. Accepting one for a retired organization is NOT_FOUND.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, ALREADY_COMPLETED if decided differently before
 */
export async function decideMembership(
  ctx: GuildContext,
  { membershipId, accept }: { membershipId: string; accept: boolean },
): Promise<Membership> {
  requireIdentity(ctx)
  const { organizationId } = await getMembership(ctx, membershipId)
  await requireSteward(ctx, organizationId)
  const decision: MembershipStatus = accept ? 'active' : 'rejected'
  const decided = await ctx.db.transaction().execute(async (trx) => {
    const organization = accept ? await lockOrganization(trx, organizationId) : undefined
    const membership = await trx
      .updateTable('memberships')
      .set({ status: decision })
      .where('id', '=', membershipId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (membership && organization) await countMember(trx, organization)
    return membership
  })
  ctx.loaders.organization.clear(organizationId)
  return decided ?? confirmDecision(await getMembership(ctx, membershipId), decision)
}

/** The requests to join an organization; null for anybody but its stewards. */
export async function findRequests(
  ctx: GuildContext,
  { id }: Organization,
  page: PageArguments,
): Promise<Connection<Membership> | null> {
  return (await isSteward(ctx, id)) ? ctx.loaders.requests.load(id, page) : null
}

/**
 * A person's memberships; the person also sees their requests and rejections. Those in a hidden
 * organization are left out, except for a steward of it.
 */
export function listMemberships(
  { viewer, loaders }: GuildContext,
  identityId: string,
  page: PageArguments,
): Promise<Connection<Membership>> {
  const own = viewer?.identityId === identityId
  return (own ? loaders.ownMemberships : loaders.activeMemberships).load(identityId, page)
}

const cursorKeyOf = ({ requestedAt, id }: Membership) => ({ at: requestedAt, id })

/** The edge of a membership in its person's list. */
export function membershipEdge(membership: Membership): { node: Membership; cursor: string } {
  return edgeOf(membership, cursorKeyOf)
}

const LATEST_FIRST = { column: 'requested_at', id: 'id', direction: 'desc' } as const

function inOrganization(status: MembershipStatus) {
  return once(
    (db: Kysely<GuildTables>) => (organizationId: RawBuilder<string>) =>
      db
        .selectFrom('memberships')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('status', '=', status),
  )
}

const isShown = sql<boolean>`not exists (
  select from organizations where id = memberships.organization_id and hidden_at is not null)`

function ofPerson(statuses: readonly MembershipStatus[], isInSight = isShown) {
  return once(
    (db: Kysely<GuildTables>) => (identityId: RawBuilder<string>) =>
      db
        .selectFrom('memberships')
        .selectAll()
        .where('identityId', '=', identityId)
        .where('status', 'in', statuses)
        .where(isInSight),
  )
}

const LISTS = {
  /** The members of each organization, and the requests to join it. */
  members: inOrganization('active'),
  requests: inOrganization('pending'),
  /** The memberships of each person, and those with requests and rejections. */
  activeMemberships: ofPerson(['active']),
  ownMemberships: ofPerson(
    ['pending', 'active', 'rejected'],
    sql<boolean>`(steward or ${isShown})`,
  ),
}

export function membershipPages(db: Kysely<GuildTables>, list: keyof typeof LISTS) {
  return createPageLoader(db, LISTS[list](db), cursorKeyOf, LATEST_FIRST)
}
