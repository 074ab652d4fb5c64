// The cookies of the pages: names, attributes, and formats.
import type { CookieOptions, Request } from 'express'
import type { AuthorizationServer } from '../../oauth/request-context.ts'

/** The cookies of the browser, of its session, and of its known devices. */
type CookieName = 'browser' | 'session' | 'device'

const SHAPES: Readonly<Record<CookieName, RegExp>> = {
  browser: /^[\w-]{22,43}$/,
  session: /^[\w-]{22,43}$/,
  device: /^[\w.~-]{1,500}$/,
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
  const start = `${cookieName(server, name)}=`
  const cookies = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = cookies.find((pair) => pair.startsWith(start))?.slice(start.length)
  return value !== undefined && SHAPES[name].test(value) ? value : undefined
}
