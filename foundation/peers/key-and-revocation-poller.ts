// Polls Identity for its public keys and revoked grants, so that a process can verify tokens itself, and for the
// origins of clients, whose scripts may call the process.
import { systemCaller } from '#foundation/auth/caller.ts'
import {
  createClientOrigins,
  type ClientOriginList,
  type ClientOrigins,
} from '#foundation/auth/client-origins.ts'
import { createRemoteKeys, type TrustedKeys } from '#foundation/auth/remote-keys.ts'
import {
  createRevokedGrants,
  type RevokedGrantInput,
  type RevokedGrantPage,
  type RevokedGrants,
} from '#foundation/auth/revoked-grants.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { fetchKeySet } from '#foundation/peers/key-set.ts'
import { bindPeer, peerOperation } from '#foundation/peers/peers.ts'
import { connectOverHttp, createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { serviceSettings, type Config, type ServiceSecrets } from '#foundation/process/config.ts'
import { startWorkers } from '#foundation/process/workers.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Fetches a page of revoked grants from Identity. */
export const ListRevokedGrants = peerOperation<
  { endedGrants: RevokedGrantPage | null },
  RevokedGrantInput
>(`query ($since: DateTimeISO, $after: String) {
  endedGrants(since: $since, after: $after) { asOf grants { grantId endedAt } next }
}`)

/** Fetches the origins of public clients from Identity. */
const ListClientOrigins = peerOperation<
  { clientOrigins: ClientOriginList | null },
  { known: string }
>('query ($known: String!) { clientOrigins(known: $known) { version origins } }')

export interface KeyAndRevocationPoller {
  keys: TrustedKeys
  clientOrigins: ClientOrigins
  revokedGrants: RevokedGrants
  /** Starts polling without waiting; no token is accepted before the first attempt. */
  start(): void
  /** Stops polling and keeps what is known. */
  stop(): Promise<void>
}

export interface PollerOptions {
  config: Pick<Config, 'services'>
  serviceSecrets: ServiceSecrets
  /** The name of the polling service in its service tokens. */
  self: string
  log: Log
  now: () => Date
  /** Milliseconds between two polls. */
  pollEveryMs?: number | undefined
}

/** A revocation takes effect everywhere within ten seconds: this interval plus the time of a request. */
const EVERY_MS = 5_000
const DEADLINE_MS = 4_000

/** Polls over HTTP even in Identity's own process, so that both deployments verify tokens in the same way. */
export function createKeyAndRevocationPoller(options: PollerOptions): KeyAndRevocationPoller {
  const { config, log, now, pollEveryMs: everyMs = EVERY_MS } = options
  const { internalUrl } = serviceSettings(config, 'identity')
  const { fetchOrigins, fetchPage, close } = createPollClient(options, `${internalUrl}/graphql`)
  const clientOrigins = createClientOrigins(fetchOrigins, log)
  const revokedGrants = createRevokedGrants(fetchPage, { log, now })
  const keys = createRemoteKeys(() => fetchKeySet(internalUrl), { log, now })
  const work = [
    { name: 'poll keys', everyMs, run: keys.keepFresh },
    { name: 'poll revoked grants', everyMs, run: revokedGrants.refresh },
    { name: 'poll origins of clients', everyMs, run: clientOrigins.refresh },
  ]
  let stopWorkers = () => Promise.resolve()
  return {
    keys,
    clientOrigins,
    revokedGrants,
    start() {
      const workers = startWorkers(work, () => undefined, log)
      stopWorkers = () => workers.stop()
    },
    async stop() {
      await Promise.all([stopWorkers(), close()])
    },
  }
}

function createPollClient({ serviceSecrets, self, log, now }: PollerOptions, url: string) {
  const serviceTokens = createServiceTokens(serviceSecrets, self, now)
  const client = createSubgraphClient({
    name: 'identity',
    url,
    serviceTokens,
    deadlineMs: DEADLINE_MS,
    connections: 1,
  })
  const connect = connectOverHttp(client, 'identity')
  // The poller logs an outage once; the client would log it at each attempt.
  const quiet = log.child({}, { level: 'silent' })
  return {
    async fetchPage(input: RevokedGrantInput) {
      const identity = bindPeer('identity', connect, systemCaller(quiet))
      const { endedGrants } = await identity(ListRevokedGrants, input)
      if (!endedGrants) throw new Error('Identity returned no page of revoked grants.')
      return endedGrants
    },
    async fetchOrigins(known: string) {
      const identity = bindPeer('identity', connect, systemCaller(quiet))
      const { clientOrigins } = await identity(ListClientOrigins, { known })
      if (!clientOrigins) throw new Error('Identity returned no origins of clients.')
      return clientOrigins
    },
    close: () => client.close(),
  }
}
