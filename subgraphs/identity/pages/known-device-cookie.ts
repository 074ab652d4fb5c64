// The cookie of a device that has signed in before.
import {
  DEVICE_LIFETIME_MS,
  deviceOf,
  findDeviceOwner,
  hasDevices,
  withDevice,
} from '../domain/sessions/known-device.ts'
import type { RequestContext } from '../oauth/request-context.ts'
import { cookieName, cookieOptions, readCookie } from './cookies.ts'

/** Sets the cookie. Call it after signing in and after changing the password. */
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

/** The throttle key of the device, if it has signed in to the account before. */
export async function knownDevice(
  { ctx, req, server }: RequestContext,
  username: string,
): Promise<string | undefined> {
  const cookie = readCookie(server, req, 'device') ?? ''
  if (!hasDevices(cookie, ctx.now())) return undefined
  const owner = await findDeviceOwner(ctx, { username })
  return owner && deviceOf(server.secret, cookie, owner, ctx.now())
}
