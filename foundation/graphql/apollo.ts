// Passes a request to Apollo Server, and sends its response.
import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server'
import type { Request } from 'express'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { responseType } from '#foundation/graphql/response.ts'
import { sendBody } from '#foundation/limits/response-json.ts'

/** Responds to a request whose body has been read. Apollo Server handles its errors. */
export async function respondByApollo(
  server: ApolloServer<GraphQLContext>,
  context: GraphQLContext,
): Promise<void> {
  const { req, res } = context
  const { status, headers, body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: req.method,
      headers: headersOf(req),
      search: searchOf(req.url),
      body: req.body as unknown,
    },
    context: () => Promise.resolve(context),
  })
  for (const [name, value] of headers) res.setHeader(name, value)
  res.statusCode = status ?? 200
  sendBody(res, textOf(body))
}

function headersOf(req: Request): HeaderMap {
  const headers = new HeaderMap()
  for (const name in req.headers) {
    const value = req.headers[name]
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // If it admits no JSON, Apollo Server would respond with 406, after execution.
  headers.set('accept', responseType(req))
  return headers
}

/** The query of a URL, with its question mark. */
function searchOf(url: string): string {
  return /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''
}

/** The text of a response; none here is incremental. */
function textOf(body: HTTPGraphQLResponse['body']): string {
  if (body.kind === 'complete') return body.string
  throw new Error('Apollo Server sent an incremental response, which is not supported.')
}
