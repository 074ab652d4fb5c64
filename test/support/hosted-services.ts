// Services on one database, without HTTP. The test files of a worker use them one after the other, because
// connections that have read the catalogue and planned their statements cost more than most tests.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Kysely } from '#foundation/database/database.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { serviceFacts } from '#foundation/process/config.ts'
import { connectInProcess } from '#foundation/service/in-process.ts'
import { startService, type Service } from '#foundation/service/service.ts'
import { peerOperations } from '#foundation/service/subgraph.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { callerOf, testLog } from './caller.ts'
import { cloneDatabase, openTables } from './database.ts'
import { createReusedDatabase, type ReusedDatabase } from './reused-database.ts'

/** Where the ID service of every test keeps its secret. */
export const testDataDir = join(tmpdir(), 'ecosystem-test-data')

/** At least as many connections as a service opens for transactions. */
const CONNECTIONS = 8
const STARTS_AT = '2026-03-04T12:00:00.000Z'

/** In production without SMTP, no mail is sent. */
const SETTINGS = {
  NODE_ENV: 'production',
  ID_BASE_URL: 'https://id.example',
  DATA_DIR: testDataDir,
}

const facts = serviceFacts(subgraphs)

interface Clock {
  /** Stands still until a test sets it. */
  now: Date
}

/** Services of one process. */
export class HostedServices {
  /** With the role of a superuser. */
  readonly databaseUrl: string
  readonly clock: Clock
  /** Stops the services, or keeps them for the next test. */
  release: () => Promise<void>
  readonly #settings: Environment
  /** The services that the test uses. */
  readonly #used = new Map<string, Service>()
  /** Those that run because an earlier test used them. */
  readonly #idle = new Map<string, Service>()
  readonly #stopped = new Set<string>()
  readonly #handles = new Map<string, Kysely<never>>()
  #opened: Promise<void> | undefined

  constructor(databaseUrl: string, clock: Clock, settings: Environment) {
    this.databaseUrl = databaseUrl
    this.clock = clock
    this.release = () => this.stopAll()
    this.#settings = settings
  }

  get(name: string): Service {
    return this.#used.get(name)!
  }

  /** Starts a service and its peers. */
  async start(name: string): Promise<void> {
    const idle = this.#idle.get(name)
    this.#idle.delete(name)
    this.#used.set(name, idle ?? (await this.#startOne(name)))
    this.#opened = undefined
    // Only `Query.node` of Identity queries peers, in tests of the whole system.
    if (name === 'identity') return
    for (const peer of Object.keys(peerOperations(subgraphNamed(name), facts))) {
      if (!this.#used.has(peer)) await this.start(peer)
    }
  }

  /** Takes a service's database away, as an outage does. */
  async stop(name: string): Promise<void> {
    this.#stopped.add(name)
    await this.get(name).stop()
  }

  /** Starts a service that an outage took away, or that no other has needed. */
  async startAgain(name: string): Promise<void> {
    if (this.#stopped.delete(name) || !this.#used.has(name)) await this.start(name)
  }

  /** A test's own handle on the tables of a service. */
  tables<Tables>(name: string): Kysely<Tables> {
    return this.#handles.getOrInsertComputed(name, () =>
      openTables<never>({ url: this.databaseUrl }, name),
    ) as unknown as Kysely<Tables>
  }

  /** Opens every connection that requests use. */
  openConnections(): Promise<void> {
    return (this.#opened ??= this.#openConnections())
  }

  /** Keeps the services that run for the next test. */
  keep(): void {
    for (const [name, service] of this.#used) {
      if (!this.#stopped.has(name)) this.#idle.set(name, service)
    }
    this.#used.clear()
    this.#stopped.clear()
    this.clock.now = new Date(STARTS_AT)
  }

  async stopAll(): Promise<void> {
    const services = [...this.#used.values(), ...this.#idle.values()]
    await Promise.all(services.map((service) => service.stop()))
    await Promise.all([...this.#handles.values()].map((handle) => handle.destroy()))
  }

  async #openConnections(): Promise<void> {
    const reachable = [...this.#used].filter(([name]) => !this.#stopped.has(name))
    await Promise.all(reachable.map(([, service]) => openAll(service)))
  }

  #startOne(name: string): Promise<Service> {
    return startInProcess(name, this.#used, {
      databaseUrl: serviceUrl(this.databaseUrl, name),
      demo: undefined,
      execution: 'compiled',
      now: () => this.clock.now,
      env: { ...SETTINGS, ...this.#settings },
    })
  }
}

type ServiceOptions = Parameters<typeof startService>[1]

/** Starts a service that calls those of `services` in this process. */
export function startInProcess(
  name: string,
  services: ReadonlyMap<string, Service>,
  options: Pick<ServiceOptions, 'databaseUrl' | 'demo' | 'execution' | 'now' | 'env'>,
): Promise<Service> {
  return startService(subgraphNamed(name), {
    ...options,
    production: false,
    log: testLog,
    services: facts,
    connect: (peer) => connectInProcess(name, () => services.get(peer)),
  })
}

function subgraphNamed(name: string) {
  return subgraphs.find((known) => known.name === name)!
}

async function openAll({ createContext }: Service): Promise<void> {
  const { db } = createContext(callerOf())
  const transaction = () => db.transaction().execute((trx) => sql`select 1`.execute(trx))
  await Promise.all(Array.from({ length: CONNECTIONS }, transaction))
}

/** Services as in another process, beside those of a test. */
export function hostBeside(
  { databaseUrl, clock }: Pick<HostedServices, 'databaseUrl' | 'clock'>,
  settings: Environment,
): HostedServices {
  return new HostedServices(databaseUrl, clock, settings)
}

interface Reused {
  services: HostedServices
  database: ReusedDatabase
}

/** The services of this worker with the usual settings, unless a test uses them. */
let kept: Reused | undefined

/** Services with these settings, on a database as migrations leave it. */
export async function hostForTest(settings: Environment): Promise<HostedServices> {
  if (Object.keys(settings).length > 0) {
    const database = await cloneDatabase()
    const services = new HostedServices(database.url, newClock(), settings)
    services.release = () => stop(services, database)
    return services
  }
  const reused = kept ?? (await hostReused())
  kept = undefined
  await reused.database.restore()
  return reused.services
}

async function hostReused(): Promise<Reused> {
  const database = await createReusedDatabase()
  const services = new HostedServices(database.url, newClock(), {})
  const reused = { services, database }
  services.release = async () => {
    if (kept === reused) return
    await database.settle()
    if (kept || !(await database.hasItsTables())) return stop(services, database)
    services.keep()
    kept = reused
  }
  return reused
}

function newClock(): Clock {
  return { now: new Date(STARTS_AT) }
}

async function stop(
  services: HostedServices,
  database: Pick<ReusedDatabase, 'drop'>,
): Promise<void> {
  await services.stopAll()
  await database.drop()
}
