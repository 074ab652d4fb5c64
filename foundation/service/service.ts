// A running subgraph: its schema, database and peers, and the one place where errors are masked.
import { GraphQLError, locatedError, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { sql } from 'kysely'
import { systemCaller, type Caller } from '#foundation/auth/caller.ts'
import type { ContentFile } from '#foundation/content/kind.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { migrate } from '#foundation/database/migrate.ts'
import {
  isErrorCode,
  logOutage,
  unstorableText,
  type ErrorDetails,
} from '#foundation/domain/errors.ts'
import {
  createOperationCache,
  type Execution,
  type Operation,
  type OperationCache,
} from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { currentBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import { bindPeers, peerAnswer, type PeerConnection } from '#foundation/peers/peers.ts'
import type { Rules } from '#foundation/process/config.ts'
import { SettingError } from '#foundation/process/setting.ts'
import { startWorkers, type Workers } from '#foundation/process/workers.ts'
import type { Context } from '#foundation/service/context.ts'
import { addDemo } from '#foundation/service/demo.ts'
import { renewLoaders } from '#foundation/service/renewed-loaders.ts'
import { buildSchema, type AnySubgraph } from '#foundation/service/subgraph.ts'
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
  rules: Rules
  /** Connects to the sibling called `peer`. */
  connect: (peer: string) => PeerConnection
}

export interface Service {
  subgraph: AnySubgraph
  schema: GraphQLSchema
  log: Log
  prepare: OperationCache['prepare']
  /** Runs an operation for a caller. Never throws; errors not meant for the caller are masked. */
  run(operation: Operation, caller: Caller, variables?: Variables): Promise<ExecutionResult>
  /** The same in a context of this service that its guards have seen. */
  runIn(ctx: Context, operation: Operation, variables?: Variables): Promise<ExecutionResult>
  createContext(caller: Caller): Context
  /** Resolves if the database responds. */
  ready(): Promise<void>
  /** Starts the background work. Call it once the services it needs listen. */
  startWorkers(): void
  /** Stops the background work, and waits for the current round. */
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
  const { databaseUrl, execution, now, rules, log: parentLog } = environment
  const log = parentLog.child({ service: subgraph.name })
  const schema = buildSchema(subgraph)
  const operations = createOperationCache(schema, { execution })
  await migrate(databaseUrl, subgraph.name, subgraph.migrations, log)
  const db = openDatabase(databaseUrl, subgraph.name, log)
  renewLoaders(schema, () => subgraph.loaders(db, now))
  const peers = new Map(Object.keys(subgraph.peers).map((p) => [p, environment.connect(p)]))

  const createContext = (caller: Caller): Context => ({
    ...caller,
    db,
    now,
    rules,
    loaders: subgraph.loaders(db, now),
    peers: bindPeers(peers, caller),
  })
  await prepareData(subgraph, environment, createContext(systemCaller(log))).catch(
    async (error: unknown) => {
      await db.destroy()
      throw error
    },
  )
  const workers: Workers[] = []
  const runIn: Service['runIn'] = async (ctx, operation, variables) => {
    const result = await operation.execute(ctx, variables)
    const refusal = currentBudget()?.refusal
    if (refusal) return { errors: [locatedError(refusal, undefined)] }
    return maskErrors(result, ctx)
  }

  return {
    subgraph,
    schema,
    log,
    prepare: operations.prepare,
    createContext,
    runIn,
    run: (operation, caller, variables) => runIn(createContext(caller), operation, variables),
    async ready() {
      await sql`select 1`.execute(db)
    },
    startWorkers() {
      const work = subgraph.workers ?? []
      workers.push(startWorkers(work, () => createContext(systemCaller(log)), log))
    },
    async finishWork() {
      await Promise.all(workers.map((running) => running.stop()))
    },
    stop: () => db.destroy(),
  }
}

/**
 * Calls a service that runs in this process, as the service called `self`.
 * @throws the sibling's error, as a DomainError.
 */
export function connectInProcess(self: string, peer: () => Service | undefined): PeerConnection {
  return async (source, variables, caller) => {
    const service = peer()
    if (!service) throw new Error('A service called a sibling before it was started.')
    const asked = { ...caller, service: self }
    return peerAnswer(
      service.subgraph.name,
      await runInBudget(currentBudget()?.forPeer(), () =>
        service.run(service.prepare(source), asked, variables),
      ),
    )
  }
}

async function prepareData(
  subgraph: AnySubgraph,
  { demo, production }: ServiceEnvironment,
  ctx: Context,
): Promise<void> {
  if (demo) await addDemo(subgraph, demo, ctx)
  if (!production || !(await subgraph.admitsDemo?.(ctx))) return
  throw new SettingError(
    'The database contains demo people, clients or keys, whose passwords are public: ' +
      'in production, use another database, or clear this one with `npm run reset`.',
  )
}

function maskErrors(result: ExecutionResult, caller: Caller): ExecutionResult {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => maskError(error, caller)) }
}

/**
 * Only an error with a code is meant for the caller: others are logged, and returned without their
 * cause.
 */
function maskError(error: GraphQLError, { requestId, log }: Caller): GraphQLError {
  const { code, details } = error.extensions ?? {}
  if (code === 'INTERNAL_ERROR') {
    logOutage(error.originalError, log)
    return recoded(error, code, { ...(details as object), requestId })
  }
  if (isErrorCode(code)) return error
  const unstorable = unstorableText(error.originalError)
  if (unstorable) {
    const { message, extensions } = unstorable
    return recoded(error, extensions.code, extensions.details, message)
  }
  log.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return recoded(error, 'INTERNAL_ERROR', { requestId }, 'An unexpected error occurred.')
}

function recoded(
  error: GraphQLError,
  code: string,
  details: ErrorDetails,
  message = error.message,
): GraphQLError {
  return new GraphQLError(message, {
    ...(error.path && { path: error.path }),
    extensions: { code, details },
  })
}
