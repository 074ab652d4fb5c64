// Apollo Server behind every `/graphql`, with the same checks for the router and each service.
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import { errorsOf, executeByApollo, respondByApollo } from '#foundation/graphql/apollo.ts'
import { admit, type AdmissionOptions } from '#foundation/graphql/admission.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { DocumentStore } from '#foundation/graphql/document-store.ts'
import { exactLiterals, finiteLiterals } from '#foundation/graphql/exact-literals.ts'
import { executeBy, type ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import { formatError, logUnexpected } from '#foundation/graphql/errors.ts'
import {
  refuseResponse,
  statusesByEdition,
  stringifyResponse,
} from '#foundation/graphql/refusal.ts'
import { acceptedTransport } from '#foundation/graphql/live/accepted-transport.ts'
import { streamResponse } from '#foundation/graphql/live/http-stream.ts'
import type { LiveSettings } from '#foundation/graphql/live/live-settings.ts'
import { createStreamRuntime } from '#foundation/graphql/live/stream-runtime.ts'
import { isAdmitted } from '#foundation/graphql/live/results.ts'
import type { CheckedMessage } from '#foundation/graphql/live/websocket/socket-admission.ts'
import { createRequestedStream } from '#foundation/graphql/live/requested-stream.ts'
import { createWebSockets } from '#foundation/graphql/live/websocket/web-sockets.ts'
import { ReplaceableServer } from '#foundation/graphql/replaceable-server.ts'
import { requestChecks, type RequestCheckOptions } from '#foundation/graphql/request-checks.ts'
import { respondToService, type OperationRunner } from '#foundation/graphql/service-endpoint.ts'
import type { Upgrades } from '#foundation/http/listen.ts'
import { BODY_LIMIT, SERVICE_BODY_LIMIT } from '#foundation/http/json-body.ts'
import {
  noIncrementalDelivery,
  noIntrospection,
  noSubgraphSdl,
  requestLimitRules,
} from '#foundation/limits/request-limits.ts'
import { withBudget, type ResponseLimits } from '#foundation/limits/response-budget.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface GraphQLEndpointOptions
  extends Omit<AdmissionOptions, 'bodyLimit'>, RequestCheckOptions, ExecutableSchema {
  /** Runs POST requests of authenticated services; undefined if no service calls. */
  service?: OperationRunner
  responseLimits: ResponseLimits
  live: LiveSettings
  log: Log
}

/** The parts that depend on a schema: its execution, and the checks of its operations. */
export type CheckedSchema = ExecutableSchema & Pick<RequestCheckOptions, 'authorize'>

/** Resolves when the last request over the earlier schema has ended. */
interface ReplacedSchema {
  ended: Promise<void>
}

export interface GraphQLEndpoint {
  handler: RequestHandler
  /** Executes requests over another schema from now on. @throws for an invalid schema */
  replaceSchema(executable: CheckedSchema): Promise<ReplacedSchema>
  /** Takes over WebSockets at `/graphql`; undefined if the schema has no subscriptions. */
  upgrades(app: Express): Upgrades | undefined
  /** Admits no more streams, and ends those that are open with a hint to reconnect. */
  endStreams(): Promise<void>
  stop(): Promise<void>
}

/**
 * An Express handler for `/graphql`, which rejects with a refusal. The response to a subscription is a stream. Before
 * execution it checks, in this order: token, rate limit, headers and body, document, limits, variables, offsets, the
 * rest of the rate limit, nodes (contract, "GraphQL").
 */
export async function createGraphQLEndpoint(
  options: GraphQLEndpointOptions,
): Promise<GraphQLEndpoint> {
  const { responseLimits: limits, service } = options
  const first = await startServer(options)
  const server = new ReplaceableServer(first)
  const bodyLimit = (caller: Caller) =>
    service && caller.service !== undefined ? SERVICE_BODY_LIMIT : BODY_LIMIT
  const admission = { ...options, bodyLimit }
  const streams = createStreamRuntime({ ...options, settings: options.live })
  const respond = async (context: GraphQLContext, method: string): Promise<void> => {
    if (service && context.caller.service !== undefined && method === 'POST') {
      await respondToService({ ...options, service }, context)
    } else {
      await server.respond((current) => respondByApollo(current, context))
    }
  }
  const checkMessage = async (req: Request, res: Response): Promise<CheckedMessage> => {
    const sent = () => Promise.resolve(req.body as unknown)
    const caller = await admit(req, res, admission, sent)
    const context = { caller, req, res, requestedStream: createRequestedStream('websocket') }
    const check = (current: ApolloServer<GraphQLContext>) => executeByApollo(current, context)
    return { context, errors: errorsOf(await server.respond(check)) }
  }
  const sockets = { streams, settings: options.live, checkMessage }
  const handler: RequestHandler = async (req, res) => {
    const { method } = req
    // Apollo Server does not support HEAD; Node leaves the body out of the response.
    if (method === 'HEAD') req.method = 'GET'
    try {
      const caller = await admit(req, res, admission)
      requirePreflight(req)
      const requestedStream = method === 'HEAD' ? undefined : findRequestedStream(req, options)
      const context = { caller, req, res, requestedStream }
      const { endings } = streams.connections
      await withBudget({ limits, caller, res }, () => respond(context, method))
      if (isAdmitted(requestedStream))
        await streamResponse(streams, requestedStream, context, endings)
    } finally {
      req.method = method
    }
  }
  return {
    handler,
    async replaceSchema(executable) {
      // The check of the first schema must not apply to the next one.
      const replaced = { ...options, authorize: undefined, ...executable }
      const next = await startServer(replaced, first.cache)
      const ended = [server.replace(next), streams.connections.endAll()]
      return { ended: Promise.all(ended).then(() => undefined) }
    },
    upgrades: (app) => options.subscribe && createWebSockets(app, { ...options, ...sockets }),
    endStreams: () => streams.connections.drain(),
    stop: () => server.stop(),
  }
}

/** The subscription that the response may stream, by the transport that the request accepts. */
function findRequestedStream(req: Request, { subscribe }: Pick<ExecutableSchema, 'subscribe'>) {
  const transport = subscribe && acceptedTransport(req)
  return transport && createRequestedStream(transport)
}

/** @param cache the texts of persisted queries, which stay when the schema is replaced */
async function startServer(
  options: GraphQLEndpointOptions,
  cache: ApolloServer['cache'] | 'bounded' = 'bounded',
) {
  const { schema, limits } = options
  const server = new ApolloServer<GraphQLContext>({
    schema,
    cache,
    // `requirePreflight` does this instead.
    csrfPrevention: false,
    // Our own rule refuses it in production; Apollo Server's message would name Apollo Server.
    introspection: true,
    hideSchemaDetailsFromClientErrors: !options.introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // With the default store, Apollo Server hashes the schema at the start. Services get most documents from services.
    ...(!options.service && { documentStore: new DocumentStore() }),
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [
      ...requestLimitRules(limits),
      noIncrementalDelivery,
      finiteLiterals,
      ...(options.introspection ? [] : [noSubgraphSdl, noIntrospection]),
      ...(options.requiresToken ? [] : [exactLiterals]),
    ],
    stringifyResult: stringifyResponse,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      requestChecks(options),
      refuseResponse,
      statusesByEdition,
      logUnexpected,
      executeBy(options),
    ],
    logger: options.log,
  })
  await server.start()
  return server
}

/** Headers for which browsers send a preflight before a script of another origin sends them. */
const PREFLIGHTED = ['content-type', 'apollo-require-preflight', 'x-apollo-operation-name']

/**
 * A request with a bearer token cannot be a cross-site forgery: browsers never add one on their own, and
 * send a preflight before a script of another origin does. (They do add HTTP Basic credentials.)
 * @throws VALIDATION_ERROR
 */
function requirePreflight({ headers, method }: Request): void {
  if (method !== 'GET' || /^bearer +\S/i.test(headers.authorization ?? '')) return
  if (PREFLIGHTED.some((name) => headers[name])) return
  const reason = 'must be 1 in a GET without a bearer token (Cross-Site Request Forgery)'
  throw invalidInput([{ field: 'Apollo-Require-Preflight', reason }])
}
