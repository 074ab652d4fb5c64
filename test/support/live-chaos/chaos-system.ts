// Two processes of every service, two routers and a PostgreSQL, each of which can be killed and started again.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'
import { install, type Installation } from '#test/installation.ts'
import { freePorts } from '#test/ports.ts'
import type { Program } from '#test/process.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

/** The services of a process. Calls from one group to the other go over HTTP. */
const GROUPS = [
  ['identity', 'guild', 'governance'],
  ['path', 'learn', 'market', 'realm', 'scroll'],
]
const COPIES = [0, 1]

/** A system under load, as its clients and its database have it. */
export interface LiveSystem {
  home: Pick<Installation, 'token'>
  databaseUrl: string
  /** The addresses of the routers. */
  routers: readonly string[]
  /** The addresses of the processes of a service. */
  addresses(service: string): string[]
  /** Runs a query as the superuser. */
  rows<Row>(query: string, values?: unknown[]): Promise<Row[]>
}

export interface ChaosSystem extends LiveSystem, AsyncDisposable {
  home: Installation
  /** The names of all processes. */
  names: readonly string[]
  /** Kills a process with SIGKILL, and starts it again. */
  restart(name: string): Promise<void>
  /** Kills PostgreSQL with SIGKILL, and starts it again. */
  restartPostgres(): Promise<void>
  /** Processes that start from now on neither send nor get hints about events, because their Valkey is away. */
  loseHints(): Promise<void>
  /** What the processes have logged, killed ones included. */
  output(): string
}

type Settings = Record<string, string>

export async function startChaosSystem(): Promise<ChaosSystem> {
  await using resources = new AsyncDisposableStack()
  const postgres = await startPostgres(resources)
  const home = await install({
    DATABASE_URL: postgres.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LIVE_MAX_PER_ADDRESS: '1000',
    LOG_LEVEL: 'warn',
  })
  resources.defer(() => home.remove())
  const places = await placesOf(home)
  const starts = startsOf(home, places)
  const running = new Map<string, Program>()
  const programs: Program[] = []
  const lost: Settings = {}
  const start = async (name: string) => {
    const { args, settings } = starts.get(name)!
    const program = await home.start(args, { ...settings, ...lost })
    running.set(name, program)
    programs.push(program)
  }
  await Promise.all([...starts.keys()].map(start))
  const started = resources.move()
  return {
    home,
    databaseUrl: postgres.url,
    routers: places.routers,
    addresses: (service) => COPIES.map((copy) => places.services[copy]![service]!),
    names: [...starts.keys()],
    async restart(name) {
      const program = running.get(name)!
      program.send('SIGKILL')
      await program.ended()
      await start(name)
    },
    restartPostgres: () => postgres.restart(),
    async loseHints() {
      const [port] = await freePorts(1)
      lost.VALKEY_URL = `redis://127.0.0.1:${port}`
    },
    output: () => programs.map((program) => program.output()).join('\n'),
    rows: (query, values) => postgres.rows(query, values),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

async function startPostgres(resources: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-chaos-'))
  await chmod(dataDir, 0o755)
  const start = () => startEmbeddedPostgres({ dataDir, log: testLog })
  let server = await start()
  resources.defer(async () => {
    await server.stop()
    await removeEmbeddedPostgres(dataDir)
    await rm(dataDir, { recursive: true })
  })
  const rows = async <Row>(query: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(query, values)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  const restart = async () => {
    const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(file), 'SIGKILL')
    await server.stop()
    server = await start()
  }
  return { url: server.url, rows, restart }
}

interface Places {
  /** For each copy, the addresses by service. */
  services: Settings[]
  routers: string[]
}

async function placesOf(home: Installation): Promise<Places> {
  const names = subgraphs.map(({ name }) => name)
  const others = (await freePorts(names.length + 1)).map((port) => `http://localhost:${port}`)
  const first = Object.fromEntries(names.map((name) => [name, home.address(name)]))
  const second = Object.fromEntries(names.map((name, index) => [name, others[index]!]))
  return { services: [first, second], routers: [home.address('router'), others.at(-1)!] }
}

function startsOf(home: Installation, { services, routers }: Places) {
  const starts = new Map<string, { args: string[]; settings: Settings }>()
  for (const copy of COPIES) {
    for (const group of GROUPS) {
      const settings = { ...placeSettings(home, services, [copy, copy]), SERVICES: group.join() }
      starts.set(`${group[0]} ${copy}`, { args: ['subgraphs/main.ts'], settings })
    }
    // Each router has one process of each group, and not those that call each other.
    const settings = placeSettings(home, services, [copy, 1 - copy])
    const args = ['router/main.ts', '--port', new URL(routers[copy]!).port]
    starts.set(`router ${copy}`, { args, settings })
  }
  return starts
}

/** The settings of a process that reaches these copies of the groups. */
function placeSettings(home: Installation, services: Settings[], copies: number[]): Settings {
  const settings: Settings = { ID_BASE_URL: home.address('identity') }
  for (const { name, settings: prefix } of subgraphs) {
    const address = services[copies[GROUPS.findIndex((group) => group.includes(name))]!]![name]!
    settings[`${prefix}_INTERNAL_URL`] = address
    settings[`${prefix}_PORT`] = new URL(address).port
  }
  return settings
}
