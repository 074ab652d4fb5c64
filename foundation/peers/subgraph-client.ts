// Calls a subgraph in another process over HTTP: connection pool, deadline, circuit breaker, headers.
import type { FormattedExecutionResult } from 'graphql'
import { errors } from 'undici'
import type { Caller } from '#foundation/auth/caller.ts'
import type { ServiceTokens } from '#foundation/auth/service-token.ts'
import {
  asReported,
  DomainError,
  refusedByPeer,
  serviceUnavailable,
} from '#foundation/domain/errors.ts'
import { responseTooLarge } from '#foundation/domain/response-errors.ts'
import {
  currentBudget,
  DEFAULT_RESPONSE_BYTES,
  SMALL_RESPONSE,
  SOURCE_FACTOR,
} from '#foundation/limits/response-budget.ts'
import { createCircuitBreaker, type CircuitBreaker } from '#foundation/peers/circuit-breaker.ts'
import { noteCircuits } from '#foundation/peers/circuit-metrics.ts'
import { peerResult, type PeerConnection } from '#foundation/peers/peers.ts'
import { PostPool } from '#foundation/peers/post-pool.ts'
import { Post, type PostRequest } from '#foundation/peers/post.ts'
import { postsUntil } from '#foundation/peers/posts-by-signal.ts'
import { createRefusalNotes, isRefusedByPeer } from '#foundation/peers/refused-by-peer.ts'
import { subgraphHeaders } from '#foundation/peers/subgraph-headers.ts'
import { createFailures, type Failure } from '#foundation/peers/subgraph-failure.ts'
import {
  graphqlResult,
  refusalOf,
  type SubgraphResponse,
} from '#foundation/peers/subgraph-response.ts'
import { EventTooLarge } from '#foundation/peers/subscription/event-stream.ts'
import { SubgraphSubscriptions } from '#foundation/peers/subscription/subgraph-subscriptions.ts'

const { ResponseExceededMaxSizeError } = errors

/** A GraphQL request as sent over the wire. */
interface SubgraphRequest {
  query: string
  variables?: Readonly<Record<string, unknown>>
  operationName?: string
}

export interface SubgraphClient {
  /**
   * @throws INTERNAL_ERROR with `retry` when no GraphQL response arrives before the deadline, no slot is
   * free for it, or the subgraph does not accept the service token; without `retry` when a foreign subgraph would
   * respond in the same way again. If no response arrives for a request that was sent, `mayHaveRun` is true.
   * VALIDATION_ERROR with the reason ANSWER_TOO_LARGE; the reason of the signal
   */
  execute(
    request: SubgraphRequest,
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<FormattedExecutionResult>
  /**
   * The results of a subscription, until it is complete or the signal is aborted. Extensions of a result may have a
   * cursor. A subscription that ends before is not resumed: its client knows where to continue.
   * @throws as `execute` does, also when the subgraph ends it before it is complete
   */
  subscribe(
    request: SubgraphRequest,
    caller: Caller,
    signal: AbortSignal,
  ): AsyncIterable<FormattedExecutionResult>
  /** Aborts the calls under way, and ends all subscriptions. */
  close(): Promise<void>
}

export interface SubgraphClientOptions {
  /** The name of the subgraph, as the audience of the service token. */
  name: string
  /** Its GraphQL endpoint. */
  url: string
  /** Undefined for a foreign subgraph, which must not see our tokens. */
  serviceTokens: ServiceTokens | undefined
  /** The maximum size of a response to a client, in bytes. */
  responseBytes?: number
  deadlineMs?: number
  connections?: number
  /** Called with the size in bytes of each part of a response. */
  onBytes?: (bytes: number) => void
}

export function createSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { name, serviceTokens, deadlineMs = 10_000, connections = 64 } = options
  const { responseBytes = DEFAULT_RESPONSE_BYTES, onBytes } = options
  const url = new URL(options.url)
  const subgraph = { name, url, isForeign: serviceTokens === undefined }
  const maxBytes = responseBytes * SOURCE_FACTOR
  const failureOf = createFailures(subgraph)
  const pool = new PostPool(url, { connections, responseBytes: maxBytes })
  // A foreign subgraph may have no health check.
  const healthUrl = serviceTokens && new URL('healthz', url).href
  const breaker = createCircuitBreaker(deadlineMs, healthUrl, noteCircuits(name))
  const noteRefusal = serviceTokens && createRefusalNotes(name)
  const subscriptions = new SubgraphSubscriptions({ subgraph, breaker, maxBytes, onBytes })
  let isClosed = false
  /** @throws for a refusal of the whole response */
  const checked = (result: FormattedExecutionResult, { log }: Caller): FormattedExecutionResult => {
    const refusal = serviceTokens && refusalOf(result, responseBytes)
    if (refusal) throw refusal
    if (!noteRefusal || !isRefusedByPeer(result)) return result
    noteRefusal(log, result)
    throw refusedByPeer(name)
  }
  const errorOf = (failed: Failure, caller: Caller): Error => {
    const { error } = failed
    if (error instanceof DomainError) return error
    if (error instanceof ResponseExceededMaxSizeError) return responseTooLarge(responseBytes)
    if (error instanceof EventTooLarge) return responseTooLarge(responseBytes)
    // This process has ended the call itself, because it stops: nothing is wrong with the peer.
    if (isClosed)
      return asReported(Object.assign(serviceUnavailable(name), { mayHaveRun: failed.isSent }))
    return failureOf(failed, caller)
  }

  return {
    close() {
      isClosed = true
      breaker.close()
      subscriptions.close()
      return pool.close()
    },
    async *subscribe(request, caller, ended) {
      try {
        const proof = await serviceTokens?.headers(name)
        const headers = subgraphHeaders(request.query, caller, proof, 'text/event-stream')
        const sent = { headers, body: JSON.stringify(request) }
        for await (const { result, isWhole } of subscriptions.start(sent, ended)) {
          yield isWhole ? checked(result, caller) : result
        }
      } catch (error) {
        if (!ended.aborted) throw errorOf({ error, text: undefined, isSent: true }, caller)
      }
    },
    async execute(request, caller, ended) {
      const headers = subgraphHeaders(request.query, caller, await serviceTokens?.headers(name))
      const budget = currentBudget()
      let response: SubgraphResponse | undefined
      let isSent = false
      const onSent = () => void (isSent = true)
      try {
        const body = JSON.stringify(request)
        response = await send(pool, breaker, { headers, body, maxBytes, onSent, onBytes }, ended)
        budget?.addSource(response.text.length)
        if (budget?.canContinue === false) await budget.waitToContinue()
        return checked(graphqlResult(subgraph, response), caller)
      } catch (error) {
        ended?.throwIfAborted()
        throw errorOf({ error, text: response?.text, isSent }, caller)
      }
    },
  }
}

/**
 * The body of the response. A large one is read once a slot is free; that wait does not count against the
 * subgraph's deadline. @throws INTERNAL_ERROR with `retry` when no slot is free
 */
async function send(
  pool: PostPool,
  breaker: CircuitBreaker,
  sent: Omit<PostRequest, 'beforeBody'>,
  ended: AbortSignal | undefined,
): Promise<SubgraphResponse> {
  ended?.throwIfAborted()
  const budget = currentBudget()
  const beforeBody = (bytes: number) => {
    breaker.noteResponse()
    if (!budget || bytes <= SMALL_RESPONSE) return undefined
    unwatch()
    return budget.acquireSlot().then(() => {
      unwatch = breaker.watch(abort)
    })
  }
  const post = new Post({ ...sent, beforeBody })
  const abort = (reason: Error) => post.abort(reason)
  let unwatch = breaker.watch(abort)
  const posts = ended && postsUntil(ended)
  posts?.add(post)
  try {
    return { text: await pool.send(post), post }
  } finally {
    unwatch()
    posts?.delete(post)
  }
}

/** Connects to a peer in another process. */
export function connectOverHttp(client: SubgraphClient, name: string): PeerConnection {
  return async (source, variables, caller) =>
    peerResult(name, await client.execute({ query: source, variables }, caller))
}
