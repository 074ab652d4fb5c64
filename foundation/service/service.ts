// A running subgraph: its schema, database and peers, and how its operations run.
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import { requireCompleteReads } from '#foundation/auth/caller-checks.ts'
import { systemCaller, type Caller } from '#foundation/auth/caller.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { checkDatabase } from '#foundation/database/connections/probe-pools.ts'
import { NO_EVENTS, startEventFeed } from '#foundation/events/event-feed.ts'
import type { EventHints } from '#foundation/events/hints/event-hints.ts'
import { eventsForAudienceOf } from '#foundation/events/visibility.ts'
import {
  createOperationCache,
  type Execution,
  type Operation,
  type OperationCache,
} from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import type { ReadinessDetails } from '#foundation/http/app.ts'
import { createExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { bindPeer, type Peer, type PeerConnection } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { Worker } from '#foundation/process/workers.ts'
import { createBackgroundWork } from '#foundation/service/background-work.ts'
import type { Context } from '#foundation/service/context.ts'
import {
  createOperationRunner,
  execute,
  type RunInContext,
} from '#foundation/service/operation-runner.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import { prepareData, type DataOptions } from '#foundation/service/prepare-data.ts'
import { schemaOf } from '#foundation/service/subgraph-schema.ts'
import { peerOperations, type AnySubgraph } from '#foundation/service/subgraph.ts'
import {
  subscribe,
  type SubscribeOptions,
  type SubscriptionHost,
} from '#foundation/service/subscription.ts'
import { measureService } from '#foundation/service/service-metrics.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { serviceLog, type Log } from '#foundation/telemetry/log.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** The parts of the process that a service needs. */
export interface ServiceEnvironment extends DataOptions {
  execution: Execution
  log: Log
  now: () => Date
  /** The environment, from which the service reads its own settings. */
  env: Environment
  /** Every service of the system, wherever it runs. */
  services: readonly ServiceFacts[]
  connect: (peer: string) => PeerConnection
  /** Undefined if nobody scrapes. */
  metrics?: Metrics | undefined
  /** If undefined, other processes of the service find new events at their next poll. */
  eventHints?: EventHints | undefined
}

export interface Service {
  subgraph: AnySubgraph
  schema: GraphQLSchema
  db: Context['db']
  log: Log
  prepare: OperationCache['prepare']
  /** Runs an operation for a caller. Never throws; errors not meant for the caller are masked. */
  run(operation: Operation, caller: Caller, variables?: Variables): Promise<ExecutionResult>
  /** Runs an operation in a context of this service, in which guards may have run. */
  runIn: RunInContext
  /**
   * Runs a subscription for a caller. Each result has `extensions.cursor`, and `extensions.gap` after a gap. A result
   * without `data` is the last one; the iteration rejects only as `beforeExecution` does.
   */
  subscribe(
    operation: Operation,
    caller: Caller,
    variables: Variables,
    options: SubscribeOptions,
  ): AsyncIterable<ExecutionResult>
  createContext(caller: Caller): Context
  /** Its own settings. */
  settings: Context['settings']
  /** Resolves if the database responds. */
  ready(): Promise<ReadinessDetails>
  /** Starts the workers, including those of its endpoints. Call it once the services it needs listen. */
  startWorkers(ofEndpoints?: readonly Worker<Context>[]): void
  /** Stops the workers, and waits for their current rounds. */
  finishWork(): Promise<void>
  /** Closes the database. */
  stop(): Promise<void>
}

/**
 * Migrates the service's schema, and adds demo data if configured.
 * @throws when the schema is not enforceable, the database does not respond, or production would
 * run on a database with demo logins.
 */
export async function startService(
  subgraph: AnySubgraph,
  environment: ServiceEnvironment,
): Promise<Service> {
  const { databaseUrl, env, execution, now, services, log: parentLog } = environment
  const log = serviceLog(parentLog, subgraph.name)
  const settings = subgraph.ownSettings?.read(env)
  const schema = schemaOf(subgraph)
  const operations = createOperationCache(schema, { execution })
  const db = openDatabase(databaseUrl, subgraph.name, log)
  const peerNames = Object.keys(peerOperations(subgraph, services))
  const bindPeers = peerBinder(peerNames, environment.connect)
  const hasIdentity = peerNames.includes('identity')

  let feed = NO_EVENTS

  const createContext = (caller: Caller): Context => ({
    ...caller,
    db,
    events: feed,
    now,
    settings,
    services,
    loaders: subgraph.loaders({ db, now }),
    // The key is meant for this service, not for its peers.
    peers: bindPeers(
      caller.idempotencyKey === undefined ? caller : { ...caller, idempotencyKey: undefined },
    ),
  })
  await prepareData(subgraph, environment, createContext(systemCaller(log))).catch(
    async (error: unknown) => {
      await db.destroy()
      throw error
    },
  )
  if (subgraph.events) {
    const hinted = { databaseUrl, service: subgraph.name }
    const onNumbered = environment.eventHints?.join(hinted, () => feed.hint())
    feed = startEventFeed({ db, now, log, onNumbered })
  }
  const backlogs = subgraph.backlogs?.(services) ?? []
  if (environment.metrics) {
    measureService({ name: subgraph.name, db, feed, backlogs, now }, environment.metrics.registry)
  }
  const turns = createExecutionTurns()
  const work = createBackgroundWork(subgraph, { env, services, hasIdentity, createContext, log })
  const visible: SubscriptionHost['visible'] = (caller, events, signal) => {
    const readContext = () => {
      const ctx = createContext(caller)
      requireCompleteReads(ctx)
      return ctx
    }
    return eventsForAudienceOf(readContext, subgraph.events!, events, (read) =>
      turns.run(signal, read),
    )
  }
  const { prepare } = operations
  const onMutation = () => feed.wake()
  const runIn = createOperationRunner({ subgraph, schema, db, now, prepare, onMutation })

  return {
    subgraph,
    schema,
    db,
    log,
    prepare,
    createContext,
    settings,
    runIn,
    run: (operation, caller, variables) => runIn(createContext(caller), operation, variables),
    subscribe: (operation, caller, variables, options) =>
      subscribe(
        { service: subgraph.name, createContext, visible, execute, turns },
        { operation, caller, variables, ...options },
      ),
    async ready() {
      await checkDatabase(db)
      return work.readinessDetails()
    },
    startWorkers(ofEndpoints = []) {
      work.start(ofEndpoints)
      // The feed is not woken earlier: behind a transaction pooler, a migration's lock needs the only session in use.
      feed.wake()
    },
    async finishWork() {
      await Promise.all([feed.stop(), work.stop()])
    },
    async stop() {
      await feed.stop()
      await db.destroy()
    },
  }
}

/** Returns a function that binds the peers to the caller of a request. */
function peerBinder(
  names: readonly string[],
  connect: ServiceEnvironment['connect'],
): (caller: Caller) => Record<string, Peer> {
  const makers = names.map((peer): [string, (caller: Caller) => Peer] => {
    const connection = connect(peer)
    return [peer, (caller) => bindPeer(peer, connection, caller)]
  })
  return lazyMembers(Object.fromEntries(makers))
}
