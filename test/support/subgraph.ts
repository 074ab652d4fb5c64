// One subgraph for its own tests: its schema on a database of its own, beside the siblings it asks, no HTTP.
import type { FormattedExecutionResult } from 'graphql'
import { openDatabase, type Kysely } from '#foundation/database.ts'
import type { Caller } from '#foundation/context.ts'
import type { ErrorDetails } from '#foundation/errors.ts'
import { createLog } from '#foundation/log.ts'
import { connectInProcess, startService, type Service } from '#foundation/service.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { cloneDatabase } from './database.ts'
import { addPerson, type NewPerson, type World } from './story.ts'

export interface Person {
  id: string
  username: string
}

/** Who asks, and with what. */
export interface Asking {
  /** Nobody when left out. */
  as?: { id: string }
  scopes?: readonly string[]
  /** The service that asks, as a service token proves it. */
  service?: string
  adminKey?: string
  variables?: Record<string, unknown>
  /** The sibling that is asked instead. */
  at?: string
}

/** A refusal as `extensions` carry it. */
export interface Refusal {
  code: string
  details: ErrorDetails
}

// Tests look into answers of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any

export interface TestSubgraph extends World {
  /** Stands still until a test sets it. */
  clock: { now: Date }
  join(username: string, about?: Partial<NewPerson>): Promise<Person>
  /** The whole answer, as JSON. */
  run(query: string, asking?: Asking): Promise<FormattedExecutionResult>
  /** The data of an answer without errors; anything else fails the test. */
  ask(query: string, asking?: Asking): Promise<Data>
  /** The one error of an answer; anything else fails the test. */
  refusal(query: string, asking?: Asking): Promise<Refusal>
  /** One round of the subgraph's own work. */
  work(stopping?: AbortSignal): Promise<void>
  /** Takes a sibling's database away, as an outage does, and brings it back. */
  stopService(name: string): Promise<void>
  startService(name: string): Promise<void>
  stop(): Promise<void>
}

const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent', 'test')

/** Starts the subgraph of that name, and the siblings it asks. */
export async function startTestSubgraph(name: string): Promise<TestSubgraph> {
  const database = await cloneDatabase()
  const clock = { now: new Date('2026-03-04T12:00:00.000Z') }
  const services = new Map<string, Service>()
  const handles = new Map<string, Kysely<never>>()

  const start = async (starting: string): Promise<void> => {
    const subgraph = subgraphs.find((known) => known.name === starting)!
    const service = await startService(subgraph, {
      databaseUrl: database.url,
      demo: false,
      execution: 'compiled',
      log,
      now: () => clock.now,
      connect: (peer) => connectInProcess(starting, () => services.get(peer)),
    })
    // Kysely closes only what it has opened, and a test may take the database away before it is used.
    await service.ready()
    services.set(starting, service)
    for (const peer of Object.keys(subgraph.peers)) if (!services.has(peer)) await start(peer)
  }
  await start(name)

  const tables = <Tables>(service: string): Kysely<Tables> => {
    const handle = handles.get(service) ?? openDatabase<never>(database.url, service, log)
    handles.set(service, handle)
    return handle as unknown as Kysely<Tables>
  }
  const run: TestSubgraph['run'] = async (query, { variables, at = name, ...asking } = {}) => {
    const service = services.get(at)!
    const answer = await service.run(service.prepare(query), callerOf(asking), variables)
    return JSON.parse(JSON.stringify(answer)) as FormattedExecutionResult
  }

  return {
    clock,
    tables,
    run,
    join: async (username, about) => ({
      id: await addPerson({ tables }, username, about),
      username,
    }),
    async ask(query, asking) {
      const answer = await run(query, asking)
      if (answer.errors) throw unexpected(query, answer)
      return answer.data
    },
    async refusal(query, asking) {
      const answer = await run(query, asking)
      if (answer.errors?.length !== 1) throw unexpected(query, answer)
      return answer.errors[0]!.extensions as unknown as Refusal
    },
    async work(stopping = new AbortController().signal) {
      const { subgraph, createContext } = services.get(name)!
      for (const { run: round } of subgraph.workers ?? []) {
        await round(createContext(callerOf({})), stopping)
      }
    },
    stopService: (stopping) => services.get(stopping)!.stop(),
    startService: start,
    async stop() {
      await Promise.all([...services.values()].map((service) => service.stop()))
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
      await database.drop()
    },
  }
}

const EVERY_SCOPE = ['identity', 'credentials', 'wallet']

function callerOf({ as, scopes = EVERY_SCOPE, service, adminKey }: Asking): Caller {
  const viewer = as && {
    identityId: as.id,
    clientId: 'test-client',
    scopes: new Set(scopes),
    tier: 'authenticated' as const,
    expiresAt: Infinity,
  }
  const requestId = 'test-request'
  return { viewer, authorization: undefined, service, adminKey, requestId, trace: {}, log }
}

function unexpected(query: string, answer: FormattedExecutionResult): Error {
  return new Error(`${query}\nanswered ${JSON.stringify(answer, undefined, 2)}`)
}
