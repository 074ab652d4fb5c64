// Hive Gateway as `hive-gateway supergraph` runs it in production, in one process.
// `SERVICE_SECRET=… node operations/bench/peers/hive-gateway.ts PORT SUPERGRAPH_FILE [rust]`
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createGatewayRuntime } from '@graphql-hive/gateway'
import { unifiedGraphHandler } from '@graphql-hive/router-runtime'
import { serviceTokens, subgraphsOf } from './service-tokens.ts'

const [port, file, planner] = process.argv.slice(2) as [string, string, string?]
const supergraph = readFileSync(file, 'utf8')
const tokens = await serviceTokens(process.env.SERVICE_SECRET, subgraphsOf(supergraph))

const runtime = createGatewayRuntime({
  supergraph,
  logging: 'warn',
  // The Rust query planner and its executor; without it, the planner in JavaScript.
  ...(planner === 'rust' && { unifiedGraphHandler }),
  propagateHeaders: {
    fromClientToSubgraphs({ request, subgraphName }) {
      const token = tokens.get(subgraphName)
      return {
        authorization: request.headers.get('authorization') ?? '',
        ...(token !== undefined && { 'x-service-token': token }),
      }
    },
  },
})
await runtime.getSchema()
createServer((req, res) => void runtime(req, res)).listen(Number(port), '127.0.0.1', () =>
  console.log('Ready.'),
)
