// What a process follows of the ID service to verify tokens by itself: its keys, and the grants that ended.
import { serviceSettings, type Config } from '#foundation/config.ts'
import {
  createEndedGrants,
  ListEndedGrants,
  type EndedGrantInput,
  type EndedGrants,
} from '#foundation/ended-grants.ts'
import type { Log } from '#foundation/log.ts'
import { bindPeers } from '#foundation/peers.ts'
import { createRemoteKeys, fetchKeySet, type TrustedKeys } from '#foundation/remote-keys.ts'
import { createServiceTokens } from '#foundation/service-token.ts'
import { systemCaller } from '#foundation/service.ts'
import { connectOverHttp, createSubgraphClient } from '#foundation/subgraph-client.ts'
import { startWorkers } from '#foundation/workers.ts'

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
