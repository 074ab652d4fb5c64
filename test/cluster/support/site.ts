// Two processes that hold all services, and a router over each, on one database and one folder of keys.
import { startBalancer } from '#test/balancer.ts'
import { install, type Installation } from '#test/installation.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

/** Where clients find the system. */
export interface Site extends AsyncDisposable {
  /** The next of the two processes of a service, or of the two routers. */
  address(name: string): string
  /** What the processes have printed. */
  output(): string
}

const SETTINGS = {
  NODE_ENV: 'production',
  SERVICE_SECRET: 'a secret that only these tests know',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FREE: 'off',
  RATE_LIMIT_AUTHENTICATED: 'off',
  LOG_LEVEL: 'warn',
}

export async function startSite(databaseUrl: string): Promise<Site> {
  await using resources = new AsyncDisposableStack()
  // Both have the same issuer, so sign-ins reach either process through a balancer.
  const identity = resources.use(await startBalancer())
  const settings = { ...SETTINGS, DATABASE_URL: databaseUrl, ID_BASE_URL: identity.address }
  const first = await install(settings)
  const second = await install({ ...settings, DATA_DIR: first.dataDir })
  const homes = [first, second]
  for (const home of homes) resources.defer(() => home.remove())
  const programs = (await Promise.all(homes.map(startAll))).flat()
  for (const home of homes) identity.add(home.address('identity'))
  let turn = 0
  const started = resources.move()
  return {
    address(name) {
      turn += 1
      return name === 'identity' ? identity.address : homes[turn % 2]!.address(name)
    },
    output: () => programs.map(({ output }) => output()).join('\n'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

async function startAll(home: Installation) {
  const own = { ID_INTERNAL_URL: home.address('identity') }
  const SERVICES = subgraphs.map(({ name }) => name).join(',')
  return Promise.all([
    home.start(['subgraphs/main.ts'], { ...own, SERVICES }),
    home.start(['router/main.ts'], own),
  ])
}
