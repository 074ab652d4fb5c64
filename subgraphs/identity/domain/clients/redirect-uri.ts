// Redirect URIs: which may be registered, and whether a requested one is registered.
import type { Issue } from '#foundation/domain/errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Every name and address of the device itself (RFC 6761, section 6.3). */
const OWN_DEVICE =
  /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|(.+\.)?localhost\.?)$/
const MAX_LENGTH = 512
/** Other characters are not valid in a host name, and would break a header that contains it. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)$/

/**
 * A private-use URI scheme, which an app claims on a device: its domain name reversed (RFC 8252, section 7.1).
 * The dot keeps out those that browsers act on, such as `javascript` and `data`.
 */
const PRIVATE_USE_SCHEME = /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/

/** The issue of a redirect URI to register for a client of that kind, if any (RFC 9700, section 2.1). */
export function redirectUriIssues(field: string, text: string, kind: string): Issue[] {
  const isPrivateUse = kind === 'public' && isOfPrivateUseScheme(text)
  const reason = isPrivateUse ? brokenPrivateUse(text) : brokenRule(text)
  return reason === undefined ? [] : [{ field, reason }]
}

/** The issue of a back-channel logout URI to register, if any. */
export function backchannelUriIssues(field: string, text: string): Issue[] {
  const reason = brokenRule(text)
  return reason === undefined ? [] : [{ field, reason }]
}

/** True unless an app of a device claims the scheme. */
export function isWebUri(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function isOfPrivateUseScheme(text: string): boolean {
  return PRIVATE_USE_SCHEME.test(URL.parse(text)?.protocol ?? '')
}

/**
 * True for a redirect URI at which any program of the device can wait for the code: it claims the scheme, or
 * listens on a port (RFC 8252, section 8.6), under https as well.
 */
export function isOpenToAnyProgram(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (OWN_DEVICE.test(url.hostname) || isOfPrivateUseScheme(text))
}

/** It is compared exactly, too. A port, a user name or a wildcard means nothing to a device. */
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
  // It is compared exactly, so it must be registered as a browser writes it.
  return url.href === text ? undefined : `must be written as ${url.href}`
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

/** True for an exact match; on loopback, the port may differ (RFC 8252, section 7.3). */
export function isRegisteredRedirectUri(registered: readonly string[], sent: string): boolean {
  if (registered.includes(sent)) return true
  const portless = withoutLoopbackPort(sent)
  return portless !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === portless)
}

/** The same URI without its port; undefined if it is not a loopback address in normal form. */
function withoutLoopbackPort(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !isLoopback(url) || url.href !== text) return undefined
  url.port = ''
  return url.href
}

/** The URI with added query parameters. It is used as registered, with its own query. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`
}
