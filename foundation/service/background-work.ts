// The background work of a service: its own workers, and those that every service has.
import { systemCaller, type Caller } from '#foundation/auth/caller.ts'
import { sweepEvents } from '#foundation/events/retention.ts'
import { eventSettings } from '#foundation/events/settings.ts'
import type { ReadinessDetails } from '#foundation/http/app.ts'
import { sweepKeys } from '#foundation/idempotency/key-sweep.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import { startWorkers, type Worker, type Workers } from '#foundation/process/workers.ts'
import type { Context } from '#foundation/service/context.ts'
import { personalDataWork } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { workersOf, type AnySubgraph } from '#foundation/service/subgraph.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface BackgroundWorkOptions {
  env: Environment
  services: readonly ServiceFacts[]
  /** False for Identity itself, which has a worker of its own for personal data. */
  hasIdentity: boolean
  createContext: (caller: Caller) => Context
  log: Log
}

export interface BackgroundWork extends Workers {
  start(ofEndpoints: readonly Worker<Context>[]): void
  /** The details as last read, so that readiness checks wait only for the database. */
  readinessDetails(): ReadinessDetails
}

export function createBackgroundWork(
  subgraph: AnySubgraph,
  { env, services, hasIdentity, createContext, log }: BackgroundWorkOptions,
): BackgroundWork {
  const running: Workers[] = []
  let details: ReadinessDetails = {}
  const readDetails = subgraph.readinessDetails && {
    name: 'read the details of readiness',
    everyMs: 2_000,
    async run(ctx: Context) {
      details = await subgraph.readinessDetails!(ctx)
    },
  }
  const work = [
    ...workersOf(subgraph, services),
    ...(readDetails ? [readDetails] : []),
    ...(subgraph.personalData && hasIdentity ? [personalDataWork(subgraph.personalData)] : []),
    ...(Object.values(subgraph.migrations).includes(sharedTables)
      ? [sweepKeys, sweepEvents(eventSettings.read(env))]
      : []),
  ]
  return {
    readinessDetails: () => details,
    start(ofEndpoints) {
      const all = [...work, ...ofEndpoints]
      running.push(startWorkers(all, () => createContext(systemCaller(log)), log))
    },
    async stop() {
      await Promise.all(running.map((workers) => workers.stop()))
    },
  }
}
