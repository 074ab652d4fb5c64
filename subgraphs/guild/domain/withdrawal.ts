// Ends applications: the applicant withdraws a pending or accepted one, or a steward dismisses them from the role.
import { sql, type Kysely } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput, notFound } from '#foundation/domain/errors.ts'
import type { GuildContext } from '../context.ts'
import type { Application, GuildTables } from '../tables.ts'
import { getRole, lockRole } from './role.ts'
import type { MembershipKey } from './steward.ts'
import { changeAsSteward } from './stewardship.ts'

type Trx = Transaction<GuildTables>

/**
 * Withdraws the caller's application, even for a hidden role. Repeating it returns the same record.
 * @throws NOT_FOUND for a caller without an application, or with only rejected ones
 */
export async function withdrawApplication(ctx: GuildContext, roleId: string): Promise<Application> {
  const identityId = requireIdentity(ctx)
  const [withdrawn] = await ctx.db.transaction().execute(async (trx) => {
    await lockRole(trx, roleId)
    return endApplications(trx, identityId, [roleId], ctx.now())
  })
  ctx.loaders.role.clear(roleId)
  const application = withdrawn ?? (await findWithdrawn(ctx, roleId, identityId))
  if (application) return application
  await getRole(ctx, roleId)
  throw notFound('Application', roleId)
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

/**
 * Ends an accepted application for a steward, as if the person had withdrawn it. The person need not
 * be a member. Repeating it returns the same record.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR for an application that is not accepted
 */
export async function dismissFromRole(
  ctx: GuildContext,
  applicationId: string,
): Promise<Application> {
  requireIdentity(ctx)
  const { roleId } = await getAnyApplication(ctx, applicationId)
  const { organizationId } = await getRole(ctx, roleId)
  const ended = await changeAsSteward(ctx, organizationId, async (trx) => {
    await lockRole(trx, roleId)
    const application = await applicationIn(trx, 'applications', applicationId)
    if (!application) return applicationIn(trx, 'withdrawnApplications', applicationId)
    if (application.status !== 'accepted') throw notAccepted()
    const [dismissed] = await endApplications(trx, application.identityId, [roleId], ctx.now())
    return dismissed
  })
  ctx.loaders.role.clear(roleId)
  if (!ended) throw notFound('Application', applicationId)
  return ended
}

/** An application that may have ended. @throws NOT_FOUND */
async function getAnyApplication({ db }: GuildContext, id: string): Promise<Application> {
  const application =
    (await applicationIn(db, 'applications', id)) ??
    (await applicationIn(db, 'withdrawnApplications', id))
  if (!application) throw notFound('Application', id)
  return application
}

function applicationIn(
  db: Kysely<GuildTables>,
  table: 'applications' | 'withdrawnApplications',
  id: string,
): Promise<Application | undefined> {
  // Both tables have the columns of an application.
  const rows = db.selectFrom(table as 'applications').selectAll()
  return rows.where('id', '=', id).executeTakeFirst()
}

function notAccepted(): Error {
  return invalidInput([
    { field: 'applicationId', reason: 'must be that of an accepted application' },
  ])
}

/** Ends a person's applications for roles of a locked organization. */
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

/** The columns of an ended application that are copied. A later version may have added others. */
const COPIED = ['id', 'roleId', 'identityId', 'status', 'message', 'appliedAt'] as const

/** Ends applications for locked roles. An accepted one frees its opening, except in a closed role. */
export async function endApplications(
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
    .returning(COPIED)
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
