// Applications: asking for a role, deciding who gets it, and the lists of who asked for what.
import { sql, type Kysely } from 'kysely'
import { refuseIssues, textIssues } from '#foundation/bounds.ts'
import { requireIdentity } from '#foundation/context.ts'
import type { Transaction } from '#foundation/database.ts'
import { forbidden, notFound, refused } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { createPageLoader, type Connection, type PageArguments } from '#foundation/pagination.ts'
import type { GuildContext } from '../context.ts'
import type { Application, ApplicationStatus, GuildTables, Role } from '../tables.ts'
import { getCaller } from './caller.ts'
import { confirmDecision } from './decision.ts'
import { getRole } from './role.ts'
import { isSteward, requireSteward } from './steward.ts'

export interface ApplyResult {
  /** False when the caller had applied before. */
  created: boolean
  application: Application
}

/**
 * Applies for a role. Whoever has applied is answered what there is, whatever the role asks by now;
 * whoever was rejected applies anew.
 * @throws VALIDATION_ERROR, NOT_FOUND, INSUFFICIENT_PERMISSIONS for a level too low, ROLE_CLOSED;
 * INTERNAL_ERROR with `retry` while Identity is away
 */
export async function applyForRole(
  ctx: GuildContext,
  roleId: string,
  message: string | null,
): Promise<ApplyResult> {
  const identityId = requireIdentity(ctx)
  refuseIssues(textIssues('message', message, 2_000))
  const role = await getRole(ctx, roleId)
  const before = await findOwnApplication(ctx, roleId, identityId)
  if (before && before.status !== 'rejected') return { created: false, application: before }
  await requireLevel(ctx, role)
  if (role.openings === 0) throw roleClosed(role)
  const added = await addApplication(ctx, { roleId, identityId, message })
  if (added) return { created: true, application: added }
  const application = await findOwnApplication(ctx, roleId, identityId)
  return { created: false, application: application! }
}

async function requireLevel(ctx: GuildContext, { title, minLevel }: Role): Promise<void> {
  const { level } = await getCaller(ctx)
  if (level >= minLevel) return
  throw forbidden(`${title} asks for level ${minLevel}.`, { requiredLevel: minLevel, level })
}

/** The person's one that was not rejected, or else the latest rejected one. */
function findOwnApplication(
  { db }: GuildContext,
  roleId: string,
  identityId: string,
): Promise<Application | undefined> {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('roleId', '=', roleId)
    .where('identityId', '=', identityId)
    .orderBy(sql`status = 'rejected'`)
    .orderBy('appliedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Undefined when the person has one that was not rejected. */
function addApplication(
  { db, now }: GuildContext,
  application: Pick<Application, 'roleId' | 'identityId' | 'message'>,
): Promise<Application | undefined> {
  return db
    .insertInto('applications')
    .values({ id: newId('application'), ...application, status: 'pending', appliedAt: now() })
    .onConflict((conflict) =>
      conflict.columns(['roleId', 'identityId']).where('status', '<>', 'rejected').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

async function getApplication({ db }: GuildContext, id: string): Promise<Application> {
  const application = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('Application', id)
  return application
}

/**
 * Accepts an application, which takes an opening of the role, or rejects it.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, ROLE_CLOSED, ALREADY_COMPLETED when it was decided
 * otherwise
 */
export async function decideApplication(
  ctx: GuildContext,
  { applicationId, accept }: { applicationId: string; accept: boolean },
): Promise<Application> {
  requireIdentity(ctx)
  const { roleId } = await getApplication(ctx, applicationId)
  const role = await getRole(ctx, roleId)
  await requireSteward(ctx, role.organizationId)
  const decision: ApplicationStatus = accept ? 'accepted' : 'rejected'
  const decided = await ctx.db.transaction().execute(async (trx) => {
    const application = await trx
      .updateTable('applications')
      .set({ status: decision })
      .where('id', '=', applicationId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (application && accept) await takeOpening(trx, role)
    return application
  })
  ctx.loaders.role.clear(roleId)
  return decided ?? confirmDecision(await getApplication(ctx, applicationId), decision)
}

/** @throws ROLE_CLOSED when none is left, which undoes the acceptance */
async function takeOpening(trx: Transaction<GuildTables>, role: Role): Promise<void> {
  const taken = await trx
    .updateTable('roles')
    .set(({ eb }) => ({ openings: eb('openings', '-', 1) }))
    .where('id', '=', role.id)
    .where('openings', '>', 0)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw roleClosed(role)
}

function roleClosed({ title }: Role): Error {
  return refused('ROLE_CLOSED', `${title} has no openings.`)
}

/** Who has applied for a role; null for anybody but the stewards. */
export async function findApplicants(
  ctx: GuildContext,
  { id, organizationId }: Role,
  page: PageArguments,
): Promise<Connection<Application> | null> {
  return (await isSteward(ctx, organizationId)) ? ctx.loaders.roleApplications.load(id, page) : null
}

/** What a person has applied for; null for anybody but the person. */
export async function findApplications(
  { viewer, loaders }: GuildContext,
  identityId: string,
  page: PageArguments,
): Promise<Connection<Application> | null> {
  return viewer?.identityId === identityId ? loaders.ownApplications.load(identityId, page) : null
}

/** The applications that each role, or each person, has. */
export function applicationPages(db: Kysely<GuildTables>, parent: 'roleId' | 'identityId') {
  return createPageLoader(
    db,
    (parentId) => db.selectFrom('applications').selectAll().where(parent, '=', parentId),
    ({ appliedAt, id }) => ({ at: appliedAt, id }),
    { column: 'applied_at', id: 'id', direction: 'desc' },
  )
}
