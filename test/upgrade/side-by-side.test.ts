// An earlier commit and this code as processes of one system on one PostgreSQL, as during an upgrade.
// Without content packs, which docs/operations/upgrade.md applies once the last earlier process has ended.
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { send } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { askOAuth, refresh } from '#test/oauth.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT, type Program } from '#test/process.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { startBalancer, type Balancer } from '#test/balancer.ts'
import {
  APP,
  call,
  goldOf,
  liveADay,
  signInAda,
  signUp,
  stories,
  type Site,
  type User,
} from './support/people.ts'
import { readAll } from './support/reads.ts'
import { isCompletionInLog, makeDue, untilSettled } from './support/settled.ts'

const SERVICES = subgraphs.map(({ name }) => name)
/**
 * Services that call each other run different versions. One process runs the new ones; the case of a new Path that
 * settles covers HTTP between new services.
 */
const MIXTURES = [
  {
    mixture: 'a new Identity, Market, Learn and Realm and four earlier services',
    fresh: 'identity,market,learn,realm',
  },
  {
    mixture: 'a new Path, Governance, Guild and Scroll and four earlier services',
    fresh: 'path,governance,guild,scroll',
  },
]

describe('beside the last state before version 1.0.0', () => {
  const earlier = inject('earlier')
  let resources: AsyncDisposableStack
  let databaseUrl: string

  beforeEach(async () => {
    resources = new AsyncDisposableStack()
    const database = await emptyDatabase()
    resources.defer(() => database.drop())
    databaseUrl = database.url
  })

  afterEach(() => resources.disposeAsync())

  async function installHere(more: Record<string, string> = {}): Promise<Installation> {
    const home = await install({
      DATABASE_URL: databaseUrl,
      SERVICE_SECRET: 'a secret that only these tests know',
      DEMO: '1',
      RATE_LIMIT_AUTHENTICATED: 'off',
      RATE_LIMIT_FREE: 'off',
      LOG_LEVEL: 'warn',
      ...more,
    })
    resources.defer(() => home.remove())
    return home
  }

  test('both versions run on one database, and each request may reach either', async () => {
    const identity = resources.use(await startBalancer())
    const rest = resources.use(await startBalancer())
    const site = { address: (name: string) => (name === 'identity' ? identity : rest).address }
    const before = await startBehind(identity, rest, earlier)
    const ada = await signInAda(site)
    const early = await signUp(site, 'early')
    // Migrates the database while the earlier process serves.
    const [after] = await Promise.all([
      startBehind(identity, rest, undefined, before),
      liveADay(early, ada),
    ])
    const late = await signUp(site, 'late')
    await liveADay(late, ada)
    // A change by the earlier process is an event, which the new one numbers.
    const quest = (await stories(late))[2]!
    await call(at(before, late), ['path', `/api/quests/${quest}/complete`], {})
    await vi.waitUntil(() => isCompletionInLog(databaseUrl, quest), TIMEOUT)
    await expectSameReads([ada, early, late], before, after)
    await expectGrantsShared(early, before, after)
    await expectGrantsShared(late, after, before)
  })

  describe.each(MIXTURES)('with $mixture', ({ fresh }) => {
    test('both routers serve people', async () => {
      const { home, routers } = await startApart(SERVICES, [fresh])
      const ada = await signInAda(home)
      const [before, after] = routers
      const early = await signUp(before, 'early')
      const late = await signUp(after, 'late')
      await liveADay(early, at(before, ada))
      await liveADay(late, at(after, ada))
      await expectSameReads([ada, early, late], before, after)
    })
  })

  // Each service runs in its own process, so that new ones call each other over HTTP.
  test('a new Path settles what an earlier one has begun', async () => {
    const names = ['identity', 'path', 'market']
    const { home, programs } = await startApart(names, ['identity', 'market'])
    const user = await signUp(home, 'newcomer')
    const [quest] = await stories(user)
    await end(programs.market!)
    const { goldEarned } = await call(user, ['path', `/api/quests/${quest}/complete`], {})
    await end(programs.path!)
    await Promise.all(['path', 'market'].map((name) => home.start(['subgraphs/main.ts', name])))
    await makeDue(databaseUrl)
    await vi.waitUntil(async () => (await goldOf(user)) === goldEarned, TIMEOUT)
  })

  /** Starts one process with everything behind the balancers; with the keys of another one, if given. */
  async function startBehind(
    identity: Balancer,
    rest: Balancer,
    folder: string | undefined,
    other?: Installation,
  ): Promise<Installation> {
    const home = await installHere({
      ID_BASE_URL: identity.address,
      ...(other && { DATA_DIR: other.dataDir }),
    })
    const internal = { ID_INTERNAL_URL: home.address('identity') }
    await home.start(['main.ts'], internal, folder)
    identity.add(home.address('identity'))
    rest.add(home.address('router'))
    return home
  }

  /**
   * Starts a process for each list of new services and for each other service, an earlier one, with an earlier and a
   * new router over them.
   */
  async function startApart(names: readonly string[], fresh: readonly string[]) {
    const home = await installHere()
    const [port] = await freePorts(1)
    const isEarlier = (name: string) => !fresh.some((list) => list.split(',').includes(name))
    const started = [...fresh, ...names.filter(isEarlier)].map(
      async (list): Promise<[string, Program]> => {
        const folder = fresh.includes(list) ? undefined : earlier
        return [list, await home.start(['subgraphs/main.ts'], { SERVICES: list }, folder)]
      },
    )
    await Promise.all([
      ...started,
      home.start(['router/main.ts'], {}, earlier),
      home.start(['router/main.ts'], { ROUTER_PORT: String(port) }),
    ])
    const router = `http://localhost:${port}`
    const after = { address: (name: string) => (name === 'router' ? router : home.address(name)) }
    const routers: [Site, Site] = [home, after]
    const programs: Record<string, Program> = Object.fromEntries(await Promise.all(started))
    return { home, routers, programs }
  }

  async function expectSameReads(users: User[], before: Site, after: Site): Promise<void> {
    await untilSettled(databaseUrl)
    const reads = await readAll(users.map((user) => at(before, user)))
    expect(await readAll(users.map((user) => at(after, user)))).toEqual(reads)
  }
})

function at(site: Site, user: User): User {
  return { ...user, site }
}

async function end(program: Program): Promise<void> {
  program.send('SIGKILL')
  await program.ended()
}

/** Both accept what one of them issues, and refuse what one of them revokes. */
async function expectGrantsShared(user: User, issuer: Site, revoker: Site): Promise<void> {
  const { status, body } = await refresh(issuer, APP, user.tokens.refresh_token)
  expect(status, JSON.stringify(body)).toBe(200)
  const token = body.access_token as string
  const statuses = () => Promise.all([issuer, revoker].map((site) => statusFor(site, token)))
  expect(await statuses()).toEqual([200, 200])
  expect((await askOAuth(revoker, APP, { token }, 'revoke')).status).toBe(200)
  await expect.poll(statuses, TIMEOUT).toEqual([401, 401])
}

async function statusFor(site: Site, token: string): Promise<number> {
  return (await send(`${site.address('path')}/api/quests`, { token })).status
}
