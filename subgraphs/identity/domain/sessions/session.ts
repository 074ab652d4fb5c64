// Sessions: browsers in which somebody is signed in, identified by a random value whose hash is stored.
import type { Db, Transaction } from '#foundation/database/database.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { DbAndClock, AuditContext } from '../../context.ts'
import type { Identity, IdentityTables, Session } from '../../tables.ts'
import type { AuthenticationMethod } from '../../tables/sign-in.ts'
import { requireUnlocked } from './account-lock.ts'
import { recordAudit } from '../audit/audit.ts'
import { noteBrowser } from './known-browser.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import { requireFactors } from './second-factor.ts'
import { endSessionWithin } from './session-end.ts'

const IDLE_LIFETIME_MS = 7 * 86_400_000
const MAX_LIFETIME_MS = 30 * 86_400_000
/** How old `lastSeenAt` may grow before it is updated. */
const SEEN_EVERY_MS = 60_000
const MAX_SESSIONS = 50

export interface NewSession {
  identityId: string
  method: Session['method']
  /** All methods that were proved. */
  methods: readonly AuthenticationMethod[]
  userAgent: string
  /** The value of the browser's cookie. */
  browser: string
}

export interface SessionReplacement {
  /** The hash of the password that was proved, if one was. */
  passwordHash: string | undefined
  /** The browser's previous session, which may be another person's. */
  before: Session | undefined
}

export type BegunSession = Pick<Session, 'id' | 'identityId' | 'signedInAt'>

/**
 * Starts a session instead of the previous one, and returns the value of its cookie. Deletes the oldest
 * sessions of a person with too many. @throws INSUFFICIENT_PERMISSIONS when the password has been changed
 * meanwhile, while the account is locked, and without the second factor of a person who has one
 */
export async function startSession(
  ctx: AuditContext,
  { identityId, method, methods, userAgent, browser }: NewSession,
  { passwordHash, before }: SessionReplacement,
): Promise<BegunSession & { token: string }> {
  const session = { id: newId('session'), identityId, method }
  const token = randomToken()
  const at = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, identityId)
    if (passwordHash !== undefined) await lockPasswordForShare(trx, identityId, passwordHash)
    await requireFactors({ db: trx }, identityId, methods)
    await trx
      .insertInto('sessions')
      .values({
        ...session,
        userAgent: userAgent.slice(0, 300).replaceAll('\0', ''),
        address: ctx.address,
        tokenHash: sha256(token),
        signedInAt: at,
        authenticatedAt: at,
        methods: [...methods],
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + IDLE_LIFETIME_MS),
      })
      .execute()
    await requireUnlocked({ db: trx }, identityId)
    await noteBrowser({ ...ctx, db: trx }, { identityId, browser, userAgent })
    if (before) await replaceSession({ ...ctx, db: trx }, before, session)
    await removeOldest(trx, identityId)
    await recordAudit(
      { ...ctx, db: trx },
      { kind: 'sign_in', identityId, details: { method, methods } },
    )
  })
  return { id: session.id, identityId, signedInAt: at, token }
}

/**
 * Moves the grants of the replaced session to the new one, so that signing out revokes them. Another person's
 * session ends as if they had signed out.
 */
async function replaceSession(
  ctx: Omit<AuditContext, 'db'> & { db: Transaction<IdentityTables> },
  before: Session,
  { id, identityId }: Pick<Session, 'id' | 'identityId'>,
): Promise<void> {
  if (before.identityId !== identityId) {
    await endSessionWithin(ctx, before.identityId, before.id, 'sign_out')
    return
  }
  await ctx.db.deleteFrom('sessions').where('id', '=', before.id).execute()
  await ctx.db
    .updateTable('grants')
    .set({ sessionId: id })
    .where('sessionId', '=', before.id)
    .where('endedAt', 'is', null)
    .execute()
}

async function removeOldest(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('identityId', '=', identityId)
        .orderBy('signedInAt', 'desc')
        .offset(MAX_SESSIONS),
    )
    .execute()
}

/** Waits for changes that lock the account. Call it before locking anything else, or two could deadlock. */
export async function lockPersonForKeyShare(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  await trx
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .forKeyShare()
    .execute()
}

/** Locks the password until the session is stored, so that changing the password ends the session. */
export async function lockPasswordForShare(
  trx: Db<IdentityTables>,
  identityId: string,
  hash: string,
): Promise<void> {
  const held = await trx
    .selectFrom('passwords')
    .select('hash')
    .where('identityId', '=', identityId)
    .where('hash', '=', hash)
    .forShare()
    .executeTakeFirst()
  if (held) return
  throw forbidden('The password has just been changed. Sign in again.', { reason: 'password' })
}

export interface SignedIn {
  session: Session
  identity: Identity
}

/** The current session with that value, and its person. */
export async function findSignedIn(ctx: DbAndClock, token: string): Promise<SignedIn | undefined> {
  const { db, now } = ctx
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  if (!session) return undefined
  const identity = await db
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', session.identityId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!identity) return undefined
  await keepAlive(ctx, session)
  return { session, identity }
}

async function keepAlive({ db, now }: DbAndClock, session: Session): Promise<void> {
  const at = now()
  if (at.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return
  const longest = session.signedInAt.getTime() + MAX_LIFETIME_MS
  const expiresAt = new Date(Math.min(at.getTime() + IDLE_LIFETIME_MS, longest))
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: at, expiresAt })
    .where('id', '=', session.id)
    .execute()
}

/** A person's sessions, latest sign-in first. */
export function listSessions({ db, now }: DbAndClock, identityId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .orderBy('signedInAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}

/**
 * Gives a session a new cookie value, which makes copies of the old one worthless, and records what the person
 * has just proved, if anything. Undefined if the session has ended or was renewed meanwhile.
 */
export async function renewSession(
  trx: Transaction<IdentityTables>,
  { id, tokenHash }: Pick<Session, 'id' | 'tokenHash'>,
  proved: Partial<Pick<Session, 'authenticatedAt' | 'methods'>>,
): Promise<string | undefined> {
  const token = randomToken()
  const renewed = await trx
    .updateTable('sessions')
    .set({ tokenHash: sha256(token), ...proved })
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst()
  return renewed && token
}

/** Locks the session until the transaction ends. Returns false if it has already ended. */
export async function lockSessionForShare(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<boolean> {
  const held = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}
