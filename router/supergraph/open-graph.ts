// Opens a graph: the gateway over a supergraph, with connections of its own.
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Runtime } from '#foundation/service/runtime.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { AuthorizedBy } from '../authorization/supergraph.ts'
import type { SubgraphEntry } from '../executor/supergraph.ts'
import { createGateway } from '../gateway.ts'
import { httpSubgraph } from '../over-http.ts'
import type { Graph } from './served-graphs.ts'

/** The deadline of a query, as a multiple of one subgraph's. */
const DEADLINE_FACTOR = 3

export interface GraphOptions {
  config: Config
  log: Log
  /** Undefined for foreign subgraphs. */
  runtime: Runtime | undefined
  /** Who enforces authorization directives; undefined: nobody. */
  authorizedBy: AuthorizedBy | undefined
  documents: RegisteredDocuments | undefined
}

/**
 * Opens a graph over a supergraph.
 * @param signal ends the opening
 * @throws when the supergraph cannot be served, and the reason of the signal
 */
export async function openGraph(
  supergraph: string,
  { config, log, runtime, authorizedBy, documents }: GraphOptions,
  signal?: AbortSignal,
): Promise<Graph> {
  const clientFor = runtime ? ownClients(runtime) : foreignClients(config)
  await using resources = new AsyncDisposableStack()
  const clients: SubgraphClient[] = []
  const disconnect = async () => {
    await Promise.all(clients.map((client) => client.close()))
  }
  resources.defer(disconnect)
  const gateway = await createGateway({
    supergraph,
    authorizedBy,
    connect(entry) {
      const client = clientFor(entry)
      clients.push(client)
      return httpSubgraph(client, { foreign: runtime === undefined })
    },
    log,
    engine: config.routerEngine,
    maxFetches: config.maxFetches,
    deadlineMs: DEADLINE_FACTOR * config.subgraphTimeoutMs,
    documents: documents?.byId.values() ?? [],
    ...(signal && { signal }),
  })
  resources.defer(() => gateway.close())
  const opened = resources.move()
  return { ...gateway, disconnect, close: () => opened.disposeAsync() }
}

/** Clients for our own subgraphs, at the addresses in the settings, with a service token. */
function ownClients({ config, now, serviceSecrets }: Runtime) {
  const serviceTokens = createServiceTokens(serviceSecrets, 'router', now)
  return ({ name }: SubgraphEntry): SubgraphClient => {
    const { responseBytes, subgraphTimeoutMs: deadlineMs } = config
    const url = `${serviceSettings(config, name).internalUrl}/graphql`
    return createSubgraphClient({ name, url, serviceTokens, deadlineMs, responseBytes })
  }
}

/** Clients for foreign subgraphs, at the addresses in the supergraph, without our tokens. */
function foreignClients({ responseBytes, subgraphTimeoutMs: deadlineMs }: Config) {
  return ({ name, url }: SubgraphEntry): SubgraphClient =>
    createSubgraphClient({ name, url, serviceTokens: undefined, deadlineMs, responseBytes })
}
