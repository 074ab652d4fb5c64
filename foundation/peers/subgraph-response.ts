// Reads the response of a subgraph in another process.
import type { FormattedExecutionResult } from 'graphql'
import { DomainError, isErrorCode, type ErrorDetails } from '#foundation/domain/errors.ts'
import {
  isNoResponseSlot,
  isResponseTooLarge,
  responseTooLarge,
} from '#foundation/domain/response-errors.ts'
import { shown } from '#foundation/domain/shown-value.ts'
import { isJsonObject, parseExactly } from '#foundation/http/exact-json.ts'
import type { Post } from '#foundation/peers/post.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'

export interface SubgraphResponse {
  text: string
  post: Pick<Post, 'status' | 'contentType' | 'location'>
}

/** A subgraph, as messages and redirects name it. */
export interface SubgraphEndpoint {
  name: string
  url: URL
  /** Keeps all digits of numbers, which responses of our own services do not need. */
  isForeign: boolean
}

/** @throws UnexpectedResponse when the response is not GraphQL, e.g. a proxy's error page. */
export function graphqlResult(
  subgraph: SubgraphEndpoint,
  { text, post }: SubgraphResponse,
): FormattedExecutionResult {
  const response = parsed(text, subgraph.isForeign ? parseExactly : JSON.parse)
  if (isResult(response, post.status)) return response
  const redirect = post.status >= 300 && post.status < 400 && targetOf(post.location, subgraph.url)
  throw new UnexpectedResponse(
    describeSubgraph(subgraph),
    post.status,
    redirect || post.contentType,
  )
}

/** The name and URL of a subgraph, without the query, which may contain a secret. */
export function describeSubgraph({ name, url }: SubgraphEndpoint): string {
  return `${name} at ${url.origin}${url.pathname}`
}

/** The target of a redirect, without its query. */
function targetOf(location: string | undefined, base: URL): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined
  const { origin, pathname } = new URL(location, base)
  return `to ${shown(`${origin}${pathname}`)}`
}

/** Parses a text without its byte order mark, which some proxies and frameworks send (RFC 8259, section 8.1). */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/**
 * True if a response is GraphQL, whatever its status. Errors without a message count only at a 2xx status, because
 * JSON:API and others also have `errors`; the router's executor adds a message.
 */
function isResult(response: unknown, status: number): response is FormattedExecutionResult {
  if (!isJsonObject(response)) return false
  const { data, errors } = response
  if ((data ?? undefined) !== undefined && !isJsonObject(data)) return false
  if ((errors ?? undefined) === undefined) return isJsonObject(data)
  const isError = (error: unknown) =>
    isJsonObject(error) && (status < 300 || typeof error.message === 'string')
  if (!Array.isArray(errors) || !errors.every(isError)) return false
  return errors.length > 0 || isJsonObject(data)
}

/** The error of a healthy service of ours that refused to build its response; undefined for any other response. */
export function refusalOf(
  { data, errors }: FormattedExecutionResult,
  responseBytes: number,
): DomainError | undefined {
  const { message, extensions: { code, details = {} } = {} } = errors?.[0] ?? {}
  if (data || message === undefined || !isErrorCode(code)) return undefined
  const extensions = { code, details: details as ErrorDetails }
  if (isResponseTooLarge(extensions)) return responseTooLarge(responseBytes)
  return isNoResponseSlot(message, extensions)
    ? new DomainError(code, message, extensions.details)
    : undefined
}
