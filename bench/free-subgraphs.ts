// `node bench/free-subgraphs.ts PORT`: the subgraphs of the public gateway benchmark, each at its name. A
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

const answers = new Map<string, Promise<string>>()

/** The response to a body at the path of a subgraph. */
function answerTo(path: string, body: string): Promise<string> {
  const known = answers.get(path + body)
  if (known) return known
  const answer = execute(path, body)
  answers.set(path + body, answer)
  return answer
}

async function execute(path: string, body: string): Promise<string> {
  const { query, variables } = JSON.parse(body) as {
    query: string
    variables?: Record<string, unknown>
  }
  const schema = schemas.get(path)!
  const answer = await graphql({ schema, source: query, variableValues: variables ?? {} })
  return JSON.stringify(answer)
}

createServer((req, res) => {
  void (async () => {
    const answer = await answerTo(req.url!, await text(req))
    const length = Buffer.byteLength(answer)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    res.end(answer)
  })()
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('Ready.'))
