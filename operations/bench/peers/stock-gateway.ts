// Apollo's gateway in Apollo Server, set up as their documentation does it.
// `SERVICE_SECRET=… node operations/bench/peers/stock-gateway.ts PORT SUPERGRAPH_FILE`
import { readFileSync } from 'node:fs'
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import express from 'express'
import { serviceTokens, subgraphsOf } from './service-tokens.ts'

process.env.APOLLO_TELEMETRY_DISABLED = '1'

interface Context {
  authorization?: string | undefined
}

const [port, file] = process.argv.slice(2) as [string, string]
const supergraphSdl = readFileSync(file, 'utf8')
const tokens = await serviceTokens(process.env.SERVICE_SECRET, subgraphsOf(supergraphSdl))

const gateway = new ApolloGateway({
  supergraphSdl,
  buildService: ({ name, url }) =>
    new RemoteGraphQLDataSource<Context>({
      url: url!,
      willSendRequest({ request: { http }, context: { authorization } }) {
        if (authorization !== undefined) http!.headers.set('authorization', authorization)
        if (tokens.has(name)) http!.headers.set('x-service-token', tokens.get(name)!)
      },
    }),
})
const server = new ApolloServer<Context>({ gateway })
await server.start()
const context = ({ req }: { req: express.Request }) =>
  Promise.resolve({ authorization: req.get('authorization') })
const app = express()
app.use('/graphql', express.json(), expressMiddleware(server, { context }))
app.listen(Number(port), '127.0.0.1', () => console.log('Ready.'))
