// What the router sends the services for an operation, to send the same without a router.
import { getOperationAST, parse } from 'graphql'
import { systemCaller } from '#foundation/auth/caller.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import type { SubgraphEntry } from '../../router/executor/executable-supergraph.ts'
import { createGateway } from '../../router/gateway.ts'
import { httpSubgraph } from '../../router/over-http.ts'
import { readSupergraph } from '../../router/supergraph/committed-source.ts'
import { SERVICE_SECRET, type System } from './system.ts'
import { Waves } from './waves.ts'

export interface RecordedFetch {
  service: string
  url: string
  body: string
  /** What is sent in one wave does not wait for each other. */
  wave: number
}

/** Runs a query once for the first person, on the services of a system. */
export async function recordFetches(system: System, query: string): Promise<RecordedFetch[]> {
  const serviceTokens = createServiceTokens([SERVICE_SECRET], 'router', () => new Date())
  const clients: SubgraphClient[] = []
  const waves = new Waves()
  const fetches: RecordedFetch[] = []
  const connect = ({ name }: SubgraphEntry) => {
    const url = `${system.originOf(name)}/graphql`
    const client = createSubgraphClient({ name, url, serviceTokens })
    clients.push(client)
    const send = httpSubgraph(client)
    return (...args: Parameters<typeof send>) => {
      const [request] = args
      const wave = waves.next()
      fetches.push({ service: name, url, body: JSON.stringify(request), wave })
      return send(...args).finally(() => waves.end(wave))
    }
  }
  const log = createLog('warn', 'bench')
  const gateway = await createGateway({
    supergraph: readSupergraph(),
    authorizedBy: 'subgraphs',
    connect,
    log,
  })
  const document = parse(query)
  const authorization = `Bearer ${system.tokens[0]!}`
  const context = { caller: { ...systemCaller(log), authorization } } as GraphQLContext
  const operation = getOperationAST(document)!
  const { errors } = await gateway.execute({ document, operation, variables: {}, context })
  await Promise.all([gateway, ...clients].map((closed) => closed.close()))
  if (errors) throw new AggregateError(errors)
  return fetches
}
