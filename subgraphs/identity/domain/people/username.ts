// Usernames: unique, changed at most once in 30 days, and reserved for their previous owner for 90.
import { sql } from 'kysely'
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import { brokenConstraint, type Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused, type DomainError, type Issue } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import { identityInput } from '../../input.ts'
import type { Identity, IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { isDeparted } from './departed-username.ts'
import { isHidden } from './hidden-name.ts'
import { isReservedName } from './reserved-usernames.ts'
import { lockStepUp } from '../sessions/step-up.ts'

const DAY_MS = 86_400_000
/** The minimum time between two changes, by the person or by an app. */
const CHANGED_EVERY_MS = 30 * DAY_MS
/** How long an old username stays reserved: others know the person by it, and links contain it. */
export const RESERVED_MS = 90 * DAY_MS

export const USERNAME = identityInput.pattern('UpdateUsernameInput.username')

/** The issues of a new username. */
export function usernameIssues(username: string): Issue[] {
  const issues = identityInput.issues('UpdateUsernameInput', { username })
  if (issues.length > 0 || !isReservedName(username)) return issues
  return [{ field: 'username', reason: 'is reserved' }]
}

/**
 * Changes the caller's username. The current one is accepted unchanged, even if reserved. On the account page
 * `session` must have stepped up; apps have none. @throws VALIDATION_ERROR for a reserved name,
 * USERNAME_CHANGED_RECENTLY, USERNAME_TAKEN, INSUFFICIENT_PERMISSIONS
 */
export async function updateUsername(
  ctx: IdentityContext,
  username: string,
  session?: Pick<Session, 'id' | 'tokenHash'>,
): Promise<Identity> {
  const id = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const identity = await lockNamed(trx, id)
    if (session) await lockStepUp({ ...ctx, db: trx }, session)
    if (identity.username === username) return identity
    if (!(await holdsUsername(trx, id, username, ctx.now()))) refuseIssues(usernameIssues(username))
    requireChangeDue(identity, ctx.now())
    const entry = { kind: 'username_changed', identityId: id } as const
    const details = { username, before: identity.username }
    const { clientId } = requireViewer(ctx)
    await recordAudit({ ...ctx, db: trx }, { ...entry, clientId, details })
    return rename({ ...ctx, db: trx }, identity, username)
  })
}

/** Locks a person whose name is about to change. @throws NOT_FOUND, also for somebody who left */
export async function lockNamed(trx: Transaction<IdentityTables>, id: string): Promise<Identity> {
  const identity = await trx
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!identity || identity.leftAt) throw notFound('Identity', id)
  return identity
}

/** Whether the person gave up that name and may still go back to it, even if it has become reserved. */
async function holdsUsername(
  trx: Transaction<IdentityTables>,
  identityId: string,
  username: string,
  now: Date,
): Promise<boolean> {
  const reservation = await trx
    .selectFrom('usernameReservations')
    .select('username')
    .where('username', '=', username)
    .where('identityId', '=', identityId)
    .where('until', '>', now)
    .executeTakeFirst()
  return reservation !== undefined
}

/** When the username may be changed again; undefined if now, which is always so for a hidden one. */
export function usernameChangeableAt(identity: Identity, now: Date): Date | undefined {
  const { usernameChangedAt } = identity
  if (!usernameChangedAt || isHidden(identity, 'username')) return undefined
  const at = new Date(usernameChangedAt.getTime() + CHANGED_EVERY_MS)
  return at > now ? at : undefined
}

function requireChangeDue(identity: Identity, now: Date): void {
  const at = usernameChangeableAt(identity, now)
  if (!at) return
  const availableAt = at.toISOString()
  const message = `You can change a username once in 30 days. You can change yours again on ${availableAt}.`
  throw refused('USERNAME_CHANGED_RECENTLY', message, { availableAt })
}

/** Gives a locked person a new name and reserves the previous one. @throws USERNAME_TAKEN */
function rename(ctx: UsernameContext, person: Identity, username: string): Promise<Identity> {
  return renameAt(ctx, { ...person, usernameChangedAt: ctx.now() }, username)
}

/** `rename` with another time of the person's own last choice. */
export async function renameAt(
  ctx: UsernameContext,
  { id, username: before, usernameChangedAt }: Identity,
  username: string,
): Promise<Identity> {
  const { db: trx } = ctx
  const now = ctx.now()
  await lockNames(trx, [before, username])
  const identity = await trx
    .updateTable('identities')
    .set({ username, usernameChangedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => refuseTaken(error, username))
  await requireUnreserved(ctx, identity)
  const reservation = { identityId: id, until: new Date(now.getTime() + RESERVED_MS) }
  await trx
    .insertInto('usernameReservations')
    .values({ username: before, ...reservation })
    // An older reservation has ended, because somebody else has had the name since.
    .onConflict((conflict) => conflict.column('username').doUpdateSet(reservation))
    .execute()
  return identity
}

/** The context in which a name is assigned. */
type UsernameContext = Pick<IdentityContext, 'settings' | 'now'> & {
  db: Transaction<IdentityTables>
}

/** Locks both names in order: two people who want each other's name would otherwise deadlock. */
async function lockNames(trx: Transaction<IdentityTables>, names: string[]): Promise<void> {
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${name}`}, 0))`.execute(trx)
  }
}

/**
 * Rejects a name just assigned while it is reserved for somebody else. Call it after the assignment: the unique
 * index makes that wait until the previous owner's change is committed, so that their reservation is visible.
 * @throws USERNAME_TAKEN
 */
export async function requireUnreserved(
  ctx: UsernameContext,
  { id, username }: Pick<Identity, 'id' | 'username'>,
): Promise<void> {
  const { db: trx } = ctx
  const now = ctx.now()
  await trx
    .deleteFrom('usernameReservations')
    .where('username', '=', username)
    .where((eb) => eb.or([eb('identityId', '=', id), eb('until', '<=', now)]))
    .execute()
  const reservation = await trx
    .selectFrom('usernameReservations')
    .select('until')
    .where('username', '=', username)
    .executeTakeFirst()
  if (reservation || (await isDeparted(ctx, username))) throw taken(username)
}

/** Translates the error of a statement that assigns a username. @throws USERNAME_TAKEN, or the error */
export function refuseTaken(error: unknown, username: string): never {
  throw brokenConstraint(error) === 'one_identity_a_username' ? taken(username) : error
}

function taken(username: string): DomainError {
  return refused('USERNAME_TAKEN', `The username ${username} is taken.`, { field: 'username' })
}

/**
 * The current username of the account that a name signs in to: of its owner, or of the person it is reserved
 * for; otherwise the name itself.
 */
export async function currentUsername(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  name: string,
): Promise<string> {
  if (!USERNAME.test(name)) return name
  const holder = await db
    .selectFrom('usernameReservations as reservation')
    .innerJoin('identities', 'identities.id', 'reservation.identityId')
    .select('identities.username')
    .where('reservation.username', '=', name)
    .where('reservation.until', '>', now())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom('identities as named').select('id').where('named.username', '=', name)),
      ),
    )
    .executeTakeFirst()
  return holder?.username ?? name
}
