// One subgraph for its own tests, beside its peers, without HTTP.
import type { FormattedExecutionResult } from 'graphql'
import { ignoreReported, type ErrorDetails } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { numberEvents } from '#foundation/events/numberer.ts'
import { serviceFacts } from '#foundation/process/config.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Erasure } from '#foundation/service/personal-data.ts'
import { workersOf } from '#foundation/service/subgraph.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { callerOf, type CallerOptions } from './caller.ts'
import { duringTests } from './during-tests.ts'
import { hostBeside, hostForTest, testDataDir } from './hosted-services.ts'
import { erasurePlansOf, plansOf, readPlansOf, type Plan } from './plans.ts'
import { runWithOthers } from './simultaneous.ts'
import { liveResults, type LiveResults } from './subscription.ts'
import { addPerson, type NewPerson, type World } from './story.ts'

export interface Person {
  id: string
  username: string
}

export interface Request extends CallerOptions {
  variables?: Record<string, unknown>
  /** The peer to query instead of the subgraph. */
  at?: string
}

interface LiveRequest extends Request {
  signal?: AbortSignal
  beforeExecution?: () => Promise<void>
}

export { testDataDir }

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
  /** The results of a subscription, which is begun at once. */
  subscribe(query: string, request?: LiveRequest): LiveResults
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
  /** Gives positions to events from now on, as the background work of a process does. */
  followEvents(): void
  /** Runs the subgraph's workers once. */
  work(stopping?: AbortSignal): Promise<void>
  /** Takes a peer's database away, as an outage does, and brings it back. */
  stopService(name: string): Promise<void>
  startService(name: string): Promise<void>
  stop(): Promise<void>
}

/** The subgraph of that name with its peers, for the tests of a file. Its members exist only while they run. */
export const testSubgraph = (name: string, settings?: Environment): TestSubgraph =>
  duringTests(() => startTestSubgraph(name, settings))

/**
 * Starts the subgraph of that name and its peers with these settings, on a database as migrations leave it, or
 * as another process beside a subgraph that was started before, which is stopped after it.
 */
export async function startTestSubgraph(
  name: string,
  settings: Environment = {},
  beside?: TestSubgraph,
): Promise<TestSubgraph> {
  const services = beside ? hostBeside(beside, settings) : await hostForTest(settings)
  await services.start(name)
  const { databaseUrl, clock } = services
  const tables = <Tables>(service: string) => services.tables<Tables>(service)
  const openConnections = () => services.openConnections()
  const createContext = () => services.get(name).createContext(callerOf())

  const run: TestSubgraph['run'] = async (query, { variables, at = name, ...asking } = {}) => {
    const service = services.get(at)
    const response = await runWithOthers(openConnections, () =>
      service.run(service.prepare(query), callerOf(asking), variables),
    )
    return JSON.parse(JSON.stringify(response)) as FormattedExecutionResult
  }

  return {
    databaseUrl,
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
    subscribe(query, request = {}) {
      const { variables = {}, at = name, signal, beforeExecution, ...asking } = request
      const service = services.get(at)
      const options = { signal: signal ?? new AbortController().signal, beforeExecution }
      const operation = service.prepare(query)
      // The rows that a test has added are no news.
      const numberEarlier = () => numberEvents(createContext().db, () => clock.now)
      const results = service.subscribe(operation, callerOf(asking), variables, options)
      return liveResults(results, numberEarlier)
    },
    plans(query, asking = {}) {
      const service = services.get(name)
      return plansOf(service, databaseUrl, service.createContext(callerOf(asking)), query)
    },
    readPlans(read) {
      const ctx = createContext()
      return readPlansOf(services.get(name), databaseUrl, async () => void (await read(ctx)))
    },
    async exportPerson({ id }) {
      const { personalData } = services.get(name).subgraph
      const rows: Record<string, Data[]> = {}
      for await (const page of personalData!.exportPerson(createContext(), id)) {
        if (page.rows.length > 500) throw new Error(`A page of ${page.name} is too long.`)
        rows[page.name] = [...(rows[page.name] ?? []), ...page.rows]
      }
      return rows
    },
    async erasePerson({ id: identityId }, about) {
      const erasure = { ...erasureOf(identityId), ...about }
      const { erasePerson } = services.get(name).subgraph.personalData!
      await runWithOthers(openConnections, () => erasePerson(createContext(), erasure))
      return erasure.tombstone
    },
    erasurePlans: ({ id }) =>
      erasurePlansOf(services.get(name), databaseUrl, createContext(), erasureOf(id)),
    async work(stopping = new AbortController().signal) {
      for (const { run: round } of workersOf(
        services.get(name).subgraph,
        serviceFacts(subgraphs),
      )) {
        const run = () => round(createContext(), stopping).catch(ignoreReported)
        await runWithOthers(openConnections, run)
      }
    },
    followEvents: () => createContext().events.wake(),
    stopService: (stopping) => services.stop(stopping),
    startService: (starting) => services.startAgain(starting),
    stop: () => services.release(),
  }
}

function erasureOf(identityId: string): Erasure {
  return { identityId, tombstone: newId('identity'), scrolls: 'keep' }
}

function unexpected(query: string, response: FormattedExecutionResult): Error {
  return new Error(`${query}\nreturned ${JSON.stringify(response, undefined, 2)}`)
}
