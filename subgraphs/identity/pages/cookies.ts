// The cookies of the pages: names, attributes, and formats.
import type { CookieOptions, Request } from 'express'
import type { AuthorizationServer, RequestContext } from '../oauth/request-context.ts'
import {
  DEVICE_LIFETIME_MS,
  deviceOf,
  findDeviceOwner,
  hasDevices,
  withDevice,
} from '../domain/sessions/known-device.ts'

/** The cookies of the browser, of its session, of its known devices, and of when it was last signed out. */
type CookieName = 'browser' | 'session' | 'device' | 'signed-out'

const SHAPES: Readonly<Record<CookieName, RegExp>> = {
  browser: /^[\w-]{22,43}$/,
  session: /^[\w-]{22,43}$/,
  device: /^[\w.~-]{1,500}$/,
  'signed-out': /^\d{13}$/,
}

/** Under https, browsers reject a cookie with this prefix from any other host (RFC 6265bis, `__Host-`). */
export function cookieName({ issuer }: AuthorizationServer, name: CookieName): string {
  return issuer.startsWith('https:') ? `__Host-${name}` : `ecosystem_${name}`
}

export function cookieOptions({ issuer }: AuthorizationServer, maxAge: number): CookieOptions {
  const secure = issuer.startsWith('https:')
  return { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge }
}

/** The value of a cookie if it has the right format. */
export function readCookie(
  server: AuthorizationServer,
  req: Request,
  name: CookieName,
): string | undefined {
  const sent = sentCookies(req).find((cookie) => cookie.name === cookieName(server, name))
  return sent && SHAPES[name].test(sent.value) ? sent.value : undefined
}

/** The maximum of session cookies that are read. A browser seldom has more than one, and each costs a query. */
const MAX_SESSION_COOKIES = 4

/**
 * The cookies of sessions. Each session has one with its id, which a late response to another session cannot change,
 * and the newest is also in one without an id.
 */
export function readSessionCookies(
  server: AuthorizationServer,
  req: Request,
): { name: string; value: string }[] {
  const plain = cookieName(server, 'session')
  return sentCookies(req)
    .filter(({ name }) => name === plain || name.startsWith(`${plain}_`))
    .filter(({ value }) => SHAPES.session.test(value))
    .slice(-MAX_SESSION_COOKIES)
}

/** The names of the cookies of a session, one of them with its id. @param sessionId `session_…` */
export function sessionCookieNames(server: AuthorizationServer, sessionId: string): string[] {
  const plain = cookieName(server, 'session')
  return [plain, plain + sessionId.slice('session'.length)]
}

function sentCookies(req: Request): { name: string; value: string }[] {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return { name, value: pair.slice(name.length + 1) }
  })
}

/** Sets the cookie of known devices. Call it after signing in and after changing the password. */
export async function rememberDevice(
  { ctx, req, res, server }: RequestContext,
  id: string,
): Promise<void> {
  const owner = await findDeviceOwner(ctx, { id })
  if (!owner) return
  const cookie = withDevice(
    server.secret,
    readCookie(server, req, 'device') ?? '',
    owner,
    ctx.now(),
  )
  res.cookie(cookieName(server, 'device'), cookie, cookieOptions(server, DEVICE_LIFETIME_MS))
}

/** The throttle key of the browser's device, if it has signed in to the account before. */
export async function knownDevice(
  { ctx, req, server }: RequestContext,
  username: string,
): Promise<string | undefined> {
  const cookie = readCookie(server, req, 'device') ?? ''
  if (!hasDevices(cookie, ctx.now())) return undefined
  const owner = await findDeviceOwner(ctx, { username })
  return owner && deviceOf(server.secret, cookie, owner, ctx.now())
}
