// Opens a graph: the gateway over a supergraph, with connections of its own.
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { serviceSettings } from '#foundation/process/config.ts'
import type { Runtime } from '#foundation/service/runtime.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { AuthorizedBy } from '../authorization/authorized-supergraph.ts'
import type { SubgraphEntry } from '../executor/executable-supergraph.ts'
import { createGateway } from '../gateway.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { httpSubgraph } from '../over-http.ts'
import type { RouterSettings } from '../settings.ts'
import type { Graph } from './served-graphs.ts'

/** The deadline of a query, as a multiple of one subgraph's. */
const DEADLINE_FACTOR = 3

export interface GraphOptions {
  settings: RouterSettings
  /** The maximum size of a response, in bytes. */
  responseBytes: number
  showsPlans: boolean
  log: Log
  /** Undefined for foreign subgraphs. */
  runtime: Runtime | undefined
  /** Who enforces authorization directives. Undefined: nobody does. */
  authorizedBy: AuthorizedBy | undefined
  documents: RegisteredDocuments | undefined
  /** The metrics that all graphs of this process share. */
  metrics: GatewayMetrics
}

/**
 * Opens a graph over a supergraph.
 * @param signal ends the opening
 * @throws when the supergraph cannot be served, and the reason of the signal
 */
export async function openGraph(
  supergraph: string,
  { settings, responseBytes, runtime, documents, ...options }: GraphOptions,
  signal?: AbortSignal,
): Promise<Graph> {
  const { subgraphTimeoutMs: deadlineMs, engine, maxFetches, overrideLabels = [] } = settings
  const endpointOf = runtime ? ownEndpoints(runtime) : foreignEndpoint
  await using resources = new AsyncDisposableStack()
  const clients: SubgraphClient[] = []
  const disconnect = async () => {
    await Promise.all(clients.map((client) => client.close()))
  }
  resources.defer(disconnect)
  const gateway = await createGateway({
    supergraph,
    ...options,
    connect(entry) {
      const onBytes = (bytes: number) =>
        options.metrics.responseBytes.inc({ subgraph: entry.name }, bytes)
      const limits = { deadlineMs, responseBytes, onBytes }
      const client = createSubgraphClient({ name: entry.name, ...endpointOf(entry), ...limits })
      clients.push(client)
      return httpSubgraph(client, { foreign: runtime === undefined })
    },
    engine,
    maxFetches,
    overrideLabels,
    deadlineMs: DEADLINE_FACTOR * deadlineMs,
    documents: documents?.byId.values() ?? [],
    ...(signal && { signal }),
  })
  resources.defer(() => gateway.close())
  const opened = resources.move()
  let closed: Promise<void> | undefined
  // A repeated call waits for the first one.
  const close = () => (closed ??= opened.disposeAsync())
  return { ...gateway, disconnect, close }
}

/** The URL of one of our own subgraphs, from the settings, with a service token. */
function ownEndpoints({ config, now, serviceSecrets }: Runtime) {
  const serviceTokens = createServiceTokens(serviceSecrets, 'router', now)
  return ({ name }: SubgraphEntry) => {
    return { url: `${serviceSettings(config, name).internalUrl}/graphql`, serviceTokens }
  }
}

/** The URL of a foreign subgraph, from the supergraph, without our tokens. @throws for one that cannot be called */
function foreignEndpoint({ name, url }: SubgraphEntry) {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return { url, serviceTokens: undefined }
  throw new Error(`The URL of the subgraph ${name} must begin with http:// or https://: "${url}".`)
}
