// `node operations/bench/free-subgraphs.ts PORT`: the subgraphs of the public gateway benchmark, each at its name. A
// request is executed once; its response is repeated, so that only the gateway costs time.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import { benchmarkSubgraphs } from './benchmark-subgraphs.ts'

const schemas = new Map(
  Object.entries(benchmarkSubgraphs).map(([name, { sdl, resolvers }]) => [
    `/${name}`,
    buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]),
  ]),
)

const responses = new Map<string, Promise<string>>()

/** The response to a body at the path of a subgraph. */
function responseTo(path: string, body: string): Promise<string> {
  const known = responses.get(path + body)
  if (known) return known
  const response = execute(path, body)
  responses.set(path + body, response)
  return response
}

async function execute(path: string, body: string): Promise<string> {
  const { query, variables } = JSON.parse(body) as {
    query: string
    variables?: Record<string, unknown>
  }
  const schema = schemas.get(path)!
  const response = await graphql({ schema, source: query, variableValues: variables ?? {} })
  return JSON.stringify(response)
}

createServer((req, res) => {
  void (async () => {
    const response = await responseTo(req.url!, await text(req))
    const length = Buffer.byteLength(response)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    res.end(response)
  })()
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('Ready.'))
