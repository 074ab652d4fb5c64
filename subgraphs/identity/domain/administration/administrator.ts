// Administrators: adds, removes and checks them. A check applies to the moment of the call, not to that of the token.
import { sql } from 'kysely'
import { readingAsAdministrator } from '#foundation/auth/administrator-reading.ts'
import { oncePerRequest } from '#foundation/auth/caller-checks.ts'
import { requireViewer } from '#foundation/auth/caller.ts'
import type { Viewer } from '#foundation/auth/viewer.ts'
import type { Db, Transaction } from '#foundation/database/database.ts'
import {
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { DomainError, forbidden, refused } from '#foundation/domain/errors.ts'
import { shortened, shown } from '#foundation/domain/shown-value.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables, Session } from '../../tables.ts'
import { recordAudit, type AuditEntry } from '../audit/audit.ts'
import { isStrong } from '../sessions/second-factor.ts'
import { lockStepUp } from '../sessions/step-up.ts'
import { refuseSystemIdentity } from './system-identity.ts'

/** The context of an administrative change. Commands have no viewer. */
export interface Administration extends Pick<
  IdentityContext,
  'db' | 'now' | 'address' | 'requestId' | 'viewer'
> {
  /** The console session in which the change is made. */
  session?: Session
}

/**
 * Runs an administrative change in a transaction. In the console, it first locks the session and the role, so
 * that neither ends meanwhile. @throws INSUFFICIENT_PERMISSIONS if one has ended
 */
export function changeAsAdministrator<Result>(
  ctx: Administration,
  change: (trx: Transaction<IdentityTables>) => Promise<Result>,
): Promise<Result> {
  return ctx.db.transaction().execute(async (trx) => {
    if (ctx.session) await lockAdministratorForShare({ db: trx, now: ctx.now }, ctx.session)
    return change(trx)
  })
}

async function lockAdministratorForShare(
  ctx: { db: Transaction<IdentityTables>; now: () => Date },
  session: Session,
): Promise<void> {
  await lockAdministrators(ctx.db)
  const held = await lockStepUp(ctx, session)
  const viewer = { identityId: session.identityId, clientId: 'console' }
  if (isStrong(held) && (await isAdministrator(ctx, viewer))) return
  throw forbidden('You are no longer an administrator.', { reason: 'administrator' })
}

/** Records an administrative change and who made it, in the transaction of the change. */
export function recordChange(
  ctx: Administration,
  trx: Transaction<IdentityTables>,
  entry: AuditEntry,
): Promise<void> {
  const details = { ...entry.details, by: ctx.viewer?.identityId }
  return recordAudit({ ...ctx, db: trx }, { ...entry, details })
}

/** True for an enabled person with the role, and an enabled machine client with the scope `admin`. */
export async function isAdministrator(
  { db }: { db: Db<IdentityTables> },
  { identityId, clientId }: Pick<Viewer, 'identityId' | 'clientId'>,
): Promise<boolean> {
  const person = db
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
  const client = db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(coalesce(machine_scopes, scopes))`)
  const found = await (identityId === clientId ? client : person).executeTakeFirst()
  return found !== undefined
}

/** Whether the caller is an administrator now; queried once per request. */
export const isCallerAdministrator = oncePerRequest((ctx: IdentityContext) =>
  isAdministrator(ctx, requireViewer(ctx)),
)

/** Whether the caller reads as an administrator. */
export const readsAsAdministrator = readingAsAdministrator(isCallerAdministrator)

/** Everybody with the role, newest first. Includes disabled people, who do not count as administrators. */
export function listAdministrators(
  { db }: Pick<Administration, 'db'>,
  page: PageArguments,
): Promise<Connection<Identity>> {
  const all = db.selectFrom('identities').selectAll().where('role', '=', sql.lit('admin'))
  return paginate(db, all, page, ({ createdAt, id }) => ({ at: createdAt, id }))
}

/** Adds the role. Repeating it changes nothing. @throws NOT_FOUND, SYSTEM_IDENTITY, IDENTITY_DISABLED */
export function addAdministrator(ctx: Administration, username: string): Promise<void> {
  return changeAsAdministrator(ctx, async (trx) => {
    const person = await lockPerson(trx, username)
    refuseSystemIdentity(person)
    const { id, role, disabledAt } = person
    if (disabledAt) {
      throw refused('IDENTITY_DISABLED', `${username} is disabled and cannot be an administrator.`)
    }
    if (role === 'admin') return
    await trx.updateTable('identities').set({ role: 'admin' }).where('id', '=', id).execute()
    await recordChange(ctx, trx, { kind: 'administrator_added', identityId: id })
  })
}

/** Lock administrators before any other row: two who leave, or disable each other, at once must wait for each other. */
export async function lockAdministrators(trx: Transaction<IdentityTables>): Promise<void> {
  await trx
    .selectFrom('identities')
    .select('id')
    .where('role', '=', sql.lit('admin'))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Locks all administrators and returns true if nobody else could administer the system. Disabled administrators
 * and those who are leaving do not count.
 */
export async function isLastAdministrator(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<boolean> {
  // A separate statement, so that the next one sees changes committed while this one waited.
  await lockAdministrators(trx)
  const remaining = await trx
    .selectFrom('identities')
    .leftJoin('departures', 'departures.identityId', 'identities.id')
    .select('identities.id')
    .where('role', '=', sql.lit('admin'))
    .where('disabledAt', 'is', null)
    .where(({ eb, or }) => or([eb('departures.id', 'is', null), eb('identities.id', '=', id)]))
    .execute()
  return remaining.length === 1 && remaining[0]!.id === id
}

/** @throws LAST_ADMINISTRATOR if nobody else could administer the system; locks all administrators */
export async function requireOtherAdministrator(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<void> {
  if (!(await isLastAdministrator(trx, id))) return
  const message =
    'There is no other administrator, or the others are leaving. Add another one first.'
  throw refused('LAST_ADMINISTRATOR', message)
}

/** Removes the role. Does nothing for people without it. @throws NOT_FOUND */
export function removeAdministrator(ctx: Administration, username: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const { id, role } = await lockPerson(trx, username)
    if (role !== 'admin') return
    await trx.updateTable('identities').set({ role: 'member' }).where('id', '=', id).execute()
    await recordChange(ctx, trx, { kind: 'administrator_removed', identityId: id })
  })
}

/**
 * Removes the role, on behalf of an administrator. Only the command may remove the last one, because it can add
 * another. @throws NOT_FOUND, LAST_ADMINISTRATOR
 */
export function dismissAdministrator(ctx: Administration, id: string): Promise<void> {
  return changeAsAdministrator(ctx, async (trx) => {
    await requireOtherAdministrator(trx, id)
    const dismissed = await trx
      .updateTable('identities')
      .set({ role: 'member' })
      .where('id', '=', id)
      .where('role', '=', sql.lit('admin'))
      .returning('id')
      .executeTakeFirst()
    if (dismissed) await recordChange(ctx, trx, { kind: 'administrator_removed', identityId: id })
  })
}

/** Serializes changes of a person. */
async function lockPerson(trx: Transaction<IdentityTables>, username: string): Promise<Identity> {
  const person = await trx
    .selectFrom('identities')
    .selectAll()
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst()
  if (person) return person
  const details = { resource: 'Identity', id: shortened(username) }
  throw new DomainError('NOT_FOUND', `Nobody has the username ${shown(username)}.`, details)
}
