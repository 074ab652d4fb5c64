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
import type { Edge } from '#foundation/auth/request-guard.ts'
import {
  DomainError,
  ERROR_CODES,
  invalidInput,
  invalidToken,
  refused,
} from '#foundation/domain/errors.ts'
import { formatError, tellUnexpected } from '#foundation/graphql/errors.ts'
import {
  persistedHash,
  withRegisteredDocument,
  type RegisteredDocuments,
} from '#foundation/graphql/registered-documents.ts'
import { answerType } from '#foundation/graphql/response.ts'
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
import { build, currentAnswer, type AnswerBounds } from '#foundation/limits/response-budget.ts'
import { answerText } from '#foundation/limits/response-json.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** What an executor and a data source are handed as Apollo's context. */
export interface GraphQLContext {
  caller: Caller
  req: Request
  res: Response
}

export interface GraphQLEndpointOptions {
  /** Supplies the schema and executes: the federation gateway, or one subgraph. */
  gateway: GatewayInterface
  /**
   * Executes what proven services send, beyond the limits of clients: the router has measured what
   * its client asked for, and plans longer documents. Undefined where no service asks.
   */
  gatewayForServices?: GatewayInterface
  edge: Edge
  introspection: boolean
  limits: RequestLimits
  answers: AnswerBounds
  /** False: whoever calls is let in, and the subgraphs decide. */
  requiresToken: boolean
  documents?: RegisteredDocuments
  log: Log
}

export interface GraphQLEndpoint {
  handler: RequestHandler
  stop(): Promise<void>
}

/**
 * An Express handler for `/graphql`, which rejects with what it refuses. Before anything is executed it asks, in this order: token,
 * rate limit, headers and body, document, limits, variables, nodes (contract, "GraphQL").
 */
export async function createGraphQLEndpoint(
  options: GraphQLEndpointOptions,
): Promise<GraphQLEndpoint> {
  const clients = await startServer(options.gateway, options, options.limits)
  const { gatewayForServices } = options
  // By itself, because a server remembers a document as valid for whoever sends it next.
  const services = gatewayForServices && (await startServer(gatewayForServices, options))
  const handler: RequestHandler = async (req, res, next) => {
    const { method } = req
    // Apollo Server knows no HEAD; Node leaves the body out of the answer.
    if (method === 'HEAD') req.method = 'GET'
    try {
      const caller = await admit(req, res, options)
      callers.set(req, caller)
      if (/^bearer +\S/i.test(req.get('authorization') ?? '')) passPreflight(req)
      const server = isUnlimited(caller, options) ? services! : clients
      await build({ bounds: options.answers, caller, res }, async () => {
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
    stringifyResult: answerInText,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      requestChecks(options.edge, limits?.nodes),
      refuseByStatus,
      refuseAnswer,
      tellUnexpected,
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
 * A bearer token is no forgery of another site: browsers add none by themselves, and ask first before
 * a script of another origin may. (A password of HTTP they do add.)
 */
function passPreflight(req: Request): void {
  req.headers['apollo-require-preflight'] ??= '1'
}

/** Lets a caller in and reads the body. Without a token only introspection passes. */
async function admit(
  req: Request,
  res: Response,
  options: GraphQLEndpointOptions,
): Promise<Caller> {
  const { documents, edge, introspection, limits, requiresToken } = options
  const caller = await edge.admitAnonymous(req, res)
  const known = caller.viewer !== undefined || caller.service !== undefined || !requiresToken
  if (!known && !introspection) throw invalidToken('missing')
  const bodyLimit = isUnlimited(caller, options) ? SERVICE_BODY_LIMIT : BODY_LIMIT
  req.body = await readBody(req, res, bodyLimit).catch((error: unknown) => {
    throw known ? error : invalidToken('missing')
  })
  const request: unknown = req.method === 'GET' ? req.query : req.body
  if (!known && !asksOnlyIntrospection(request, limits.tokens)) throw invalidToken('missing')
  if (documents) useRegisteredDocument(req, documents)
  // Apollo Server would take a malformed one for a fault of its own.
  else persistedHash((request ?? {}) as Record<string, unknown>)
  return caller
}

/** Apollo Server would refuse these headers with 406, once it has executed, and 415. */
async function readBody(req: Request, res: Response, limit: number): Promise<unknown> {
  if (answerType(req) === undefined) {
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

/** Answers of more nodes count as large: executing one keeps the process for longer than others should wait. */
const MANY_NODES = 10_000

/** The rest of the limit, the variables and the nodes, once the document is known to be valid. */
function requestChecks(edge: Edge, maxNodes?: number): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ contextValue, document, operation, request, schema }) {
          try {
            requireServed(operation)
            await chargeDocument(edge, contextValue, document, request.operationName)
            const variables = coerceVariables(schema, operation, request.variables ?? {})
            if (maxNodes === undefined) return
            const nodes = nodeCount(schema, document, operation)(variables)
            requireFewNodes(nodes, maxNodes)
            if (nodes > MANY_NODES) await currentAnswer()?.takeRoom()
            if (operation.operation === OperationTypeNode.MUTATION) {
              currentAnswer()?.changesSomething()
            }
          } catch (error) {
            throw refusal(toDomainError(error, contextValue.req), contextValue.res)
          }
        },
      }),
  }
}

/** @throws VALIDATION_ERROR for a document whose operation cannot be told, or is a subscription */
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

/** Apollo Server answers a mutation by GET with 405, before any plugin is asked. */
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

/** What was refused while it was built has no data, however much of it was there. */
const refuseAnswer: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { http, body } }) {
        const refusal = currentAnswer()?.refusal
        if (!refusal || body.kind !== 'single') return Promise.resolve()
        const { message, extensions } = refusal
        http.status = ERROR_CODES[extensions.code].status
        body.singleResult = { errors: [{ message, extensions }] }
        return Promise.resolve()
      },
    }),
}

/**
 * Apollo Server hands the text on to Express, which takes bytes as well. What this throws is answered
 * like what is thrown before execution.
 */
async function answerInText(result: unknown): Promise<string> {
  try {
    return (await answerText(result)) as string
  } catch (error) {
    throw error instanceof DomainError ? withStatus(error) : error
  }
}

/** One unit was taken before the body was read; that one is given back, and the true cost taken. */
async function chargeDocument(
  edge: Edge,
  { caller, req, res }: GraphQLContext,
  document: DocumentNode,
  operationName: string | undefined,
): Promise<void> {
  const cost = rootFieldCost(document, operationName)
  if (cost === 1) return
  await edge.charge(caller, req, res, -1)
  await edge.charge(caller, req, res, cost)
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
