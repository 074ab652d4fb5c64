// The session of a browser: its tokens, sealed in a cookie that scripts cannot read. The server keeps nothing, so it
// can restart, and several can run side by side. Each sign-in has a cookie of its own, and the newest counts, so a late
// response to an earlier sign-in changes nothing.
import type { Request, Response } from 'express'
import { getIronSession, type IronSession, type SessionOptions } from 'iron-session'
import type { OpenId, Tokens } from './openid.ts'
import type { Settings } from './settings.ts'

/** A sign-in that has begun: what the callback is checked against. */
export interface SignInAttempt {
  codeVerifier: string
  nonce: string
  maxAge: number | undefined
  /** The address to return to. */
  returnTo: string
}

/** As long as a refresh token lives unused. */
const SESSION_SECONDS = 30 * 24 * 3600

/** As long as an authorization request may take. */
const ATTEMPT_SECONDS = 10 * 60

/** The cookie of a session is called so, followed by the time of the sign-in. */
const SESSION = 'session'

/** The cookie of a sign-in attempt is called so, followed by its `state`. */
const ATTEMPT = 'sign-in-'

export interface SessionData extends Tokens {
  /** The person's id, the `sub` of the ID token. */
  person?: string
}

export type Session = IronSession<Partial<SessionData>>

/** A request, and what it is handled with. */
export interface RequestContext {
  settings: Settings
  openId: OpenId
  req: Request
  res: Response
}

/** The session of the newest sign-in; empty if nobody is signed in. Earlier ones that arrived late end. */
export async function getSession(context: RequestContext): Promise<Session> {
  const [newest, ...earlier] = await getSessions(context)
  if (newest === undefined) return beginSession(context)
  void endEarlierSessions(context, earlier, newest)
  return newest
}

/** The sessions that the browser has sent, the newest first. */
export function getSessions({ settings, req, res }: RequestContext): Promise<Session[]> {
  const newestFirst = sessionNames(settings, req).toSorted((a, b) => timeOf(b) - timeOf(a))
  return Promise.all(
    newestFirst.map((name) => getIronSession(req, res, sessionCookie(settings, name))),
  )
}

/** A session that is newer than those the browser has sent, also if another server's clock is ahead. */
export function beginSession({ settings, req, res }: RequestContext): Promise<Session> {
  const earlier = sessionNames(settings, req).map(timeOf)
  const time = Math.max(Date.now(), ...earlier.map((at) => at + 1))
  return getIronSession(req, res, sessionCookie(settings, `${SESSION}-${time}`))
}

/** Ends the sessions before the newest one. The newest goes on, also if they could not be revoked. */
export async function endEarlierSessions(
  context: RequestContext,
  earlier: readonly Session[],
  { person }: Pick<Session, 'person'>,
): Promise<void> {
  const isOwn = (session: Session) => person !== undefined && session.person === person
  // Not revoked: requests of other tabs may still use its tokens. They end with the person's session at the ID service.
  for (const session of earlier.filter(isOwn)) session.destroy()
  const others = earlier.filter((session) => !isOwn(session))
  await endSessions(context, others).catch((error) => console.error('Revocation:', error))
}

/** Removes the sessions, and revokes what was issued for them. @throws while the ID service is away */
export async function endSessions(
  { openId }: RequestContext,
  sessions: readonly Session[],
): Promise<void> {
  const tokens = sessions.flatMap(({ refreshToken }) => refreshToken ?? [])
  for (const session of sessions) session.destroy()
  await Promise.all(tokens.map((token) => openId.revoke(token)))
}

/** Ends a session. Its empty cookie stays, so that no earlier session takes its place if one arrives late. */
export async function emptySession(session: Session): Promise<void> {
  for (const name of Object.keys(session) as (keyof SessionData)[]) delete session[name]
  await session.save()
}

const sessionCookie = (settings: Settings, name: string) => cookie(settings, name, SESSION_SECONDS)

/** The names of the sessions' cookies, without their prefix. */
function sessionNames(settings: Settings, req: Request): string[] {
  const prefix = sessionCookie(settings, '').cookieName
  const names = cookieNames(req).filter((name) => name.startsWith(prefix))
  return names.map((name) => name.slice(prefix.length)).filter((name) => IS_SESSION.test(name))
}

const IS_SESSION = /^session-\d{1,15}$/

const timeOf = (name: string) => Number(name.slice(`${SESSION}-`.length))

function cookieNames(req: Request): string[] {
  const sent = req.get('cookie')?.split('; ') ?? []
  return sent.map((pair) => pair.split('=')[0]!)
}

/** One cookie for each attempt, because a person may sign in in two tabs. */
export function getSignInAttempt(
  settings: Settings,
  state: string,
  req: Request,
  res: Response,
): Promise<IronSession<Partial<SignInAttempt>>> {
  const name = ATTEMPT + state.replaceAll(/[^\w-]/g, '')
  return getIronSession(req, res, cookie(settings, name, ATTEMPT_SECONDS))
}

/** The cookie of each takes 2 KB at most of the 16 KB that the headers of a request may have. */
const MAX_ATTEMPTS = 5

/** Forgets the earliest attempts: a browser that opens many tabs at once begins one in each. */
export function forgetEarlyAttempts(settings: Settings, req: Request, res: Response): void {
  const { cookieName, cookieOptions } = cookie(settings, ATTEMPT, ATTEMPT_SECONDS)
  // Browsers send the earliest cookie first (RFC 6265, section 5.4).
  const attempts = cookieNames(req).filter((name) => name.startsWith(cookieName))
  for (const name of attempts.slice(0, 1 - MAX_ATTEMPTS)) res.clearCookie(name, cookieOptions)
}

/** `lax`: the browser comes back from the ID service, another site, with the cookie. */
function cookie({ appUrl, sessionSecrets }: Settings, name: string, ttl: number): SessionOptions {
  const secure = appUrl.protocol === 'https:'
  const newestLast = sessionSecrets.toReversed().map((secret, at) => [String(at + 1), secret])
  return {
    // The prefix forbids other hosts of the domain to set the cookie.
    cookieName: secure ? `__Host-${name}` : name,
    password: Object.fromEntries(newestLast) as Record<string, string>,
    ttl,
    cookieOptions: { httpOnly: true, secure, sameSite: 'lax', path: '/' },
  }
}
