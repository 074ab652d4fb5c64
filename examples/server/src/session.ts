// The session of a browser: its tokens, sealed in a cookie that scripts cannot read. The server keeps nothing, so it
// can restart, and several can run side by side.
import type { Request, Response } from 'express'
import { getIronSession, type IronSession, type SessionOptions } from 'iron-session'
import type { Settings } from './settings.ts'

/** What the server knows of a person who is signed in. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

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

/** The cookie of a sign-in attempt is called so, followed by its `state`. */
const ATTEMPT = 'sign-in-'

export interface SessionData extends Tokens {
  /** The person's id, the `sub` of the ID token. Undefined in sessions of an earlier version of this server. */
  person?: string
}

export type Session = IronSession<Partial<SessionData>>

export function getSession(settings: Settings, req: Request, res: Response): Promise<Session> {
  return getIronSession(req, res, cookie(settings, 'session', SESSION_SECONDS))
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

/** The cookie of each takes 400 bytes of the 16 KB that the headers of a request may have. */
const MAX_ATTEMPTS = 5

/** Forgets the earliest attempts: a browser that opens many tabs at once begins one in each. */
export function forgetEarlyAttempts(settings: Settings, req: Request, res: Response): void {
  const { cookieName, cookieOptions } = cookie(settings, ATTEMPT, ATTEMPT_SECONDS)
  const sent = req.get('cookie')?.split('; ') ?? []
  const names = sent.map((pair) => pair.split('=')[0]!)
  // Browsers send the earliest cookie first (RFC 6265, section 5.4).
  const attempts = names.filter((name) => name.startsWith(cookieName))
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
