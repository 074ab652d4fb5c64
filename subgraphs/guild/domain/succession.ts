// Finds a successor when the last steward of an organization is erased.
import type { Transaction } from '#foundation/database/database.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Membership, Organization } from '../tables.ts'
import { retireOrganizations } from './organization.ts'
import { makeSteward } from './steward.ts'
import { findOtherSteward } from './stewardship.ts'

type Trx = Transaction<GuildTables>

/**
 * Does nothing if there is another steward. Otherwise the member who has been there longest becomes one. Without
 * members, an organization from a content file goes to the system, and any other is retired. The organization
 * must be locked.
 */
export async function passOnStewardship(
  ctx: GuildContext,
  trx: Trx,
  { id, contentKey, retiredAt }: Organization,
  leaving: Membership,
): Promise<void> {
  if (await findOtherSteward(trx, leaving)) return
  const heir = await findLongestMember(trx, leaving)
  if (heir) {
    await trx.updateTable('memberships').set({ steward: true }).where('id', '=', heir.id).execute()
  } else if (contentKey !== null) {
    await makeSteward(trx, { organizationId: id, identityId: ECOSYSTEM_ID }, ctx.now())
  } else if (retiredAt === null) {
    await retireOrganizations(trx, [id], ctx.now())
    const details = { type: 'Organization', id }
    await recordAudit(ctx, trx, { kind: 'content_retired', details })
  }
}

/** The other active member who joined first. */
function findLongestMember(
  trx: Trx,
  { id, organizationId }: Membership,
): Promise<Pick<Membership, 'id'> | undefined> {
  return trx
    .selectFrom('memberships')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
