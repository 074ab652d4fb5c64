// Reaches a subgraph in another process over HTTP: bounded pool, deadline, and the headers that go along.
import type { FormattedExecutionResult } from 'graphql'
import { Pool } from 'undici'
import type { Caller } from '#foundation/context.ts'
import { serviceUnavailable } from '#foundation/errors.ts'
import { createPatience } from '#foundation/patience.ts'
import type { PeerConnection } from '#foundation/peers.ts'
import { peerAnswer } from '#foundation/service.ts'
import {
  CALLER_ADDRESS_HEADER,
  SERVICE_TOKEN_HEADER,
  type ServiceTokens,
} from '#foundation/service-token.ts'

/** A GraphQL request as it goes over the wire. */
export interface SubgraphRequest {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

export interface SubgraphClient {
  /** @throws INTERNAL_ERROR with `retry` when no GraphQL answer comes before the deadline. */
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
  deadlineMs?: number
  connections?: number
}

/** The most that services send each other at once, in bytes. */
export const ANSWER_LIMIT = 10 * 1024 * 1024
const CONNECT_MS = 1_000
/** How many calls may wait for a connection to be free. */
const WAITING_LIMIT = 256

/** A client for the subgraph at `url`. */
export function createSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { name, serviceTokens, deadlineMs = 10_000, connections = 64 } = options
  const url = new URL(options.url)
  const pool = new Pool(url.origin, {
    connections,
    connectTimeout: CONNECT_MS,
    maxResponseSize: ANSWER_LIMIT,
  })
  // That of somebody else may answer anywhere, or nowhere, that it is well.
  const patience = createPatience(deadlineMs, serviceTokens && new URL('healthz', url).href)

  const send = async (
    request: SubgraphRequest,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => {
    const { body } = await pool.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers,
      body: JSON.stringify(request),
      signal,
    })
    return graphqlAnswer(await body.json())
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
        return await patience.wait((signal) => send(request, headers, signal))
      } catch (error) {
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
