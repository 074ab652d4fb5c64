// The failure of a call to a subgraph in another process: an error for the client, and a line of the log.
import type { Caller } from '#foundation/auth/caller.ts'
import {
  serviceUnavailable,
  unexpectedResponse,
  type DomainError,
} from '#foundation/domain/errors.ts'
import { shortened, visible } from '#foundation/domain/shown-value.ts'
import { failureKind } from '#foundation/peers/failure-kind.ts'
import { describeSubgraph, type SubgraphEndpoint } from '#foundation/peers/subgraph-response.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

const AWAY = 'a subgraph did not respond'
const NOT_GRAPHQL = 'a subgraph sent a response that is not GraphQL'

/** Why a call failed, and the text that the subgraph sent, if any. */
export interface Failure {
  error: unknown
  /** Whether the request was written to a connection. */
  isSent: boolean
  text: string | undefined
}

/** Returns a function that logs failures of one subgraph, and makes the errors for clients. */
export function createFailures(
  subgraph: SubgraphEndpoint,
): (failure: Failure, caller: Caller) => DomainError {
  const { name, isForeign } = subgraph
  const logRepeatedly = createRepeatedLog()
  return ({ error, text, isSent }, { log, authorization }) => {
    const reason = failureReason(subgraph, error)
    // The operator of our own services repairs the proxy in front of them, and then a retry helps.
    const isLasting = isForeign && isPermanent(error)
    logRepeatedly(reason, (repeated) => {
      const about = isDefect(error) ? { err: error } : { reason }
      // The body from a service of ours may contain private data of a person.
      const body = isForeign && text !== undefined && { body: beginningOf(text, authorization) }
      log.warn({ ...about, ...body, subgraph: name, ...repeated }, isLasting ? NOT_GRAPHQL : AWAY)
    })
    const failed = isLasting ? unexpectedResponse(name, error.status) : serviceUnavailable(name)
    return Object.assign(failed, { reason, failure: failureKind(error), mayHaveRun: isSent })
  }
}

/** Statuses for which the same request may succeed soon. */
const TRANSIENT = new Set([408, 429, 502, 503, 504])

/** True for a response that stays the same when the request is repeated. */
function isPermanent(error: unknown): error is UnexpectedResponse {
  return error instanceof UnexpectedResponse && !TRANSIENT.has(error.status)
}

/** The reason of a failure, in a sentence with the URL. */
function failureReason(subgraph: SubgraphEndpoint, error: unknown): string {
  if (error instanceof UnexpectedResponse) return error.message
  return `${describeSubgraph(subgraph)}: ${systemReason(error) ?? (error as Error).message}`
}

/** True for a defect, which needs its stack in the log; for an error of the network a sentence is enough. */
function isDefect(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError
}

/** The length of a body that is read for the log. */
const MAX_READ = 1_000
/** Credentials of HTTP, and long words with a digit: access tokens, keys and hashes. */
const SECRET = /\b(?:bearer|basic|digest)\s+\S+|(?=[\w+/=~.-]*\d)[\w+/=~.-]{16,}/gi

/** The beginning of a body for the log, on one line and without possible tokens. */
function beginningOf(text: string, authorization: string | undefined): string {
  const credentials = authorization?.split(' ').at(-1)
  const read = text.slice(0, MAX_READ)
  const safe = (credentials ? read.replaceAll(credentials, '…') : read).replace(SECRET, '…')
  return visible(shortened(safe.trim()))
}
