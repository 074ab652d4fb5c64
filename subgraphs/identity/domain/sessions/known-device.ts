// Known devices: guesses of strangers do not lock the owner out on a device that has signed in before (OWASP, "Slow
// Down Online Guessing Attacks with Device Cookies"). The cookie holds everything; nothing is stored.
import type { IdentityContext } from '../../context.ts'
import { derive, randomToken, sameHash, sha256 } from '../secrets/random.ts'

/** The maximum lifetime of cookies in browsers. */
export const DEVICE_LIFETIME_MS = 400 * 86_400_000
/** The maximum of people who share a browser. */
const MAX_ACCOUNTS = 5

/** The owner of a device. The password hash is included, so that a change of the password invalidates all devices. */
export interface DeviceOwner {
  id: string
  passwordHash: string
}

type DbContext = Pick<IdentityContext, 'db'>

/** The owner by username or id; undefined for an unknown one, and for a person without a password. */
export async function findDeviceOwner(
  { db }: DbContext,
  by: { username: string } | { id: string },
): Promise<DeviceOwner | undefined> {
  const owners = db
    .selectFrom('identities')
    .innerJoin('passwords', 'passwords.identityId', 'identities.id')
    .select(['identities.id', 'passwords.hash as passwordHash'])
  const named =
    'id' in by
      ? owners.where('identities.id', '=', by.id)
      : owners.where('username', '=', by.username.slice(0, 100))
  return named.executeTakeFirst()
}

/** The cookie with an entry for the owner before the entries for others. */
export function withDevice(key: Buffer, cookie: string, owner: DeviceOwner, at: Date): string {
  const expires = Math.floor((at.getTime() + DEVICE_LIFETIME_MS) / 1000).toString(36)
  const named = `${expires}.${randomToken(16)}`
  const others = entriesOf(cookie, at).filter((entry) => !isOf(key, entry, owner))
  return [`${named}.${proof(key, named, owner)}`, ...others].slice(0, MAX_ACCOUNTS).join('~')
}

/** The throttle key of the device, if the cookie has a valid entry for the owner. */
export function deviceOf(
  key: Buffer,
  cookie: string,
  owner: DeviceOwner,
  at: Date,
): string | undefined {
  const entry = entriesOf(cookie, at).find((each) => isOf(key, each, owner))
  return entry?.split('.')[1]
}

/** Whether a cookie contains anything that looks like an entry. */
export function hasDevices(cookie: string, at: Date): boolean {
  return entriesOf(cookie, at).length > 0
}

/** An entry: the time of expiry, a random name, and a MAC. */
const ENTRY = /^([0-9a-z]{1,9})\.[\w-]{22}\.[\w-]{43}$/

function entriesOf(cookie: string, at: Date): string[] {
  return cookie
    .split('~', MAX_ACCOUNTS)
    .filter((entry) => Number.parseInt(ENTRY.exec(entry)?.[1] ?? '0', 36) * 1000 > at.getTime())
}

function isOf(key: Buffer, entry: string, owner: DeviceOwner): boolean {
  const [expires = '', name = '', sent = ''] = entry.split('.')
  return sameHash(sha256(sent), sha256(proof(key, `${expires}.${name}`, owner)))
}

function proof(key: Buffer, named: string, { id, passwordHash }: DeviceOwner): string {
  return derive(key, 'device', `${named}.${id}.${passwordHash}`)
}
