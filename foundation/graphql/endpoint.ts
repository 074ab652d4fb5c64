// Apollo Server behind every /graphql, the router's and each service's, with the same checks in front.
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import type { Request, RequestHandler, Response } from 'express'
import {
  GraphQLError,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import {
  DomainError,
  ERROR_CODES,
  invalidInput,
  invalidToken,
  refused,
} from '#foundation/domain/errors.ts'
import { formatError, logUnexpected } from '#foundation/graphql/errors.ts'
import {
  persistedHash,
  withRegisteredDocument,
  type RegisteredDocuments,
} from '#foundation/graphql/registered-documents.ts'
import { responseType } from '#foundation/graphql/response.ts'
import { coerceVariables } from '#foundation/graphql/variables.ts'
import {
  BODY_LIMIT,
  readJson,
  SERVICE_BODY_LIMIT,
  setErrorHeaders,
  toDomainError,
} from '#foundation/http/app.ts'
import { nodeCount } from '#foundation/limits/node-count.ts'
import {
  isIntrospectionOnly,
  noSubgraphSdl,
  requestLimitRules,
  rootFieldCost,
  type RequestLimits,
} from '#foundation/limits/request-limits.ts'
import {
  withBudget,
  currentBudget,
  type ResponseLimits,
} from '#foundation/limits/response-budget.ts'
import { responseJson } from '#foundation/limits/response-json.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Apollo's context: what executors and data sources receive. */
export interface GraphQLContext {
  caller: Caller
  req: Request
  res: Response
}

export interface GraphQLEndpointOptions {
  /** Supplies the schema and executes: the federation gateway, or one subgraph. */
  gateway: GatewayInterface
  /**
   * Executes operations of proven services without the limits of clients: the router has already
   * checked its client's document, and plans longer ones. Undefined where no service sends any.
   */
  gatewayForServices?: GatewayInterface
  requestGuard: RequestGuard
  introspection: boolean
  limits: RequestLimits
  responseLimits: ResponseLimits
  /** False: every caller is admitted, and the subgraphs decide. */
  requiresToken: boolean
  documents?: RegisteredDocuments
  log: Log
}

export interface GraphQLEndpoint {
  handler: RequestHandler
  stop(): Promise<void>
}

/**
 * An Express handler for `/graphql`, which rejects with the refusal. Before execution it checks, in this
 * order: token, rate limit, headers and body, document, limits, variables, nodes (contract, "GraphQL").
 */
export async function createGraphQLEndpoint(
  options: GraphQLEndpointOptions,
): Promise<GraphQLEndpoint> {
  const clients = await startServer(options.gateway, options, options.limits)
  const { gatewayForServices } = options
  // A server of its own, because a server caches a document as valid for every later sender.
  const services = gatewayForServices && (await startServer(gatewayForServices, options))
  const handler: RequestHandler = async (req, res, next) => {
    const { method } = req
    // Apollo Server does not support HEAD; Node leaves the body out of the response.
    if (method === 'HEAD') req.method = 'GET'
    try {
      const caller = await admit(req, res, options)
      callers.set(req, caller)
      if (/^bearer +\S/i.test(req.get('authorization') ?? '')) passPreflight(req)
      const server = isUnlimited(caller, options) ? services! : clients
      await withBudget({ limits: options.responseLimits, caller, res }, async () => {
        await server.serve(req, res, next)
      })
    } finally {
      req.method = method
    }
  }
  return {
    handler,
    async stop() {
      await Promise.all([clients.stop(), services?.stop()])
    },
  }
}

function isUnlimited(caller: Caller, { gatewayForServices }: GraphQLEndpointOptions): boolean {
  return caller.service !== undefined && gatewayForServices !== undefined
}

async function startServer(
  gateway: GatewayInterface,
  options: GraphQLEndpointOptions,
  limits?: RequestLimits,
) {
  const server = new ApolloServer<GraphQLContext>({
    gateway,
    introspection: options.introspection,
    hideSchemaDetailsFromClientErrors: !options.introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: limits ? { maxTokens: limits.tokens } : {},
    validationRules: [
      ...(limits ? requestLimitRules(limits) : []),
      ...(limits && !options.introspection ? [noSubgraphSdl] : []),
    ],
    stringifyResult: stringifyResponse,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      requestChecks(options.requestGuard, limits?.nodes),
      refuseByStatus,
      refuseResponse,
      logUnexpected,
    ],
    logger: options.log,
  })
  await server.start()
  const serve = expressMiddleware(server, {
    context: ({ req, res }) => Promise.resolve({ caller: callers.get(req)!, req, res }),
  })
  return { serve, stop: () => server.stop() }
}

const callers = new WeakMap<Request, Caller>()

/**
 * A request with a bearer token is no cross-site forgery: browsers never add one by themselves, and send
 * a preflight before a script of another origin may. (They do add HTTP Basic credentials.)
 */
function passPreflight(req: Request): void {
  req.headers['apollo-require-preflight'] ??= '1'
}

/** Admits a caller and reads the body. Without a token only introspection passes. */
async function admit(
  req: Request,
  res: Response,
  options: GraphQLEndpointOptions,
): Promise<Caller> {
  const { documents, requestGuard, introspection, limits, requiresToken } = options
  const caller = await requestGuard.admitAnonymous(req, res)
  const known = caller.viewer !== undefined || caller.service !== undefined || !requiresToken
  if (!known && !introspection) throw invalidToken('missing')
  const bodyLimit = isUnlimited(caller, options) ? SERVICE_BODY_LIMIT : BODY_LIMIT
  req.body = await readBody(req, res, bodyLimit).catch((error: unknown) => {
    throw known ? error : invalidToken('missing')
  })
  const request: unknown = req.method === 'GET' ? req.query : req.body
  if (!known && !asksOnlyIntrospection(request, limits.tokens)) throw invalidToken('missing')
  if (documents) useRegisteredDocument(req, documents)
  // Apollo Server would report a malformed one as an internal error.
  else persistedHash((request ?? {}) as Record<string, unknown>)
  return caller
}

/** Apollo Server would refuse these headers with 406, but only after execution, and 415. */
async function readBody(req: Request, res: Response, limit: number): Promise<unknown> {
  if (responseType(req) === undefined) {
    throw invalidInput([{ field: 'Accept', reason: 'must allow application/json' }])
  }
  const contentType = req.get('content-type') ?? 'application/json'
  if (req.method === 'GET' && !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalidInput([{ field: 'Content-Type', reason: 'must be application/json' }])
  }
  return readJson(req, res, limit)
}

/** Puts the text of a registered document where Apollo Server looks for it. */
function useRegisteredDocument(req: Request, documents: RegisteredDocuments): void {
  if (req.method !== 'GET') {
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) return
    req.body = withRegisteredDocument(req.body as Record<string, unknown>, documents)
    return
  }
  const sent = Object.fromEntries(new URL(req.url, 'http://localhost').searchParams)
  const request = withRegisteredDocument(sent, documents) as Record<string, string>
  req.url = `${req.path}?${new URLSearchParams(request).toString()}`
}

function asksOnlyIntrospection(request: unknown, maxTokens: number): boolean {
  const { query, operationName } = (request ?? {}) as Record<string, unknown>
  if (typeof query !== 'string') return false
  try {
    const document = parse(query, { maxTokens })
    return isIntrospectionOnly(
      document,
      typeof operationName === 'string' ? operationName : undefined,
    )
  } catch {
    return false
  }
}

/** A response with more nodes counts as large: executing it blocks other requests for too long. */
const MANY_NODES = 10_000

/** Checks the rest of the rate limit, the variables and the nodes of a valid document. */
function requestChecks(
  requestGuard: RequestGuard,
  maxNodes?: number,
): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ contextValue, document, operation, request, schema }) {
          try {
            requireServed(operation)
            await chargeDocument(requestGuard, contextValue, document, request.operationName)
            const variables = coerceVariables(schema, operation, request.variables ?? {})
            if (maxNodes === undefined) return
            const nodes = nodeCount(schema, document, operation)(variables)
            requireFewNodes(nodes, maxNodes)
            if (nodes > MANY_NODES) await currentBudget()?.acquireSlot()
            if (operation.operation === OperationTypeNode.MUTATION) {
              currentBudget()?.markMutation()
            }
          } catch (error) {
            throw refusal(toDomainError(error, contextValue.req), contextValue.res)
          }
        },
      }),
  }
}

/** @throws VALIDATION_ERROR when the operation is ambiguous or a subscription */
function requireServed(
  operation: OperationDefinitionNode | undefined,
): asserts operation is OperationDefinitionNode {
  if (!operation) {
    throw invalidInput([{ field: 'operationName', reason: 'must name one of the operations' }])
  }
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    throw invalidInput([{ field: 'query', reason: 'must be a query or a mutation' }])
  }
}

/** @throws VALIDATION_ERROR with the reason NODE_LIMIT */
function requireFewNodes(count: number, limit: number): void {
  if (count <= limit) return
  const message = `The answer may hold ${count} nodes; the node limit is ${limit}.`
  throw refused('NODE_LIMIT', message, { limit })
}

/** Apollo Server answers a mutation by GET with 405, before it calls any plugin. */
const refuseByStatus: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { http, body } }) {
        if (http.status !== 405 || body.kind !== 'single') return Promise.resolve()
        const { message, extensions } = invalidInput([
          { field: 'query', reason: 'must be a query: a mutation is sent by POST' },
        ])
        http.status = ERROR_CODES[extensions.code].status
        http.headers.delete('allow')
        body.singleResult = { errors: [{ message, extensions }] }
        return Promise.resolve()
      },
    }),
}

/** A response refused while it was built has no data, even if some of it was ready. */
const refuseResponse: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { http, body } }) {
        const refusal = currentBudget()?.refusal
        if (!refusal || body.kind !== 'single') return Promise.resolve()
        const { message, extensions } = refusal
        http.status = ERROR_CODES[extensions.code].status
        body.singleResult = { errors: [{ message, extensions }] }
        return Promise.resolve()
      },
    }),
}

/**
 * Apollo Server passes the text on to Express, which accepts bytes as well. It answers an error thrown
 * here like one thrown before execution.
 */
async function stringifyResponse(result: unknown): Promise<string> {
  try {
    return (await responseJson(result)) as string
  } catch (error) {
    throw error instanceof DomainError ? withStatus(error) : error
  }
}

/** Replaces the unit that was charged before the body was read by the true cost. */
async function chargeDocument(
  requestGuard: RequestGuard,
  { caller, req, res }: GraphQLContext,
  document: DocumentNode,
  operationName: string | undefined,
): Promise<void> {
  const cost = rootFieldCost(document, operationName)
  if (cost === 1) return
  await requestGuard.charge(caller, req, res, -1)
  await requestGuard.charge(caller, req, res, cost)
}

/** A DomainError that ends the request before execution, with its HTTP status. */
function refusal({ message, extensions }: DomainError, res: Response): GraphQLError {
  setErrorHeaders(res, extensions)
  return withStatus({ message, extensions })
}

function withStatus({ message, extensions }: Pick<DomainError, 'message' | 'extensions'>) {
  const { status } = ERROR_CODES[extensions.code]
  return new GraphQLError(message, { extensions: { ...extensions, http: { status } } })
}
