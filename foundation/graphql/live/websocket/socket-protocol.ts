// What clients may do in a WebSocket, for graphql-ws: connect with an access token, and subscribe.
import { parse, type ExecutionArgs, type GraphQLFormattedError } from 'graphql'
import type { ServerOptions, SubscribePayload } from 'graphql-ws'
import type { Request, Response } from 'express'
import { invalidInput, invalidToken, refused } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { MAX_SUBSCRIPTIONS_PER_CONNECTION } from '#foundation/graphql/live/live-settings.ts'
import type { Live } from '#foundation/graphql/live/live.ts'
import { isAdmitted, shownError } from '#foundation/graphql/live/results.ts'
import type { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import { socketRequest, socketResponse } from '#foundation/graphql/live/websocket/socket-request.ts'
import {
  SentError,
  SocketResults,
  type SocketSubscription,
} from '#foundation/graphql/live/websocket/socket-results.ts'
import { keepDigits } from '#foundation/http/exact-json.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

/** How long a client may take to send `connection_init`, in milliseconds. */
const INIT_MS = 5_000

/** A request in a WebSocket, and the errors that refuse it. */
export interface CheckedMessage {
  context: GraphQLContext
  errors: readonly GraphQLFormattedError[]
}

export interface SocketProtocolOptions {
  live: Live
  /** False: subgraphs authenticate callers, and numbers for them keep all digits. */
  requiresToken: boolean
  /** Runs the checks that a request over HTTP passes. @throws a refusal before those of the document */
  checkMessage: (req: Request, res: Response) => Promise<CheckedMessage>
}

type Params = Record<string, unknown>
type Extra = { connection: SocketConnection }

/** The checks know the document; graphql-ws only needs to know that it is a subscription. */
const DOCUMENT = parse('subscription { _ }')

/** The refusal of a message that nobody waits for any more. */
const CLOSED = [new SentError({ message: 'The connection is closed.' })]

export function socketProtocol(options: SocketProtocolOptions): ServerOptions<Params, Extra> {
  const { live, requiresToken } = options
  return {
    connectionInitWaitTimeout: INIT_MS,
    ...(!requiresToken && { jsonMessageReviver: keepDigits }),
    async onConnect({ connectionParams, extra: { connection } }) {
      try {
        await connect(connection, connectionParams, options)
        return true
      } catch (error) {
        connection.end(error)
        return false
      }
    },
    async onSubscribe({ extra: { connection }, subscriptions }, id, payload) {
      // Those that still wait for their checks count, too.
      const count = Object.keys(subscriptions).length
      const check = () => admit(connection, { id, payload, count }, options)
      return (await connection.checkInTurn(check)) ?? CLOSED
    },
    // graphql-ws iterates over them, and gets errors as `sentForm` writes them.
    subscribe: ({ contextValue }) => new SocketResults(live, contextValue as SocketSubscription),
    onError: (_context, _id, _payload, errors) => errors.map(sentForm),
  }
}

/** @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED, VALIDATION_ERROR */
async function connect(
  connection: SocketConnection,
  params: Params = {},
  { live, requiresToken }: SocketProtocolOptions,
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
  const caller = await live.requestGuard.admitAnonymous(req, res)
  if (requiresToken && !caller.viewer) throw invalidToken('missing')
  connection.identify(caller)
}

async function admit(
  connection: SocketConnection,
  { id, payload, count }: { id: string; payload: SubscribePayload; count: number },
  options: SocketProtocolOptions,
): Promise<readonly SentError[] | ExecutionArgs> {
  const { authorization, handshake } = connection
  const requestId = crypto.randomUUID()
  // graphql-ws requires a text, also of clients that send the id of their document.
  const body = { ...payload, query: payload.query || undefined }
  const req = socketRequest(handshake, { authorization, body, requestId })
  const response = socketResponse(req)
  const refuse = (errors: readonly GraphQLFormattedError[]) => {
    response[Symbol.dispose]()
    return errors.map((error) => new SentError(error))
  }
  try {
    requireFew(count)
    const { context, errors } = await options.checkMessage(req, response)
    const { asked: admitted } = context
    if (!isAdmitted(admitted)) return refuse(errors)
    const contextValue: SocketSubscription = { id, connection, admitted, context, response }
    return { schema: undefined as never, document: DOCUMENT, contextValue }
  } catch (error) {
    connection.noteEnd(error)
    return refuse([shownError(error, options.live.requestGuard.anonymous(req))])
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

function sentForm(error: Error & { originalError?: unknown }): GraphQLFormattedError {
  if (error instanceof SentError) return error.sent
  return error.originalError instanceof SentError
    ? error.originalError.sent
    : { message: error.message }
}
