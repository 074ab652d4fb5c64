// Apollo Server behind every /graphql, the router's and each service's, with the same checks in front.
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import type { Request, RequestHandler, Response } from 'express'
import { GraphQLError, parse, type DocumentNode, type GraphQLFormattedError } from 'graphql'
import type { Caller } from '#foundation/context.ts'
import type { Edge } from '#foundation/edge.ts'
import { ERROR_CODES, invalidToken, isErrorCode, type DomainError } from '#foundation/errors.ts'
import { readJson, setErrorHeaders, toDomainError } from '#foundation/http.ts'
import type { Log } from '#foundation/log.ts'
import {
  isIntrospectionOnly,
  requestLimitRules,
  rootFieldCost,
  type RequestLimits,
} from '#foundation/request-limits.ts'
import { coerceVariables } from '#foundation/variables.ts'

/** What an executor and a data source are handed as Apollo's context. */
export interface GraphQLContext {
  caller: Caller
  req: Request
  res: Response
}

export interface GraphQLEndpointOptions {
  /** Supplies the schema and executes: the federation gateway, or one subgraph. */
  gateway: GatewayInterface
  edge: Edge
  introspection: boolean
  limits: RequestLimits
  /** False: whoever calls is let in, and the subgraphs decide. */
  requiresToken: boolean
  log: Log
}

export interface GraphQLEndpoint {
  handler: RequestHandler
  stop(): Promise<void>
}

/**
 * An Express handler for `/graphql`. Before anything is executed it asks, in this order: token,
 * rate limit, body, document, limits, variables (decisions, "Errors").
 */
export async function createGraphQLEndpoint(
  options: GraphQLEndpointOptions,
): Promise<GraphQLEndpoint> {
  const server = new ApolloServer<GraphQLContext>({
    gateway: options.gateway,
    introspection: options.introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: options.limits.tokens },
    validationRules: requestLimitRules(options.limits),
    stringifyResult: (result) => JSON.stringify(result),
    formatError,
    plugins: [ApolloServerPluginLandingPageDisabled(), requestChecks(options.edge), UNEXPECTED],
    logger: options.log,
  })
  await server.start()
  const serve = expressMiddleware(server, {
    context: ({ req, res }) => Promise.resolve({ caller: callers.get(req)!, req, res }),
  })
  const handler: RequestHandler = async (req, res, next) => {
    try {
      callers.set(req, await admit(req, res, options))
      await serve(req, res, next)
    } catch (error) {
      answerError(error, req, res)
    }
  }
  return { handler, stop: () => server.stop() }
}

const callers = new WeakMap<Request, Caller>()

/** Lets a caller in and reads the body. Without a token only introspection passes. */
async function admit(
  req: Request,
  res: Response,
  { edge, introspection, limits, requiresToken }: GraphQLEndpointOptions,
): Promise<Caller> {
  const caller = await edge.admitAnonymous(req, res)
  const known = caller.viewer !== undefined || caller.service !== undefined || !requiresToken
  if (!known && !introspection) throw invalidToken('missing')
  req.body = await readJson(req, res).catch((error: unknown) => {
    throw known ? error : invalidToken('missing')
  })
  if (!known && !asksOnlyIntrospection(req.body, limits.tokens)) throw invalidToken('missing')
  return caller
}

function asksOnlyIntrospection(body: unknown, maxTokens: number): boolean {
  const { query, operationName } = (body ?? {}) as Record<string, unknown>
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

/** The rest of the limit, and the variables, once the document is known to be valid. */
function requestChecks(edge: Edge): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ contextValue, document, operation, request, schema }) {
          try {
            await chargeDocument(edge, contextValue, document, request.operationName)
            if (operation) coerceVariables(schema, operation, request.variables ?? {})
          } catch (error) {
            throw refusal(toDomainError(error, contextValue.req), contextValue.res)
          }
        },
      }),
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

/** Logs what nobody expected, and lets the answer name the request in whose log it stands. */
const UNEXPECTED: ApolloServerPlugin<GraphQLContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue: { caller } }) {
        for (const error of errors) {
          if (documentedCode(error.extensions.code) !== 'INTERNAL_ERROR') continue
          if (isErrorCode(error.extensions.code)) continue
          caller.log.error({ err: error, path: error.path }, 'unexpected error')
        }
        return Promise.resolve()
      },
      willSendResponse({ response, contextValue: { caller } }) {
        const errors = response.body.kind === 'single' ? response.body.singleResult.errors : []
        for (const { extensions } of errors ?? []) {
          if (extensions?.code !== 'INTERNAL_ERROR') continue
          extensions.details = { ...(extensions.details as object), requestId: caller.requestId }
        }
        return Promise.resolve()
      },
    }),
}

/** A DomainError that ends the request before execution, with its HTTP status. */
function refusal({ message, extensions }: DomainError, res: Response): GraphQLError {
  setErrorHeaders(res, extensions)
  const { status } = ERROR_CODES[extensions.code]
  return new GraphQLError(message, { extensions: { ...extensions, http: { status } } })
}

const PERSISTED_QUERY_CODES = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED']
const CLIENT_CODES = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]

/** The documented code for one of Apollo Server's, the gateway's or our own. */
function documentedCode(code: unknown): string {
  if (isErrorCode(code) || PERSISTED_QUERY_CODES.includes(String(code))) return String(code)
  return CLIENT_CODES.includes(String(code)) ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR'
}

/** Leaves of an error what is documented: message, place, and `code` with `details`. */
function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { locations, path, extensions = {} } = formatted
  const code = documentedCode(extensions.code)
  const masked = code === 'INTERNAL_ERROR' && code !== extensions.code
  return {
    message: masked ? 'An unexpected error occurred.' : formatted.message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, details: masked ? {} : (extensions.details ?? detailsOf(extensions.code)) },
  }
}

function detailsOf(code: unknown): Record<string, unknown> {
  if (code === 'GRAPHQL_PARSE_FAILED') return { field: 'query', reason: 'is not valid GraphQL' }
  if (code === 'GRAPHQL_VALIDATION_FAILED') {
    return { field: 'query', reason: 'does not fit the schema' }
  }
  return {}
}

/** Answers what was refused before Apollo Server saw the request, in its form. */
function answerError(error: unknown, req: Request, res: Response): void {
  if (res.headersSent) return
  const { message, extensions } = toDomainError(error, req)
  setErrorHeaders(res, extensions)
  res.status(ERROR_CODES[extensions.code].status).json({ errors: [{ message, extensions }] })
}
