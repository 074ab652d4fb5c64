// Two processes of each kind behind HAProxy, which never sends a request twice, and what replaces one of them.
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import type { ClientOptions } from 'ws'
import { cloneDatabase, poolOf } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import type { LiveSystem } from '#test/live-chaos/chaos-system.ts'
import type { ExitResult, Program } from '#test/process.ts'
import { internalUrls, MACHINES, PROXY_HOST, startAt, type Role } from './machines.ts'
import { startHaproxy } from './proxies.ts'
import { baseUrls, FORMS, placeOf } from './public-addresses.ts'
import { socketOptions, clientOf } from './clients.ts'
import { openWorld, type OpenWorld } from './world.ts'

export interface RollingSite extends LiveSystem, AsyncDisposable {
  home: Installation
  world: OpenWorld
  /** Of WebSockets at the router. */
  socketOptions: ClientOptions
  /** The public address of a service, or of the router. */
  address(name: string): string
  /** The names of its processes, those of a kind one after the other. */
  names: readonly string[]
  /** Stops a process as a supervisor does, and starts the version in the folder in its place. */
  replace(name: string, folder: string): Promise<ExitResult>
  /** What all processes have printed. */
  output(): string
}

/** As docs/operations/processes.md says. */
const SETTINGS = {
  NODE_ENV: 'production',
  SERVICE_SECRET: 'a secret that only these tests know',
  SHUTDOWN_DELAY_SECONDS: '5',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FREE: 'off',
  RATE_LIMIT_AUTHENTICATED: 'off',
  LIVE_MAX_PER_ADDRESS: '1000',
  LOG_LEVEL: 'warn',
}

export const FORM = FORMS.find(({ form: name }) => name === 'a host for each service')!

export async function startRollingSite(roles: readonly Role[]): Promise<RollingSite> {
  await using resources = new AsyncDisposableStack()
  const database = await cloneDatabase()
  resources.defer(() => database.drop())
  const world = resources.use(openWorld(database))
  const pool = poolOf(database)
  resources.defer(() => pool.end())
  const home = await install({ ...SETTINGS, DATABASE_URL: database.url, ...baseUrls(FORM) })
  resources.defer(() => home.remove())
  Object.assign(home.settings, internalUrls(home, PROXY_HOST))
  // A request that meets a process that stops must not be hidden.
  const once = { 'retries 3': 'retries 0', '    option redispatch 1\n': '' }
  const proxy = resources.use(await startHaproxy(home, once))
  const direct = getGlobalDispatcher()
  setGlobalDispatcher(clientOf(proxy))
  resources.defer(() => setGlobalDispatcher(direct))
  const { names, replace, programs } = await startProcesses(home, roles)
  const started = resources.move()
  const address = (name: string) => FORM.baseOf(placeOf(name))
  return {
    home,
    world,
    socketOptions: socketOptions(proxy, address('router')),
    names,
    replace,
    address,
    databaseUrl: database.url,
    routers: [address('router')],
    addresses: (service) => [address(service)],
    rows: async <Row>(query: string, values: unknown[] = []) =>
      (await pool.query(query, values)).rows as Row[],
    output: () => programs.map((program) => program.output()).join('\n'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

async function startProcesses(home: Installation, roles: readonly Role[]) {
  const programs: Program[] = []
  const running = new Map<string, Program>()
  const places = roles.flatMap((role) =>
    MACHINES.map((host) => ({ name: `${String(role)} at ${host}`, role, host })),
  )
  const start = async ({ name, role, host }: (typeof places)[number], folder?: string) => {
    const program = await startAt(home, role, { host, ...(folder && { folder }) })
    programs.push(program)
    running.set(name, program)
  }
  await Promise.all(places.map((place) => start(place)))
  return {
    programs,
    names: places.map(({ name }) => name),
    async replace(name: string, folder: string) {
      const program = running.get(name)!
      program.send('SIGTERM')
      const ending = await program.ended()
      await start(
        places.find((place) => place.name === name)!,
        folder,
      )
      return ending
    },
  }
}
