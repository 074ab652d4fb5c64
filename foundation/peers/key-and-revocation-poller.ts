// What a process follows of the ID service to verify tokens by itself: its keys, and the grants that ended.
import { systemCaller } from '#foundation/auth/caller.ts'
import { createRemoteKeys, fetchKeySet, type TrustedKeys } from '#foundation/auth/remote-keys.ts'
import {
  createEndedGrants,
  type EndedGrantInput,
  type EndedGrantPage,
  type EndedGrants,
} from '#foundation/auth/revoked-grants.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { bindPeers, peerOperation } from '#foundation/peers/peers.ts'
import { connectOverHttp, createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { startWorkers } from '#foundation/process/workers.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Asks Identity for a page. */
export const ListEndedGrants = peerOperation<
  { endedGrants: EndedGrantPage | null },
  EndedGrantInput
>(`query ($since: DateTimeISO, $after: String) {
  endedGrants(since: $since, after: $after) { asOf grants { grantId endedAt } next }
}`)

export interface IdentityFollower {
  keys: TrustedKeys
  endedGrants: EndedGrants
  /**
   * Asks for keys and ended grants again and again from now on, and waits for neither; no token passes
   * before the first try.
   */
  start(): void
  /** Asks no more. What is known stays. */
  stop(): Promise<void>
}

export interface FollowerOptions {
  config: Config
  serviceSecret: string
  /** Who asks, as the service token says. */
  self: string
  log: Log
  now: () => Date
  /** Milliseconds from one question to the next. */
  everyMs?: number | undefined
}

/** A grant is ended everywhere within ten seconds: this, and the time an answer may take. */
const EVERY_MS = 5_000
const DEADLINE_MS = 4_000

/** Follows the ID service over HTTP, also from its own process: both shapes then verify alike. */
export function followIdentity(options: FollowerOptions): IdentityFollower {
  const { config, log, now, everyMs = EVERY_MS } = options
  const { internalUrl } = serviceSettings(config, 'identity')
  const { fetchPage, close } = createPageClient(options, `${internalUrl}/graphql`)
  const endedGrants = createEndedGrants(fetchPage, { log, now })
  const keys = createRemoteKeys(() => fetchKeySet(internalUrl), now)
  const work = [
    { name: 'follow keys', everyMs, run: keys.keepFresh },
    { name: 'follow ended grants', everyMs, run: endedGrants.refresh },
  ]
  let stopWorkers = () => Promise.resolve()
  return {
    keys,
    endedGrants,
    start() {
      const workers = startWorkers(work, () => undefined, log)
      stopWorkers = () => workers.stop()
    },
    async stop() {
      await Promise.all([stopWorkers(), close()])
    },
  }
}

function createPageClient({ serviceSecret, self, log, now }: FollowerOptions, url: string) {
  const serviceTokens = createServiceTokens(serviceSecret, self, now)
  const client = createSubgraphClient({
    name: 'identity',
    url,
    serviceTokens,
    deadlineMs: DEADLINE_MS,
    connections: 1,
  })
  const connections = new Map([['identity', connectOverHttp(client, 'identity')]])
  // An outage is told once, by who follows, and not at each try.
  const quiet = log.child({}, { level: 'silent' })
  return {
    async fetchPage(input: EndedGrantInput) {
      const { identity } = bindPeers(connections, systemCaller(quiet))
      const { endedGrants } = await identity!(ListEndedGrants, input)
      if (!endedGrants) throw new Error('Identity told no ended grants.')
      return endedGrants
    },
    close: () => client.close(),
  }
}
