// Reaches a subgraph in another process over HTTP: bounded pool, deadline, and the headers that go along.
import type { FormattedExecutionResult } from 'graphql'
import { errors as failures, Pool, type Dispatcher } from 'undici'
import type { Caller } from '#foundation/auth/caller.ts'
import {
  CALLER_ADDRESS_HEADER,
  SERVICE_TOKEN_HEADER,
  type ServiceTokens,
} from '#foundation/auth/service-token.ts'
import {
  answerTooLarge,
  DomainError,
  isAnswerTooLarge,
  isErrorCode,
  isWithoutRoom,
  serviceUnavailable,
  type ErrorDetails,
} from '#foundation/domain/errors.ts'
import {
  currentAnswer,
  DEFAULT_ANSWER_BYTES,
  SMALL,
  SOURCES,
} from '#foundation/limits/response-budget.ts'
import { createPatience } from '#foundation/peers/circuit-breaker.ts'
import { type PeerConnection, peerAnswer } from '#foundation/peers/peers.ts'

/** A GraphQL request as it goes over the wire. */
export interface SubgraphRequest {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

export interface SubgraphClient {
  /**
   * @throws INTERNAL_ERROR with `retry` when no GraphQL answer comes before the deadline;
   * VALIDATION_ERROR with the reason ANSWER_TOO_LARGE; INTERNAL_ERROR with `retry` without room for it
   */
  execute(request: SubgraphRequest, caller: Caller): Promise<FormattedExecutionResult>
  /** Cuts off what has not been answered. */
  close(): Promise<void>
}

export interface SubgraphClientOptions {
  /** The name of the subgraph, as the audience of the service token. */
  name: string
  /** Where its GraphQL answers. */
  url: string
  /** Undefined for a subgraph of somebody else, who must not see our tokens. */
  serviceTokens: ServiceTokens | undefined
  /** The most that an answer to a client may hold, in bytes. */
  answerBytes?: number
  deadlineMs?: number
  connections?: number
}

const CONNECT_MS = 1_000
/** How many calls may wait for a connection to be free. */
const WAITING_LIMIT = 256

/** A client for the subgraph at `url`. */
export function createSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { name, serviceTokens, deadlineMs = 10_000, connections = 64 } = options
  const { answerBytes = DEFAULT_ANSWER_BYTES } = options
  const url = new URL(options.url)
  const pool = new Pool(url.origin, {
    connections,
    connectTimeout: CONNECT_MS,
    maxResponseSize: answerBytes * SOURCES,
  })
  // A foreign subgraph may have no health check.
  const patience = createPatience(deadlineMs, serviceTokens && new URL('healthz', url).href)

  const send = (request: SubgraphRequest, headers: Record<string, string>, signal: AbortSignal) => {
    return pool.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers,
      body: JSON.stringify(request),
      signal,
    })
  }

  return {
    close() {
      patience.close()
      return pool.destroy()
    },
    async execute(request, caller) {
      const headers = headersFor(caller, await serviceTokens?.mint(name))
      try {
        if (pool.stats.queued >= WAITING_LIMIT) throw new Error('Too many calls wait for it.')
        const reply = await patience.wait((signal) => send(request, headers, signal))
        // Waiting for room of our own is none of the subgraph's time.
        await makeRoomFor(reply)
        const text = await patience.wait(() => textOf(reply)).finally(() => discard(reply))
        await currentAnswer()?.goOn()
        const answer = graphqlAnswer(JSON.parse(text))
        const refusal = serviceTokens && refusalOf(answer, answerBytes)
        if (refusal) throw refusal
        return answer
      } catch (error) {
        if (error instanceof DomainError) throw error
        if (isOverLimit(error)) throw answerTooLarge(answerBytes)
        caller.log.warn({ err: error, subgraph: name }, 'a subgraph did not answer')
        throw serviceUnavailable(name)
      }
    },
  }
}

/** A sibling in another process, as a peer. */
export function connectOverHttp(client: SubgraphClient, name: string): PeerConnection {
  return async (source, variables, caller) =>
    peerAnswer(name, await client.execute({ query: source, variables }, caller))
}

function headersFor(caller: Caller, serviceToken: string | undefined): Record<string, string> {
  const { address, authorization, adminKey, requestId, trace } = caller
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-request-id': requestId,
    ...trace,
    ...(authorization !== undefined && { authorization }),
    ...(serviceToken !== undefined && {
      [SERVICE_TOKEN_HEADER]: serviceToken,
      [CALLER_ADDRESS_HEADER]: address,
    }),
    ...(serviceToken !== undefined && adminKey !== undefined && { 'x-admin-api-key': adminKey }),
  }
}

/** @throws when the answer is not one of GraphQL, e.g. a proxy's error page. */
function graphqlAnswer(answer: unknown): FormattedExecutionResult {
  if (typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)) {
    if (!('errors' in answer) || areErrors(answer.errors)) return answer as FormattedExecutionResult
  }
  throw new Error('The answer is not GraphQL.')
}

function areErrors(errors: unknown): boolean {
  if (errors === null || errors === undefined) return true
  return Array.isArray(errors) && errors.every((error) => typeof error?.message === 'string')
}

/** Before a large body is read. @throws INTERNAL_ERROR with `retry` where there is no room for it */
async function makeRoomFor(reply: Dispatcher.ResponseData): Promise<void> {
  const answer = currentAnswer()
  if (!answer || Number(reply.headers['content-length'] ?? 0) <= SMALL) return
  await answer.takeRoom().catch((error: unknown) => {
    discard(reply)
    throw error
  })
}

/** Reads a body, and counts it into the answer that it is for. */
async function textOf({ body }: Dispatcher.ResponseData): Promise<string> {
  const text = await body.text()
  currentAnswer()?.read(text.length)
  return text
}

/** Gives the connection up, unless all has been read. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy()
}

/** As undici says that a body is larger than it may be. */
function isOverLimit(error: unknown): boolean {
  return error instanceof failures.ResponseExceededMaxSizeError
}

/** Why a service of ours has built no answer, though it could. */
function refusalOf(
  { data, errors }: FormattedExecutionResult,
  answerBytes: number,
): DomainError | undefined {
  const { message, extensions: { code, details = {} } = {} } = errors?.[0] ?? {}
  if (data || message === undefined || !isErrorCode(code)) return undefined
  const extensions = { code, details: details as ErrorDetails }
  if (isAnswerTooLarge(extensions)) return answerTooLarge(answerBytes)
  return isWithoutRoom(extensions) ? new DomainError(code, message, extensions.details) : undefined
}
