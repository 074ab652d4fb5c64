// Passes a request to Apollo Server, and sends its response.
import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { addRequestIds } from '#foundation/graphql/errors.ts'
import { parsedParameters } from '#foundation/graphql/parameters.ts'
import { responseType } from '#foundation/graphql/response.ts'
import { sendBody } from '#foundation/limits/response-json.ts'

/**
 * Responds to a request whose body has been read, unless it is a subscription that may start. Apollo Server handles
 * errors.
 */
export async function respondByApollo(
  server: ApolloServer<GraphQLContext>,
  context: GraphQLContext,
): Promise<void> {
  const { requestedStream, req, res } = context
  const { status, headers, body } = await executeByApollo(server, context)
  if (requestedStream?.start) return
  for (const [name, value] of headers) res.setHeader(name, value)
  res.setHeader('Content-Type', responseType(req))
  res.statusCode = status ?? 200
  sendBody(res, textOf(body))
}

/**
 * Runs the checks of Apollo Server and ours. Admits a subscription, executes a query or a mutation, and adds request
 * ids to errors that Apollo Server makes after all plugins.
 */
export async function executeByApollo(
  server: ApolloServer<GraphQLContext>,
  context: GraphQLContext,
): Promise<HTTPGraphQLResponse> {
  const { requestedStream, req } = context
  // Apollo Server refuses subscriptions by GET.
  const isPost = requestedStream !== undefined && req.method === 'GET'
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: isPost ? 'POST' : req.method,
      headers: NO_HEADERS,
      search: isPost ? '' : searchOf(req.url),
      body: isPost ? parsedParameters(req.url) : (req.body as unknown),
    },
    context: () => Promise.resolve(context),
  })
  return response.status === 500 ? withRequestIds(response, context.caller) : response
}

function withRequestIds(response: HTTPGraphQLResponse, caller: Caller): HTTPGraphQLResponse {
  const result = JSON.parse(textOf(response.body)) as FormattedExecutionResult
  addRequestIds(result.errors, caller)
  return { ...response, body: { kind: 'complete', string: JSON.stringify(result) } }
}

/** No headers, because ours are already read, and Apollo Server would parse media types once more. */
const NO_HEADERS = new HeaderMap()

/** The query of a URL with its question mark; empty without one. */
function searchOf(url: string): string {
  return /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''
}

export function errorsOf({ body }: HTTPGraphQLResponse): readonly GraphQLFormattedError[] {
  return (JSON.parse(textOf(body)) as FormattedExecutionResult).errors ?? []
}

/** The text of a response; no response here is incremental. */
function textOf(body: HTTPGraphQLResponse['body']): string {
  if (body.kind === 'complete') return body.string
  throw new Error('Apollo Server sent an incremental response, which is not supported.')
}
