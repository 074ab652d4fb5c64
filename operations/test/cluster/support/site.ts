// Two processes that hold all services, and a router over each. They share the database, and no folder.
import { randomBytes } from 'node:crypto'
import { startBalancer } from '#test/balancer.ts'
import { install, type Installation } from '#test/installation.ts'
import { subgraphs } from '../../../../subgraphs/index.ts'
import type { Cluster } from './cluster.ts'

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

export async function startSite({ url, mark }: Pick<Cluster, 'url' | 'mark'>): Promise<Site> {
  await using resources = new AsyncDisposableStack()
  // Both have the same issuer, so sign-ins reach either process through a balancer.
  const identity = resources.use(await startBalancer())
  const settings = {
    ...SETTINGS,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: url,
    ID_BASE_URL: identity.address,
  }
  const homes = [await install(settings), await install(settings)]
  for (const home of homes) resources.defer(() => home.remove())
  const programs = (await Promise.all(homes.map((home) => startAll(home, mark)))).flat()
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

async function startAll(home: Installation, mark: string) {
  const title = `--title=${mark}`
  const own = { ID_INTERNAL_URL: home.address('identity') }
  const SERVICES = subgraphs.map(({ name }) => name).join(',')
  return Promise.all([
    home.start([title, 'subgraphs/main.ts'], { ...own, SERVICES }),
    home.start([title, 'router/main.ts'], own),
  ])
}
