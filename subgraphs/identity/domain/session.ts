// Sign-ins: a browser that proved who uses it, known by a random value of which a hash is kept.
import type { Db } from '#foundation/database.ts'
import { forbidden } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, IdentityTables, Session } from '../tables.ts'
import { endGrants, type Ending } from './grant.ts'
import { randomToken, sha256 } from './random.ts'

const IDLE_LIFETIME_MS = 7 * 86_400_000
const LONGEST_LIFETIME_MS = 30 * 86_400_000
/** How old `lastSeenAt` may grow before it is written again. */
const SEEN_EVERY_MS = 60_000
const MOST_SESSIONS = 50

type Signing = Pick<IdentityContext, 'db' | 'now'>

export interface NewSession {
  identityId: string
  method: Session['method']
  userAgent: string
  address: string
}

/**
 * Starts a session, and gives the value its cookie carries. The oldest of too many go.
 * @throws INSUFFICIENT_PERMISSIONS when the password of that hash has been changed meanwhile
 */
export async function startSession(
  { db, now }: Signing,
  session: NewSession,
  passwordHash?: string,
): Promise<{ id: string; token: string }> {
  const id = newId('session')
  const token = randomToken()
  const at = now()
  const { identityId } = session
  await db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) await holdPassword(trx, identityId, passwordHash)
    await trx
      .insertInto('sessions')
      .values({
        ...session,
        id,
        userAgent: session.userAgent.slice(0, 300).replaceAll('\0', ''),
        tokenHash: sha256(token),
        signedInAt: at,
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + IDLE_LIFETIME_MS),
      })
      .execute()
    await trx
      .deleteFrom('sessions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('id')
          .where('identityId', '=', identityId)
          .orderBy('signedInAt', 'desc')
          .offset(MOST_SESSIONS),
      )
      .execute()
  })
  return { id, token }
}

/** Until the session is there nobody changes the password, which would have ended it. */
async function holdPassword(
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

/** The session of that value and whose it is, while it lasts. */
export async function findSignedIn(ctx: Signing, token: string): Promise<SignedIn | undefined> {
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

async function keepAlive({ db, now }: Signing, session: Session): Promise<void> {
  const at = now()
  if (at.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return
  const longest = session.signedInAt.getTime() + LONGEST_LIFETIME_MS
  const expiresAt = new Date(Math.min(at.getTime() + IDLE_LIFETIME_MS, longest))
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: at, expiresAt })
    .where('id', '=', session.id)
    .execute()
}

/** A person's sessions, the last sign-in first. */
export function listSessions({ db, now }: Signing, identityId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .orderBy('signedInAt', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
}

/** Forgets a session that another one replaces; what clients were granted in it goes on. */
export async function dropSession({ db }: Signing, { id }: Session): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends a person's session, and what clients were granted in it. False when there is none. */
export function endSession({ db, now }: Signing, identityId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('identityId', '=', identityId)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return false
    await endGrants(trx, now(), 'signed_out', (grants) => grants.where('sessionId', '=', id))
    return true
  })
}

/** Ends all sessions of a person but the one to keep, and everything granted to anybody. */
export async function endAllAccess(
  trx: Db<IdentityTables>,
  at: Date,
  identityId: string,
  because: Ending,
  keep?: string,
): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('identityId', '=', identityId)
  if (keep !== undefined) sessions = sessions.where('id', '!=', keep)
  await sessions.execute()
  await endGrants(trx, at, because, (grants) => grants.where('identityId', '=', identityId))
}
