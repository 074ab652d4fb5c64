// One subgraph for its own tests: its schema on a database of its own, beside its peers, without HTTP.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormattedExecutionResult } from 'graphql'
import { sql } from 'kysely'
import type { Kysely } from '#foundation/database/database.ts'
import type { ErrorDetails } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { serviceFacts } from '#foundation/process/config.ts'
import type { DomainSettings } from '#foundation/process/domain-settings.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Erasure } from '#foundation/service/personal-data.ts'
import { connectInProcess } from '#foundation/service/in-process.ts'
import { startService, type Service } from '#foundation/service/service.ts'
import { peerOperations } from '#foundation/service/subgraph.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { callerOf, testLog, type CallerOptions } from './caller.ts'
import { cloneDatabase, openTables } from './database.ts'
import { erasurePlansOf, plansOf, readPlansOf, type Plan } from './plans.ts'
import { runWithOthers } from './simultaneous.ts'
import { addPerson, type NewPerson, type World } from './story.ts'

/** At least as many connections as a service opens for transactions. */
const CONNECTIONS = 8

export interface Person {
  id: string
  username: string
}

export interface Request extends CallerOptions {
  variables?: Record<string, unknown>
  /** The peer to query instead of the subgraph. */
  at?: string
}

/** Where the ID service of every test keeps its secret. */
export const testDataDir = join(tmpdir(), 'ecosystem-test-data')

/** A refusal, as in `extensions`. */
export interface Refusal {
  code: string
  details: ErrorDetails
}

// Tests read responses of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any

export interface TestSubgraph extends World {
  databaseUrl: string
  /** The clock, which stands still until a test sets it. */
  clock: { now: Date }
  join(username: string, about?: Partial<NewPerson>): Promise<Person>
  /** The whole response, as JSON. */
  run(query: string, request?: Request): Promise<FormattedExecutionResult>
  /** The data of a response; fails if it has errors. */
  ask(query: string, request?: Request): Promise<Data>
  /** The only error of a response; fails if there is none or another. */
  refusal(query: string, request?: Request): Promise<Refusal>
  /** The plans of the statements behind a query. */
  plans(query: string, request?: Request): Promise<Plan[]>
  /** The plans of the statements behind a domain function. */
  readPlans(read: (ctx: Context) => Promise<unknown>): Promise<Plan[]>
  /** The subgraph's export about a person, by the names of its pages. */
  exportPerson(person: { id: string }): Promise<Record<string, Data[]>>
  /** Erases a person, and returns the tombstone that replaces them. */
  erasePerson(person: { id: string }, about?: Partial<Erasure>): Promise<string>
  /** The plans of the statements behind an export and an erasure. */
  erasurePlans(person: { id: string }): Promise<Plan[]>
  /** Runs the subgraph's workers once. */
  work(stopping?: AbortSignal): Promise<void>
  /** Takes a peer's database away, as an outage does, and brings it back. */
  stopService(name: string): Promise<void>
  startService(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the subgraph of that name and its peers with these settings: on a database of its own, or
 * as another process beside a subgraph that was started before, which is stopped after it.
 */
export async function startTestSubgraph(
  name: string,
  settings: Partial<DomainSettings> = {},
  beside?: TestSubgraph,
): Promise<TestSubgraph> {
  const database = beside ? sharedDatabase(beside) : await cloneDatabase()
  const clock = beside?.clock ?? { now: new Date('2026-03-04T12:00:00.000Z') }
  const services = serviceFacts(subgraphs)
  const running = new Map<string, Service>()
  const away = new Set<string>()
  const handles = new Map<string, Kysely<never>>()

  let opened: Promise<void> | undefined
  const reachable = () => [...running].filter(([peer]) => !away.has(peer)).map(([, peer]) => peer)
  const openConnections = () => (opened ??= openAll(reachable()))

  const start = async (starting: string): Promise<void> => {
    const subgraph = subgraphs.find((known) => known.name === starting)!
    const service = await startService(subgraph, {
      databaseUrl: database.url,
      demo: undefined,
      production: false,
      execution: 'compiled',
      log: testLog,
      now: () => clock.now,
      settings: { quorum: 1, issuer: 'https://id.example', dataDir: testDataDir, ...settings },
      services,
      connect: (peer) => connectInProcess(starting, () => running.get(peer)),
    })
    running.set(starting, service)
    opened = undefined
    // Only `Query.node` of Identity queries peers, in tests of the whole system.
    if (starting === 'identity') return
    for (const peer of Object.keys(peerOperations(subgraph, services))) {
      if (!running.has(peer)) await start(peer)
    }
  }
  await start(name)

  const tables = <Tables>(service: string): Kysely<Tables> => {
    const handle = handles.get(service) ?? openTables<never>(database, service)
    handles.set(service, handle)
    return handle as unknown as Kysely<Tables>
  }
  const run: TestSubgraph['run'] = async (query, { variables, at = name, ...asking } = {}) => {
    const service = running.get(at)!
    const response = await runWithOthers(openConnections, () =>
      service.run(service.prepare(query), callerOf(asking), variables),
    )
    return JSON.parse(JSON.stringify(response)) as FormattedExecutionResult
  }

  return {
    databaseUrl: database.url,
    clock,
    tables,
    run,
    join: async (username, about) => ({
      id: await addPerson({ tables }, username, about),
      username,
    }),
    async ask(query, request) {
      const response = await run(query, request)
      if (response.errors) throw unexpected(query, response)
      return response.data
    },
    async refusal(query, request) {
      const response = await run(query, request)
      if (response.errors?.length !== 1) throw unexpected(query, response)
      return response.errors[0]!.extensions as unknown as Refusal
    },
    plans(query, asking = {}) {
      const service = running.get(name)!
      return plansOf(service, database.url, service.createContext(callerOf(asking)), query)
    },
    readPlans(read) {
      const service = running.get(name)!
      const ctx = service.createContext(callerOf())
      return readPlansOf(service, database.url, async () => void (await read(ctx)))
    },
    async exportPerson({ id }) {
      const { subgraph, createContext } = running.get(name)!
      const rows: Record<string, Data[]> = {}
      for await (const page of subgraph.personalData!.exportPerson(createContext(callerOf()), id)) {
        if (page.rows.length > 500) throw new Error(`A page of ${page.name} is too long.`)
        rows[page.name] = [...(rows[page.name] ?? []), ...page.rows]
      }
      return rows
    },
    async erasePerson({ id: identityId }, about) {
      const { subgraph, createContext } = running.get(name)!
      const erasure = { ...erasureOf(identityId), ...about }
      const { erasePerson } = subgraph.personalData!
      await runWithOthers(openConnections, () => erasePerson(createContext(callerOf()), erasure))
      return erasure.tombstone
    },
    erasurePlans({ id }) {
      const service = running.get(name)!
      const ctx = service.createContext(callerOf())
      return erasurePlansOf(service, database.url, ctx, erasureOf(id))
    },
    async work(stopping = new AbortController().signal) {
      const { subgraph, createContext } = running.get(name)!
      for (const { run: round } of subgraph.workers ?? []) {
        await runWithOthers(openConnections, () => round(createContext(callerOf()), stopping))
      }
    },
    async stopService(stopping) {
      away.add(stopping)
      await running.get(stopping)!.stop()
    },
    async startService(starting) {
      if (away.delete(starting)) await start(starting)
    },
    async stop() {
      await Promise.all([...running.values()].map((service) => service.stop()))
      await Promise.all([...handles.values()].map((handle) => handle.destroy()))
      await database.drop()
    },
  }
}

/** Opens every connection that requests use. */
async function openAll(services: Service[]): Promise<void> {
  const transactions = services.flatMap(({ createContext }) => {
    const { db } = createContext(callerOf())
    const transaction = () => db.transaction().execute((trx) => sql`select 1`.execute(trx))
    return Array.from({ length: CONNECTIONS }, transaction)
  })
  await Promise.all(transactions)
}

function erasureOf(identityId: string): Erasure {
  return { identityId, tombstone: newId('identity'), scrolls: 'keep' }
}

function sharedDatabase({ databaseUrl: url }: TestSubgraph) {
  return { url, drop: () => Promise.resolve() }
}

function unexpected(query: string, response: FormattedExecutionResult): Error {
  return new Error(`${query}\nreturned ${JSON.stringify(response, undefined, 2)}`)
}
