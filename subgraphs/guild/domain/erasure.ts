// Erases a person from the guild, as if they had left every organization and withdrawn every application.
import type { Kysely } from 'kysely'
import { rememberErased } from '#foundation/database/people/erased-people.ts'
import { deleteRowsOf } from '#foundation/database/people/person-rows.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { eraseKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { Erasure } from '#foundation/service/personal-data.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables } from '../tables.ts'
import { endMembership } from './leaving.ts'
import { lockLasting } from './membership-row.ts'
import { lockOrganization } from './organization.ts'
import { lockRole } from './role.ts'
import { passOnStewardship } from './succession.ts'
import { endApplications } from './withdrawal.ts'

/** Erases a person, with one transaction for each organization and each role, so that locks are short. */
export async function erasePerson(ctx: GuildContext, erasure: Erasure): Promise<void> {
  const { db, now } = ctx
  const { identityId } = erasure
  await rememberErased(db, identityId, now())
  for (
    let found = await findLasting(db, identityId);
    found;
    found = await findLasting(db, identityId)
  ) {
    await leave(ctx, { ...found, identityId })
  }
  for (let found = await findOpen(db, identityId); found; found = await findOpen(db, identityId)) {
    await withdraw(ctx, { ...found, identityId })
  }
  // These rows are left: rejected ones, and those that have ended.
  await deleteRowsOf(db, { table: 'memberships', column: 'identityId' }, identityId)
  await deleteRowsOf(db, { table: 'formerMemberships', column: 'identityId' }, identityId)
  await deleteRowsOf(db, { table: 'applications', column: 'identityId' }, identityId)
  await deleteRowsOf(db, { table: 'withdrawnApplications', column: 'identityId' }, identityId)
  await eraseFromAudit(db, erasure)
  await eraseKeys(db, identityId)
  await eraseEvents(db, erasure)
}

/** An organization in which the person has a membership or a pending request. */
function findLasting(db: Kysely<GuildTables>, identityId: string) {
  return db
    .selectFrom('memberships')
    .select('organizationId')
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

function leave(
  ctx: GuildContext,
  key: { organizationId: string; identityId: string },
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const organization = await lockOrganization(trx, key.organizationId)
    const membership = await lockLasting(trx, key)
    if (!membership) return
    if (membership.steward) await passOnStewardship(ctx, trx, organization, membership)
    // Read again, because a successor who was not a member has raised the count.
    const counted = await lockOrganization(trx, organization.id)
    const ending = { leftAt: ctx.now(), removed: false }
    await endMembership(trx, counted, { ...membership, steward: false }, ending)
  })
}

/** A role for which the person has a pending or accepted application. */
function findOpen(db: Kysely<GuildTables>, identityId: string) {
  return db
    .selectFrom('applications')
    .select('roleId')
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
    .orderBy('appliedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

function withdraw(
  { db, now }: GuildContext,
  { roleId, identityId }: { roleId: string; identityId: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRole(trx, roleId)
    await endApplications(trx, identityId, [roleId], now())
  })
}
