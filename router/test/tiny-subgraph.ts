// A foreign subgraph: a small HTTP server that records its requests, and can be down.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import { createHandler } from 'graphql-sse/lib/use/http'
import type { Resolvers } from '#foundation/service/subgraph.ts'

interface GraphQLRequest {
  query: string
  variables?: Record<string, unknown>
}

export interface TinySubgraph {
  sdl: string
  url: string
  /** Every request since the last change of behaviour. */
  received: readonly { headers: IncomingHttpHeaders; body: GraphQLRequest }[]
  /** Makes it respond, accept requests without responding, or stop listening. */
  behave(how: Behaviour): Promise<void>
}

type Behaviour = 'well' | 'silently' | 'down'

/** Starts a subgraph at `/graphql` of a free port. It streams subscriptions with graphql-sse. */
export async function startTinySubgraph(sdl: string, resolvers: Resolvers): Promise<TinySubgraph> {
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }])
  const stream = createHandler({ schema })
  const received: { headers: IncomingHttpHeaders; body: GraphQLRequest }[] = []
  let behaviour: Behaviour = 'well'
  const server = createServer((req, res) => {
    if (req.headers.accept === 'text/event-stream') {
      void stream(req, res)
      return
    }
    void json(req).then(async (read) => {
      const body = read as GraphQLRequest
      received.push({ headers: req.headers, body })
      if (behaviour !== 'well') return
      const { query: source, variables: variableValues } = body
      const response = await graphql({ schema, source, ...(variableValues && { variableValues }) })
      res.setHeader('content-type', 'application/json').end(JSON.stringify(response))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    sdl,
    url: `http://127.0.0.1:${port}/graphql`,
    received,
    async behave(how) {
      received.length = 0
      behaviour = how
      if (how === 'down') {
        server.closeAllConnections()
        await once(server.close(), 'close')
      } else if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}

/** The supergraph of subgraphs by name. @throws when they do not compose */
export function composed(subgraphs: Record<string, Pick<TinySubgraph, 'sdl' | 'url'>>): string {
  const services = Object.entries(subgraphs).map(([name, { sdl, url }]) => ({
    name,
    url,
    typeDefs: parse(sdl),
  }))
  const { supergraphSdl, errors } = composeServices(services)
  if (errors) throw new AggregateError(errors, 'The subgraphs of this test do not compose.')
  return supergraphSdl
}
