// Processes in production mode on one machine, for a proxy in front of them.
import { cloneDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import type { Program } from '#test/process.ts'
import { internalUrls, MACHINES, SERVICES, startAt } from './machines.ts'
import { baseUrls, type AddressForm } from './public-addresses.ts'
import { openWorld, type OpenWorld } from './world.ts'

export interface ProxiedSite extends AsyncDisposable {
  home: Installation
  world: OpenWorld
  /** All services. */
  services: Program
  router: Program
  startRouter(): Promise<Program>
}

/** Starts a process with all services, and a router. */
export async function startProxiedSite(form: AddressForm): Promise<ProxiedSite> {
  await using resources = new AsyncDisposableStack()
  const database = await cloneDatabase()
  resources.defer(() => database.drop())
  const world = resources.use(openWorld(database))
  const home = await install({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_FREE: '100000:10000',
    ...baseUrls(form),
  })
  resources.defer(() => home.remove())
  const [host] = MACHINES
  Object.assign(home.settings, internalUrls(home, host))
  const names = SERVICES.map(({ name }) => name)
  const startRouter = () => startAt(home, 'router', { host })
  const services = await startAt(home, names, { host })
  const router = await startRouter()
  const started = resources.move()
  return {
    home,
    world,
    services,
    router,
    startRouter,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** A line of the log about a request. */
export interface ServedRequest {
  service: string
  path: string
  status: number
}

/** The requests in a program's log, by their ids. */
export function servedBy(program: Program): Map<string, ServedRequest> {
  const lines = program.output().split('\n')
  const requests = lines
    .filter((line) => line.startsWith('{') && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as ServedRequest & { requestId: string })
  return new Map(requests.map((request) => [request.requestId, request]))
}
