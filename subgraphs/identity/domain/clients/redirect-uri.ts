// Redirect URIs: checks those to register, and compares requested ones with them.
import type { Issue } from '#foundation/domain/errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Every name and address of the device itself (RFC 6761, section 6.3). */
const OWN_DEVICE =
  /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|(.+\.)?localhost\.?)$/
const MAX_LENGTH = 512
/** The characters of a host name. Others would break a header that contains it. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)$/

/**
 * A private-use URI scheme that an app claims on a device: its domain name reversed (RFC 8252, section 7.1).
 * The dot excludes schemes that browsers act on, such as `javascript` and `data`.
 */
const PRIVATE_USE_SCHEME = /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/

/** The issues of a redirect URI to register for a client of that kind (RFC 9700, section 2.1). */
export function redirectUriIssues(field: string, text: string, kind: string): Issue[] {
  const isPrivateUse = kind === 'public' && isOfPrivateUseScheme(text)
  const reason = isPrivateUse ? brokenPrivateUse(text) : brokenRule(text)
  return reason === undefined ? [] : [{ field, reason }]
}

/** The issues of a back-channel logout URI to register. */
export function backchannelUriIssues(field: string, text: string): Issue[] {
  const reason = brokenRule(text)
  return reason === undefined ? [] : [{ field, reason }]
}

/** Whether a URI is https or http, rather than of a private-use scheme. */
export function isWebUri(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function isOfPrivateUseScheme(text: string): boolean {
  return PRIVATE_USE_SCHEME.test(URL.parse(text)?.protocol ?? '')
}

/**
 * True if any program on the device could receive the code: a private-use scheme, or a loopback port (RFC 8252,
 * section 8.6), also with https.
 */
export function isOpenToAnyProgram(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (OWN_DEVICE.test(url.hostname) || isOfPrivateUseScheme(text))
}

/** Why a private-use URI cannot be registered. Ports, user names and wildcards mean nothing to a device. */
function brokenPrivateUse(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (/^[a-z\d.-]+:\/{1,2}[\w.~-][\w.~/-]*$/.test(text) && new URL(text).href === text) {
    return undefined
  }
  return 'must be the scheme and a path, such as com.example.app:/callback'
}

function brokenRule(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  const url = URL.parse(text)
  if (!url) return 'must be an absolute URL'
  if (!isLoopback(url) && url.protocol !== 'https:') return 'must be https, or http on loopback'
  if (text.includes('#')) return 'must not have a fragment'
  if (text.includes('*')) return 'must not have a wildcard'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  if (!HOST.test(url.hostname)) return 'must name a host'
  // URIs are compared exactly, so it must be registered as browsers write it.
  return url.href === text ? undefined : `must be written as ${url.href}`
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

/** Whether a URI is registered: an exact match, except that the port may differ on loopback (RFC 8252, section 7.3). */
export function isRegisteredRedirectUri(registered: readonly string[], sent: string): boolean {
  if (registered.includes(sent)) return true
  const portless = withoutLoopbackPort(sent)
  return portless !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === portless)
}

/** The URI without its port; undefined unless it is a loopback address in normal form. */
function withoutLoopbackPort(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !isLoopback(url) || url.href !== text) return undefined
  url.port = ''
  return url.href
}

/** Adds query parameters to a URI, which keeps its own. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`
}
