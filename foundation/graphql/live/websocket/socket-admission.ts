// The checks of a WebSocket: of its access token, and of each subscription.
import type { Request, Response } from 'express'
import type { GraphQLFormattedError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { invalidInput, invalidToken, refused } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { MAX_SUBSCRIPTIONS_PER_CONNECTION } from '#foundation/graphql/live/live-settings.ts'
import type { StreamRuntime } from '#foundation/graphql/live/stream-runtime.ts'
import {
  isAdmitted,
  shownError,
  type AdmittedSubscription,
} from '#foundation/graphql/live/results.ts'
import type { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import { socketRequest, socketResponse } from '#foundation/graphql/live/websocket/socket-request.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

/** A request in a WebSocket, and the errors that refuse it. */
export interface CheckedMessage {
  context: GraphQLContext
  errors: readonly GraphQLFormattedError[]
}

export interface SocketAdmissionOptions {
  streams: StreamRuntime
  /** If false, subgraphs authenticate callers, and numbers for them keep all digits. */
  requiresToken: boolean
  /** Runs the checks of a request over HTTP. @throws the refusal of a check before those of the document */
  checkMessage: (req: Request, res: Response) => Promise<CheckedMessage>
}

/** Checks the token of a connection. @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED, VALIDATION_ERROR */
export async function admitConnection(
  connection: SocketConnection,
  params: Readonly<Record<string, unknown>>,
  { streams, requiresToken }: SocketAdmissionOptions,
): Promise<void> {
  const { handshake } = connection
  const sent = params.authorization ?? params.Authorization ?? handshake.get('authorization')
  if (sent !== undefined && typeof sent !== 'string') {
    throw invalidInput([{ field: 'authorization', reason: 'must be Bearer <ACCESS_TOKEN>' }])
  }
  connection.authorization = sent
  const { requestId } = handshake
  const req = socketRequest(handshake, { authorization: sent, body: undefined, requestId })
  using res = socketResponse(req)
  const caller = await streams.requestGuard.admitAnonymous(req, res)
  if (requiresToken && !caller.viewer) throw invalidToken('missing')
  connection.identify(caller)
}

/** A subscription from its message to its end. */
export interface SubscriptionMessage {
  payload: SubscribePayload
  /** The subscriptions of the connection, including this one and those that wait for their checks. */
  count: number
  /** Aborted when the subscription ends. */
  signal: AbortSignal
}

/** An admitted subscription, or the errors that refuse it. */
export type Admission =
  | { admitted: AdmittedSubscription; context: GraphQLContext }
  | { admitted: undefined; errors: readonly GraphQLFormattedError[] }

export async function admitSubscription(
  connection: SocketConnection,
  { payload, count, signal }: SubscriptionMessage,
  { streams, checkMessage }: SocketAdmissionOptions,
): Promise<Admission> {
  const { authorization, handshake } = connection
  const requestId = crypto.randomUUID()
  // The protocol requires a text, even from clients that send the id of their document.
  const body = { ...payload, query: payload.query || undefined }
  const req = socketRequest(handshake, { authorization, body, requestId })
  const res = socketResponse(req)
  signal.addEventListener('abort', () => res[Symbol.dispose](), { once: true })
  try {
    requireFew(count)
    const { context, errors } = await checkMessage(req, res)
    const { requestedStream: admitted } = context
    return isAdmitted(admitted) ? { admitted, context } : { admitted: undefined, errors }
  } catch (error) {
    connection.noteEnd(error)
    const errors = [shownError(error, streams.requestGuard.anonymous(req))]
    return { admitted: undefined, errors }
  }
}

/** @throws VALIDATION_ERROR with the reason SUBSCRIPTION_LIMIT */
function requireFew(count: number): void {
  const limit = MAX_SUBSCRIPTIONS_PER_CONNECTION
  if (count <= limit) return
  const message = `A connection may have ${limit} subscriptions at once: complete one first.`
  countRefusal('subscriptions')
  throw refused('SUBSCRIPTION_LIMIT', message, { limit })
}
