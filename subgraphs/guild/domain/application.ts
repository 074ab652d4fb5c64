// Applications: applying for a role, deciding, and their lists.
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
import { forbidden, notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { GuildContext } from '../context.ts'
import type { Application, ApplicationStatus, GuildTables, Role } from '../tables.ts'
import { getCaller } from './caller.ts'
import { confirmDecision } from './decision.ts'
import { findRole, getRole, lockRoleForShare, lockRole } from './role.ts'
import { isSteward, requireSteward } from './steward.ts'

export interface ApplyResult {
  /** Whether the application is new. */
  created: boolean
  application: Application
}

/**
 * Applies for a role. Returns an existing application, even if the role's level has changed since; after a rejection,
 * creates a new one. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS for a level too low, ROLE_CLOSED; INTERNAL_ERROR with
 * `retry` while Identity is down
 */
export async function applyForRole(
  ctx: GuildContext,
  roleId: string,
  message: string | null,
): Promise<ApplyResult> {
  const identityId = requireIdentity(ctx)
  const role = await getRole(ctx, roleId)
  const before = await findOwnApplication(ctx.db, roleId, identityId)
  if (before && before.status !== 'rejected') return { created: false, application: before }
  if (role.retiredAt ?? role.hiddenAt) throw notFound('Role', roleId)
  await requireLevel(ctx, role)
  if (role.openings === 0) throw roleClosed(role)
  const application = { roleId, identityId, message }
  return ctx.db.transaction().execute((trx) => addApplication(ctx, trx, application))
}

async function requireLevel(ctx: GuildContext, { title, minLevel }: Role): Promise<void> {
  const { level } = await getCaller(ctx)
  if (level >= minLevel) return
  throw forbidden(`${title} requires level ${minLevel}.`, { requiredLevel: minLevel, level })
}

/** The person's pending or accepted application, or else the latest rejected one. */
function findOwnApplication(
  db: Kysely<GuildTables>,
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

/** The caller's own application, as `findOwnApplication` finds it. */
export async function findMyApplication(
  { viewer, loaders }: GuildContext,
  roleId: string,
): Promise<Application | undefined> {
  return viewer && loaders.ownApplication.load({ roleId, identityId: viewer.identityId })
}

type ApplicationKey = Pick<Application, 'roleId' | 'identityId'>

/** Looks up each key by an index: one condition on both columns would read all rows of a large role. */
const ownByKeys = once((db: Kysely<GuildTables>) =>
  reads(sql<Application>`
    select own.*
    from unnest(${placeholder('roleIds')}::text[], ${placeholder('identityIds')}::text[])
      as parent (role_id, identity_id)
    cross join lateral (
      select * from applications
      where role_id = parent.role_id and identity_id = parent.identity_id
      order by status = 'rejected', applied_at desc, id desc
      limit 1) as own`).compile(db),
)

/** Loads the own applications of many people and roles in one statement. */
export function ownApplicationLoader(
  db: Kysely<GuildTables>,
): DataLoader<ApplicationKey, Application | undefined, string> {
  return createKeyLoader(db, ownByKeys(db), ['roleId', 'identityId'])
}

/** @throws NOT_FOUND for a retired or hidden role */
async function addApplication(
  { now }: GuildContext,
  trx: Transaction<GuildTables>,
  application: Pick<Application, 'roleId' | 'identityId' | 'message'>,
): Promise<ApplyResult> {
  const { id, retiredAt, hiddenAt } = await lockRoleForShare(trx, application.roleId)
  if (retiredAt ?? hiddenAt) throw notFound('Role', id)
  const added = await trx
    .insertInto('applications')
    .values({ id: newId('application'), ...application, status: 'pending', appliedAt: now() })
    .onConflict((conflict) =>
      conflict.columns(['roleId', 'identityId']).where('status', '<>', 'rejected').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (added) return { created: true, application: added }
  // The lock on the role rules out that the application is withdrawn meanwhile.
  const { roleId, identityId } = application
  return { created: false, application: (await findOwnApplication(trx, roleId, identityId))! }
}

function getApplication({ db }: GuildContext, id: string): Promise<Application> {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Application', id))
}

/** An application by its id; undefined for anybody but its applicant and the deciding stewards. */
export async function findApplication(
  ctx: GuildContext,
  id: string,
): Promise<Application | undefined> {
  const application = await ctx.loaders.application.load(id)
  const role = application && (await findRole(ctx, application.roleId))
  if (!role) return undefined
  const isOwn = application.identityId === ctx.viewer?.identityId
  return isOwn || (await isSteward(ctx, role.organizationId)) ? application : undefined
}

/**
 * Accepts an application, which takes an opening of the role, or rejects it. Accepting for a retired or hidden role is
 * NOT_FOUND. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, ROLE_CLOSED, ALREADY_COMPLETED if decided differently before
 */
export async function decideApplication(
  ctx: GuildContext,
  { applicationId, accept }: { applicationId: string; accept: boolean },
): Promise<Application> {
  requireIdentity(ctx)
  const { roleId } = await getApplication(ctx, applicationId)
  const { organizationId } = await getRole(ctx, roleId)
  await requireSteward(ctx, organizationId)
  const decision: ApplicationStatus = accept ? 'accepted' : 'rejected'
  const decided = await ctx.db.transaction().execute(async (trx) => {
    const role = accept ? await lockRole(trx, roleId) : undefined
    const application = await trx
      .updateTable('applications')
      .set({ status: decision })
      .where('id', '=', applicationId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (application && role) await fillOpening(trx, role)
    return application
  })
  ctx.loaders.role.clear(roleId)
  return decided ?? confirmDecision(await getApplication(ctx, applicationId), decision)
}

/** The role must be locked. @throws NOT_FOUND, ROLE_CLOSED: both undo the acceptance */
async function fillOpening(trx: Transaction<GuildTables>, role: Role): Promise<void> {
  if (role.retiredAt ?? role.hiddenAt) throw notFound('Role', role.id)
  if (role.openings === 0) throw roleClosed(role)
  const openings = role.openings - 1
  await trx.updateTable('roles').set({ openings }).where('id', '=', role.id).execute()
}

function roleClosed({ title }: Role): Error {
  return refused('ROLE_CLOSED', `${title} has no openings.`)
}

/** The applicants of a role; null for anybody but the stewards. */
export async function findApplicants(
  ctx: GuildContext,
  { id, organizationId }: Role,
  { status, ...page }: PageArguments & { status?: ApplicationStatus | null | undefined },
): Promise<Connection<Application> | null> {
  if (!(await isSteward(ctx, organizationId))) return null
  return ctx.loaders.roleApplications[status ?? 'all'].load(id, page)
}

const isShown = sql<boolean>`not exists (
  select from roles where id = applications.role_id and hidden_at is not null)`

const ofRole = (status: RawBuilder<boolean> = sql`true`) =>
  once(
    (db: Kysely<GuildTables>) => (roleId: RawBuilder<string>) =>
      db.selectFrom('applications').selectAll().where('roleId', '=', roleId).where(status),
  )

const LISTS = {
  all: ofRole(),
  pending: ofRole(sql`status = 'pending'`),
  accepted: ofRole(sql`status = 'accepted'`),
  rejected: ofRole(sql`status = 'rejected'`),
  // Leaves out applications for hidden roles.
  ofPerson: once(
    (db: Kysely<GuildTables>) => (identityId: RawBuilder<string>) =>
      db.selectFrom('applications').selectAll().where('identityId', '=', identityId).where(isShown),
  ),
}

const cursorKeyOf = ({ appliedAt, id }: Application) => ({ at: appliedAt, id })

/** The edge of an application in its applicant's list. */
export function applicationEdge(application: Application): { node: Application; cursor: string } {
  return edgeOf(application, cursorKeyOf)
}

/** The applications for each role, all of them or those in a status, or of each person. */
export function applicationPages(db: Kysely<GuildTables>, list: keyof typeof LISTS) {
  return createPageLoader(db, LISTS[list](db), cursorKeyOf, {
    column: 'applied_at',
    id: 'id',
    direction: 'desc',
  })
}
