// Redirect URIs: which may be registered, and which one of a request is one of them.
import type { Issue } from '#foundation/domain/errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LONGEST = 512
/** Others are no host of the internet, and would end a header that names them. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)$/

/** What is wrong with a redirect URI that is to be registered, if anything (RFC 9700, section 2.1). */
export function redirectUriIssues(field: string, text: string): Issue[] {
  const reason = brokenRule(text)
  return reason === undefined ? [] : [{ field, reason }]
}

function brokenRule(text: string): string | undefined {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters`
  const url = URL.parse(text)
  if (!url) return 'must be an absolute URL'
  if (!isLoopback(url) && url.protocol !== 'https:') return 'must be https, or http on loopback'
  if (text.includes('#')) return 'must not have a fragment'
  if (text.includes('*')) return 'must not have a wildcard'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  if (!HOST.test(url.hostname)) return 'must name a host'
  // Compared letter by letter, so it is registered as a browser would write it.
  return url.href === text ? undefined : `must be written as ${url.href}`
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

/** True for exactly a registered one; on loopback the port may vary (RFC 8252, section 7.3). */
export function isRegisteredRedirectUri(registered: readonly string[], sent: string): boolean {
  if (registered.includes(sent)) return true
  const portless = withoutLoopbackPort(sent)
  return portless !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === portless)
}

/** The same text without its port; undefined when it is not a loopback address, or oddly written. */
function withoutLoopbackPort(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !isLoopback(url) || url.href !== text) return undefined
  url.port = ''
  return url.href
}

/** The URI with more in its query. It is taken as it was registered, its own query included. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`
}
