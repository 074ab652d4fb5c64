// Appointing stewards, dismissing them and resigning. An organization keeps at least one.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput, notFound, refused } from '#foundation/domain/errors.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Membership, Organization } from '../tables.ts'
import { getMembership, lockLasting, lockMembership } from './membership-row.ts'
import { getOrganization, lockOrganization } from './organization.ts'
import { notSteward, requireSteward } from './steward.ts'

type Trx = Transaction<GuildTables>

/** @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR for a person who is not a member */
export async function appointSteward(ctx: GuildContext, membershipId: string): Promise<Membership> {
  requireIdentity(ctx)
  const { organizationId } = await getMembership(ctx, membershipId)
  const steward = await changeAsSteward(ctx, organizationId, (trx) =>
    trx
      .updateTable('memberships')
      .set({ steward: true })
      .where('id', '=', membershipId)
      .where('status', '=', 'active')
      .returningAll()
      .executeTakeFirst(),
  )
  if (!steward) throw notActiveMember()
  ctx.loaders.steward.clear(steward)
  return steward
}

/** Dismissing again changes nothing. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, LAST_STEWARD */
export async function dismissSteward(ctx: GuildContext, membershipId: string): Promise<Membership> {
  requireIdentity(ctx)
  const { organizationId } = await getMembership(ctx, membershipId)
  const membership = await changeAsSteward(ctx, organizationId, async (trx) => {
    const known = await lockMembership(trx, membershipId)
    if (!known) throw notFound('Membership', membershipId)
    return stepDown(trx, known)
  })
  ctx.loaders.steward.clear(membership)
  return membership
}

/** Resigning again changes nothing. @throws NOT_FOUND for anybody but a member, LAST_STEWARD */
export async function resignSteward(
  ctx: GuildContext,
  organizationId: string,
): Promise<Membership> {
  const key = { organizationId, identityId: requireIdentity(ctx) }
  await getOrganization(ctx, organizationId)
  const membership = await ctx.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId)
    const known = await lockLasting(trx, key)
    if (known?.status !== 'active') throw notFound('Membership', organizationId)
    return stepDown(trx, known)
  })
  ctx.loaders.steward.clear(key)
  return membership
}

/**
 * Locks an organization, then changes its members or stewards. If two stewards dismiss each other, the
 * lock serializes them, and the second is refused because they are no longer a steward.
 * @throws INSUFFICIENT_PERMISSIONS unless the caller is a steward under the lock
 */
export async function changeAsSteward<Result>(
  ctx: GuildContext,
  organizationId: string,
  change: (trx: Trx, organization: Organization) => Promise<Result>,
): Promise<Result> {
  const identityId = requireIdentity(ctx)
  await requireSteward(ctx, organizationId)
  return ctx.db.transaction().execute(async (trx) => {
    const organization = await lockOrganization(trx, organizationId)
    const own = await lockLasting(trx, { organizationId, identityId })
    if (!own?.steward) throw notSteward()
    return change(trx, organization)
  })
}

/** The organization must be locked. @throws LAST_STEWARD */
async function stepDown(trx: Trx, membership: Membership): Promise<Membership> {
  if (!membership.steward) return membership
  await requireOtherSteward(trx, membership)
  const steward = false
  await trx.updateTable('memberships').set({ steward }).where('id', '=', membership.id).execute()
  return { ...membership, steward }
}

/** The organization must be locked, so that no other steward steps down meanwhile. @throws LAST_STEWARD */
export async function requireOtherSteward(trx: Trx, membership: Membership): Promise<void> {
  if (await findOtherSteward(trx, membership)) return
  throw refused(
    'LAST_STEWARD',
    'This is the last steward of the organization. Appoint another one first.',
  )
}

export function findOtherSteward(
  trx: Trx,
  { id, organizationId }: Membership,
): Promise<Pick<Membership, 'id'> | undefined> {
  return trx
    .selectFrom('memberships')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'active')
    .where('steward', '=', true)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
}

export function notActiveMember(): Error {
  return invalidInput([{ field: 'membershipId', reason: 'must be that of an active member' }])
}
