// Reads the response of a subgraph in another process, or explains in a sentence why there is none.
import type { FormattedExecutionResult } from 'graphql'
import { shortened, shown, visible } from '#foundation/domain/shown-value.ts'
import { isJsonObject, parseExactly } from '#foundation/http/exact-json.ts'
import type { Post } from '#foundation/peers/post.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { systemReason } from '#foundation/process/system-error.ts'

export interface SubgraphResponse {
  text: string
  post: Pick<Post, 'status' | 'contentType' | 'location'>
}

/** A subgraph, as messages and redirects name it. */
export interface SubgraphAddress {
  name: string
  url: URL
  /** Keeps all digits of numbers, which responses of our own services do not need. */
  isForeign: boolean
}

/** @throws UnexpectedResponse when the response is not GraphQL, e.g. a proxy's error page. */
export function graphqlResult(
  subgraph: SubgraphAddress,
  { text, post }: SubgraphResponse,
): FormattedExecutionResult {
  const response = parsed(text, subgraph.isForeign ? parseExactly : JSON.parse)
  if (isResult(response)) return response
  const redirect = post.status >= 300 && post.status < 400 && targetOf(post.location, subgraph.url)
  throw new UnexpectedResponse(addressOf(subgraph), post.status, redirect || post.contentType)
}

/** The address without a query, which may hold a secret. */
export function addressOf({ name, url }: SubgraphAddress): string {
  return `${name} at ${url.origin}${url.pathname}`
}

/** Where a redirect leads, without its query. */
function targetOf(location: string | undefined, base: URL): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined
  const { origin, pathname } = new URL(location, base)
  return `to ${shown(`${origin}${pathname}`)}`
}

/** Some proxies and frameworks send a byte order mark first (RFC 8259, section 8.1). */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** What an entry of `errors` lacks, the executor of the router replaces. */
function isResult(response: unknown): response is FormattedExecutionResult {
  if (!isJsonObject(response)) return false
  const { data, errors } = response
  if ((data ?? undefined) !== undefined && !isJsonObject(data)) return false
  if ((errors ?? undefined) === undefined) return isJsonObject(data)
  if (!Array.isArray(errors) || !errors.every(isJsonObject)) return false
  return errors.length > 0 || isJsonObject(data)
}

/** Statuses for which the same request may succeed soon. */
const TRANSIENT = new Set([408, 429, 502, 503, 504])

/** True for a response that stays the same when the request is repeated. */
export function isPermanent(error: unknown): error is UnexpectedResponse {
  return error instanceof UnexpectedResponse && !TRANSIENT.has(error.status)
}

/** Why there is no response, in a sentence with the address. */
export function failureReason(subgraph: SubgraphAddress, error: unknown): string {
  if (error instanceof UnexpectedResponse) return error.message
  return `${addressOf(subgraph)}: ${systemReason(error) ?? (error as Error).message}`
}

/** True for a defect, which needs its stack in the log; for an error of the network a sentence is enough. */
export function isDefect(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError
}

/** How much of a body is read for the log. */
const MAX_READ = 1_000
/** Credentials of HTTP, and long words with a digit: access tokens, keys and hashes. */
const SECRET = /\b(?:bearer|basic|digest)\s+\S+|(?=[\w+/=~.-]*\d)[\w+/=~.-]{16,}/gi

/** The beginning of a body for the log, on one line and without what may be a token. */
export function beginningOf(text: string, authorization: string | undefined): string {
  const credentials = authorization?.split(' ').at(-1)
  const read = text.slice(0, MAX_READ)
  const safe = (credentials ? read.replaceAll(credentials, '…') : read).replace(SECRET, '…')
  return visible(shortened(safe.trim()))
}
