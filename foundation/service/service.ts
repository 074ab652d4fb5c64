// A running subgraph: its schema, database and peers, and how its operations run.
import { locatedError, OperationTypeNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { requireCompleteReads, withChecksOf } from '#foundation/auth/caller-checks.ts'
import { systemCaller, type Caller } from '#foundation/auth/caller.ts'
import type { ContentFile } from '#foundation/content/kind.ts'
import { checkDatabase, openDatabase } from '#foundation/database/database.ts'
import { haveAllRun, migrate } from '#foundation/database/migrate.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import { NO_EVENTS, startEventFeed } from '#foundation/events/event-feed.ts'
import type { WatchedEvent } from '#foundation/events/feed/event-watchers.ts'
import type { EventHints } from '#foundation/events/hints/event-hints.ts'
import { sweepEvents } from '#foundation/events/retention.ts'
import { eventsForAudienceOf } from '#foundation/events/visibility.ts'
import {
  createOperationCache,
  type Execution,
  type Operation,
  type OperationCache,
} from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import type { ReadinessDetails } from '#foundation/http/app.ts'
import { sweepKeys } from '#foundation/idempotency/keys.ts'
import { createRunOnce } from '#foundation/idempotency/run-once.ts'
import { createExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { bindPeers, type PeerConnection } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { DomainSettings } from '#foundation/process/domain-settings.ts'
import { SettingError } from '#foundation/process/setting.ts'
import { startWorkers, type Worker, type Workers } from '#foundation/process/workers.ts'
import type { Context } from '#foundation/service/context.ts'
import { addDemo } from '#foundation/service/demo.ts'
import { maskErrors } from '#foundation/service/masked-errors.ts'
import { peersOfAttempt } from '#foundation/service/peers-of-attempt.ts'
import { personalDataWork } from '#foundation/service/personal-data-work.ts'
import { renewLoaders } from '#foundation/service/renewed-loaders.ts'
import {
  buildSchema,
  peerOperations,
  workersOf,
  type AnySubgraph,
} from '#foundation/service/subgraph.ts'
import { subscribe, type SubscribeOptions } from '#foundation/service/subscription.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** What a service needs from the process it runs in. */
export interface ServiceEnvironment {
  /** postgres://… */
  databaseUrl: string
  /** The demo pack of this service; undefined: no demo data. */
  demo: readonly ContentFile[] | undefined
  production: boolean
  execution: Execution
  log: Log
  now: () => Date
  settings: DomainSettings
  /** Every service of the system, wherever it runs. */
  services: readonly ServiceFacts[]
  connect: (peer: string) => PeerConnection
  /** Undefined: other processes of the service find new events at their next poll. */
  eventHints?: EventHints | undefined
}

export interface Service {
  subgraph: AnySubgraph
  schema: GraphQLSchema
  log: Log
  prepare: OperationCache['prepare']
  /** Runs an operation for a caller. Never throws; errors not meant for the caller are masked. */
  run(operation: Operation, caller: Caller, variables?: Variables): Promise<ExecutionResult>
  /** Runs an operation in a context of this service, in which guards may have run. */
  runIn(ctx: Context, operation: Operation, variables?: Variables): Promise<ExecutionResult>
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
  const { databaseUrl, execution, now, settings, services, log: parentLog } = environment
  const log = parentLog.child({ service: subgraph.name })
  const schema = schemaOf(subgraph)
  const operations = createOperationCache(schema, { execution })
  const db = openDatabase(databaseUrl, subgraph.name, log)
  const peerNames = Object.keys(peerOperations(subgraph, services))
  const peers = new Map(peerNames.map((peer) => [peer, environment.connect(peer)]))

  let feed = NO_EVENTS

  const createContext = (caller: Caller): Context => ({
    ...caller,
    db,
    events: feed,
    now,
    settings,
    services,
    loaders: subgraph.loaders(db, now),
    // The key is meant for this service, not for its peers.
    peers: bindPeers(
      peers,
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
  const turns = createExecutionTurns()
  const { personalData } = subgraph
  // Identity has a worker of its own.
  const personalWork = personalData && peers.has('identity') ? [personalDataWork(personalData)] : []
  const workers: Workers[] = []
  let details: ReadinessDetails = {}
  // Read in the background, so that readiness checks wait only for the database.
  const detailsWork = subgraph.readinessDetails && {
    name: 'read the details of readiness',
    everyMs: 2_000,
    async run(ctx: Context) {
      details = await subgraph.readinessDetails!(ctx)
    },
  }
  const run = async (
    ctx: Context,
    operation: Operation,
    variables?: Variables,
    rootValue?: unknown,
  ) => {
    const result = await operation.execute(ctx, variables, rootValue)
    const refusal = currentBudget()?.refusal
    if (refusal) return { errors: [locatedError(refusal, undefined)] }
    return maskErrors(result, ctx)
  }
  const visible = (caller: Caller, events: readonly WatchedEvent[]) => {
    const ctx = createContext(caller)
    requireCompleteReads(ctx)
    return eventsForAudienceOf(ctx, subgraph.events!, events)
  }
  const runOnce = createRunOnce<Context>({
    schema,
    db,
    prepare: operations.prepare,
    secretResponses: subgraph.secretResponses ?? [],
    isAdministrator: subgraph.isAdministrator,
    within: (ctx, attempt) =>
      withChecksOf(ctx, {
        ...ctx,
        db: attempt.db,
        loaders: subgraph.loaders(attempt.db, now),
        peers: peersOfAttempt(ctx.peers, attempt),
        attempt,
      }),
    run,
    mask: maskErrors,
  })
  const runIn: Service['runIn'] = async (ctx, operation, variables = {}) => {
    if (operation.node.operation === OperationTypeNode.SUBSCRIPTION) {
      return { errors: [locatedError(NOT_SUBSCRIBED, undefined)] }
    }
    if (operation.node.operation !== OperationTypeNode.MUTATION) {
      return run(ctx, operation, variables)
    }
    try {
      return await (ctx.idempotencyKey === undefined ? run : runOnce)(ctx, operation, variables)
    } finally {
      feed.wake()
    }
  }

  return {
    subgraph,
    schema,
    log,
    prepare: operations.prepare,
    createContext,
    runIn,
    run: (operation, caller, variables) => runIn(createContext(caller), operation, variables),
    subscribe: (operation, caller, variables, options) =>
      subscribe(
        { createContext, visible, execute: run, turns },
        { operation, caller, variables, ...options },
      ),
    async ready() {
      await checkDatabase(db)
      return details
    },
    startWorkers(ofEndpoints = []) {
      const own = [...workersOf(subgraph, services), ...(detailsWork ? [detailsWork] : [])]
      const sweeps = subgraph.events ? [sweepKeys, sweepEvents] : [sweepKeys]
      const work = [...own, ...ofEndpoints, ...personalWork, ...sweeps]
      workers.push(startWorkers(work, () => createContext(systemCaller(log)), log))
      // Not earlier: behind a transaction pooler, the lock of a migration needs the only session in use.
      feed.wake()
    },
    async finishWork() {
      await Promise.all([feed.stop(), ...workers.map((running) => running.stop())])
    },
    async stop() {
      await feed.stop()
      await db.destroy()
    },
  }
}

/** For a subscription that is sent as a query: its results are a stream. */
const NOT_SUBSCRIBED = invalidInput([
  { field: 'query', reason: 'must be a query or a mutation; a subscription is an event stream' },
])

const schemas = new WeakMap<AnySubgraph, GraphQLSchema>()

/** Built once, because tests start a subgraph hundreds of times in one process. */
function schemaOf(subgraph: AnySubgraph): GraphQLSchema {
  return schemas.getOrInsertComputed(subgraph, () => {
    const schema = buildSchema(subgraph)
    renewLoaders(schema, subgraph.loaders)
    return schema
  })
}

async function prepareData(
  subgraph: AnySubgraph,
  { databaseUrl, demo, production }: ServiceEnvironment,
  ctx: Context,
): Promise<void> {
  const { migrations, name } = subgraph
  if (!(await haveAllRun(ctx.db, migrations))) await migrate(databaseUrl, name, migrations, ctx.log)
  if (demo) await addDemo(subgraph, demo, ctx)
  if (!production || !(await subgraph.admitsDemo?.(ctx))) return
  throw new SettingError(
    'The database contains demo people, clients or keys, whose passwords are public: ' +
      'in production, set another DATA_DIR or DATABASE_URL, or delete the embedded database with ' +
      '`NODE_ENV= npm run reset`.',
  )
}
