// Leaving an organization, withdrawing the request to join it, and removing a member.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Membership, Organization } from '../tables.ts'
import { countMemberOut } from './member-count.ts'
import { findFormer, lockLasting, lockMembership } from './membership-row.ts'
import { getOrganization, lockOrganization } from './organization.ts'
import { changeAsSteward, notActiveMember, requireOtherSteward } from './stewardship.ts'
import { endApplicationsIn } from './withdrawal.ts'

type Trx = Transaction<GuildTables>

interface MembershipEnd {
  leftAt: Date
  /** True if a steward removes the person. */
  removed: boolean
}

/**
 * Ends the caller's membership or request, even in a hidden organization. Repeating it returns the same record.
 * @throws NOT_FOUND for a caller who never was a member, LAST_STEWARD
 */
export async function leaveOrganization(
  ctx: GuildContext,
  organizationId: string,
): Promise<Membership> {
  const key = { organizationId, identityId: requireIdentity(ctx) }
  const left = await ctx.db.transaction().execute(async (trx) => {
    const organization = await lockOrganization(trx, organizationId)
    const membership = await lockLasting(trx, key)
    const ending = { leftAt: ctx.now(), removed: false }
    return membership && endMembership(trx, organization, membership, ending)
  })
  forget(ctx, key)
  const former = left ?? (await findFormer(ctx.db, key))
  if (former) return asMembership(former)
  await getOrganization(ctx, organizationId)
  throw notFound('Membership', organizationId)
}

/**
 * Ends a member's membership, for a steward. Repeating it returns the same record.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, STEWARD for a steward, VALIDATION_ERROR for a person who is not a member
 */
export async function removeMember(ctx: GuildContext, membershipId: string): Promise<Membership> {
  requireIdentity(ctx)
  const { organizationId } = await getAnyMembership(ctx, membershipId)
  const former = await changeAsSteward(ctx, organizationId, async (trx, organization) => {
    const membership = await lockMembership(trx, membershipId)
    if (!membership) return findFormerById(trx, membershipId)
    if (membership.status !== 'active') throw notActiveMember()
    if (membership.steward) {
      throw refused('STEWARD', 'This member is a steward. Dismiss them as a steward first.')
    }
    return endMembership(trx, organization, membership, { leftAt: ctx.now(), removed: true })
  })
  if (!former) throw notFound('Membership', membershipId)
  forget(ctx, former)
  return asMembership(former)
}

type Former = NonNullable<Awaited<ReturnType<typeof findFormer>>>

/** The organization and the membership must be locked. @throws LAST_STEWARD */
export async function endMembership(
  trx: Trx,
  organization: Organization,
  membership: Membership,
  ending: MembershipEnd,
): Promise<Former> {
  // Only these columns, because a later version may have added others.
  const { id, organizationId, identityId, status, requestedAt, steward } = membership
  if (steward) await requireOtherSteward(trx, membership)
  await trx.deleteFrom('memberships').where('id', '=', id).execute()
  if (status === 'active') {
    await countMemberOut(trx, organization)
    await endApplicationsIn(trx, membership, ending.leftAt)
  }
  const former = { id, organizationId, identityId, status, requestedAt, ...ending }
  await trx.insertInto('formerMemberships').values(former).execute()
  return former
}

/** A membership that may have ended. @throws NOT_FOUND */
function getAnyMembership(
  { db }: GuildContext,
  id: string,
): Promise<Pick<Membership, 'organizationId'>> {
  const lasting = db.selectFrom('memberships').select('organizationId').where('id', '=', id)
  const former = db.selectFrom('formerMemberships').select('organizationId').where('id', '=', id)
  return lasting.unionAll(former).executeTakeFirstOrThrow(() => notFound('Membership', id))
}

function findFormerById(trx: Trx, id: string): Promise<Former | undefined> {
  return trx.selectFrom('formerMemberships').selectAll().where('id', '=', id).executeTakeFirst()
}

function asMembership({ removed: _removed, ...former }: Former): Membership {
  return { ...former, steward: false }
}

/** Clears what the loaders of this request may have read before the change. */
function forget({ loaders }: GuildContext, key: Pick<Former, 'organizationId' | 'identityId'>) {
  loaders.organization.clear(key.organizationId)
  loaders.steward.clear(key)
  loaders.role.clearAll()
}
