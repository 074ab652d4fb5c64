// Reads one setting from the environment. An invalid value throws an error that names the variable.
import { isIP, isIPv4 } from 'node:net'
import { parseQuota, type Quotas } from '#foundation/limits/rate-limit.ts'

export type Environment = Record<string, string | undefined>

/** An invalid setting. The message names the variable and the values it may have. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** The port that an option of a command names. @throws SettingError for anything else */
export function readPort(option: string, value: string): number {
  return wholeNumber(option, value, 1, 65_535)
}

/** The port that a variable names; undefined when it is unset. */
export function optionalPort(env: Environment, name: string): number | undefined {
  const value = text(env, name)
  return value === undefined ? undefined : readPort(name, value)
}

/** A setting without surrounding white space; undefined when it is empty. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

/** The items of a comma-separated list. */
export function list(env: Environment, name: string): string[] | undefined {
  return text(env, name)
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A list of origins, spelled as browsers do, because origins are compared as strings. */
export function origins(env: Environment, name: string): string[] | undefined {
  const values = list(env, name)
  const wrong = values?.find((value) => !isOrigin(value))
  if (wrong === undefined) return values
  const reason = OPAQUE.test(wrong) ? ` ${SENT_AS_NULL}` : ''
  throw new SettingError(`${name} contains "${wrong}", but must be ${ORIGINS}.${reason}`)
}

const ORIGINS =
  'a comma-separated list of origins, such as https://app.example or capacitor://localhost: ' +
  'each without a path, in lower case, as browsers send it'
const OPAQUE = /^(null$|(file|data|about|javascript):)/i
const SENT_AS_NULL =
  'Browsers send null as the origin of such pages: serve the page under an origin of its own.'
/** The origin of a web view, a desktop app or a browser extension: browsers send it, but `URL` does not know it. */
const APP_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(:\d{1,5})?$/

function isOrigin(value: string): boolean {
  if (OPAQUE.test(value)) return false
  const origin = URL.parse(value)?.origin
  return origin === value || (origin === 'null' && APP_ORIGIN.test(value))
}

/** IP addresses and networks, as `trust proxy` of Express takes them. */
export function ipAddresses(env: Environment, name: string): string[] {
  const values = list(env, name) ?? []
  const wrong = values.find((value) => !isIpAddress(value))
  if (wrong === undefined) return values
  const allowed = 'IP addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal'
  throw new SettingError(
    `${name} contains "${wrong}", but must be a comma-separated list of ${allowed}.`,
  )
}

function isIpAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const max = isIPv4(address) ? 32 : 128
  const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= max)
  return isIP(address) !== 0 && isNetwork && rest.length === 0
}

export function integer(
  env: Environment,
  name: string,
  min: number,
  max: number,
  fallback: number,
): number {
  const value = text(env, name)
  return value === undefined ? fallback : wholeNumber(name, value, min, max)
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new SettingError(`${name} is "${value}", but must be a number from ${min} to ${max}.`)
}

export function flag(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['0', '1'], fallback ? '1' : '0') === '1'
}

export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  const value = text(env, name) ?? fallback
  const known = allowed.find((one) => one === value)
  if (known !== undefined) return known
  throw new SettingError(`${name} is "${value}", but must be one of ${allowed.join(', ')}.`)
}

/** An http or https URL in the spelling of browsers, without a trailing slash. */
export function httpUrl(env: Environment, name: string): string | undefined {
  const url = optionalUrl(env, name, ['http://', 'https://'])
  return url && new URL(url).href.replace(/\/+$/, '')
}

/** @param starts the beginnings that a URL may have, such as `https://` */
export function optionalUrl(
  env: Environment,
  name: string,
  starts: readonly string[],
): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url && starts.some((start) => url.href.startsWith(start))) return value
  // The value may contain a password, so the message does not repeat it.
  throw new SettingError(`${name} must be a URL that starts with ${starts.join(' or ')}.`)
}

/** A sender of mail: `Name <address>`, or an address alone. */
export function mailbox(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (
    value === undefined ||
    /^(?:[^<>"\p{Cc}]+ <[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/u.test(value)
  )
    return value
  throw new SettingError(`${name} is "${value}", but must look like Ecosystem <id@example.org>.`)
}

/** The secrets that all services share, the newest first: one, or two while they are rotated. */
export type ServiceSecrets = readonly [newest: string, previous?: string | undefined]

const MIN_SECRET = 32

/** A secret, or two separated by a comma, the newest first. The messages do not repeat the value. */
export function secrets(env: Environment, name: string): ServiceSecrets | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const parts = value.split(',').map((part) => part.trim())
  if (parts.some((part) => part.length < MIN_SECRET)) {
    throw new SettingError(`${name} must have at least ${MIN_SECRET} characters, and no comma.`)
  }
  if (parts.length > 2) {
    throw new SettingError(
      `${name} must contain at most two secrets: the newest and the previous one.`,
    )
  }
  return parts as unknown as ServiceSecrets
}

export function quota(env: Environment, name: string, fallback: string): Quotas['free'] {
  const value = text(env, name) ?? fallback
  try {
    return parseQuota(value)
  } catch (cause) {
    throw new SettingError(
      `${name} is "${value}", but must be hour:burst (two whole numbers, for example ${fallback}) or off.`,
      { cause },
    )
  }
}
