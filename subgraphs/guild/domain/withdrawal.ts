// Withdrawing applications, pending or accepted: whoever was accepted gives the role up.
import { sql } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { GuildContext } from '../context.ts'
import type { Application, GuildTables } from '../tables.ts'
import { getRole, lockRole } from './role.ts'
import type { MembershipKey } from './steward.ts'

type Trx = Transaction<GuildTables>

/**
 * Withdraws the caller's application. Withdrawing again answers the same record.
 * @throws NOT_FOUND for whoever has none, or a rejected one alone
 */
export async function withdrawApplication(ctx: GuildContext, roleId: string): Promise<Application> {
  const identityId = requireIdentity(ctx)
  await getRole(ctx, roleId)
  const [withdrawn] = await ctx.db.transaction().execute(async (trx) => {
    await lockRole(trx, roleId)
    return endApplications(trx, identityId, [roleId], ctx.now())
  })
  ctx.loaders.role.clear(roleId)
  const application = withdrawn ?? (await findWithdrawn(ctx, roleId, identityId))
  if (!application) throw notFound('Application', roleId)
  return application
}

function findWithdrawn(
  { db }: GuildContext,
  roleId: string,
  identityId: string,
): Promise<Application | undefined> {
  return db
    .selectFrom('withdrawnApplications')
    .selectAll()
    .where('roleId', '=', roleId)
    .where('identityId', '=', identityId)
    .orderBy('withdrawnAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Ends what a person has in the roles of an organization, which must be locked. */
export async function endApplicationsIn(
  trx: Trx,
  { organizationId, identityId }: MembershipKey,
  withdrawnAt: Date,
): Promise<void> {
  const applied = trx
    .selectFrom('applications')
    .select('roleId')
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
  const roles = await trx
    .selectFrom('roles')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', applied)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const roleIds = roles.map(({ id }) => id)
  await endApplications(trx, identityId, roleIds, withdrawnAt)
}

/** The roles must be locked. The openings of accepted ones come back, except in a closed role. */
async function endApplications(
  trx: Trx,
  identityId: string,
  roleIds: readonly string[],
  withdrawnAt: Date,
): Promise<Application[]> {
  const ended = await trx
    .deleteFrom('applications')
    .where('identityId', '=', identityId)
    .where('roleId', '=', sql<string>`any(${[...roleIds]})`)
    .where('status', '<>', 'rejected')
    .returningAll()
    .execute()
  if (ended.length === 0) return []
  const withdrawn = ended.map((application) => ({ ...application, withdrawnAt }))
  await trx.insertInto('withdrawnApplications').values(withdrawn).execute()
  const accepted = ended.filter(({ status }) => status === 'accepted')
  await returnOpenings(
    trx,
    accepted.map(({ roleId }) => roleId),
  )
  return withdrawn
}

async function returnOpenings(trx: Trx, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  await trx
    .updateTable('roles')
    .set(({ eb }) => ({ openings: eb('openings', '+', 1) }))
    .where('id', '=', sql<string>`any(${[...roleIds]})`)
    .where('closed', '=', false)
    .execute()
}
