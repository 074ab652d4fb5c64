// An upgrade: each process of a system with two of each is replaced by the next version, which migrates the database,
// under load and with subscriptions open. No request fails. ROLLING=all runs each service in processes of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEANLY } from '#test/installation.ts'
import { createChaosWorld, type ChaosWorld } from '#test/live-chaos/chaos-world.ts'
import { gapsOf, readLogs, unequalChanges, unsettled } from '#test/live-chaos/logs.ts'
import {
  behind,
  closeSome,
  expectDelivered,
  expectRead,
  missing,
  WITHIN,
  type Story,
} from '#test/live-chaos/outcome.ts'
import { readEventsOf } from '#test/live-chaos/readers.ts'
import { subscribe } from '#test/live-chaos/subscribers.ts'
import { pick, write } from '#test/live-chaos/writers.ts'
import { SERVICES, type Role } from './support/machines.ts'
import { makeNextVersion, NEW_COLUMN, type NextVersion } from './support/next-version.ts'
import { sendRequests, type Outcome } from './support/requests.ts'
import { FORM, startRollingSite, type RollingSite } from './support/rolling-site.ts'
import { signUp } from './support/sign-up.ts'
import { watchVotes } from './support/socket-watcher.ts'

const NAMES = SERVICES.map(({ name }) => name)
const ALONE: readonly Role[] = [...NAMES.map((name) => [name]), 'router']
const TOGETHER: readonly Role[] = [
  ['identity'],
  NAMES.filter((name) => name !== 'identity'),
  'router',
]
const ROLES = process.env.ROLLING === 'all' ? ALONE : TOGETHER
const timeout = ROLES.length * 120_000

const WRITERS = 4
const SUBSCRIBERS = 10
const PAUSE_MS = 400

let next: NextVersion
let site: RollingSite
let world: ChaosWorld
beforeAll(async () => {
  next = await makeNextVersion()
  site = await startRollingSite(ROLES)
  world = await createChaosWorld(site, WRITERS)
}, timeout)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await site?.[Symbol.asyncDispose]()
  await next?.[Symbol.asyncDispose]()
}, timeout)

test('an upgrade of each process in turn fails no request', { timeout }, async () => {
  const [proposal, token] = [world.proposals[0]!, world.watchers[0]!.token]
  await using socket = watchVotes(site, { proposal, token })
  await expect.poll(() => socket.votes, WITHIN).toBeDefined()
  const { story, outcome, load, living, watching, readers, subscriptions } = await startLoad()
  for (const name of site.names) expect(await site.replace(name, next.folder)).toEqual(CLEANLY)
  await closeSome(story)
  living.abort()
  await load

  expect(await migratedSchemas()).toEqual(NAMES.toSorted())
  await expect.poll(() => unsettled(site), WITHIN).toEqual([])
  const logs = await readLogs(site)
  await expect.poll(() => behind(readers, logs), WITHIN).toEqual([])
  await expect.poll(() => missing(site, subscriptions, logs), WITHIN).toEqual([])
  watching.abort()
  await Promise.all([...readers, ...subscriptions].map(({ ended }) => ended))

  expect(outcome.failed, site.output()).toEqual([])
  expect(story.writes, site.output()).toMatchObject({ lost: 0, unexpected: [] })
  expect(readers.map(({ failures, unexpected }) => ({ failures, unexpected }))).toEqual(
    readers.map(() => ({ failures: 0, unexpected: [] })),
  )
  // Each router that stopped has ended its subscriptions.
  for (const { attempts, connections } of subscriptions) {
    expect(connections).toBe(attempts)
    expect(connections).toBeGreaterThan(1)
  }
  await expect.poll(() => socket.votes, WITHIN).toBe(await votesOn(proposal))
  expect(socket.errors).toEqual([])
  expect(socket.connections).toBeGreaterThan(1)
  expect(await unequalChanges(site)).toEqual([])
  expect(gapsOf(logs)).toEqual([])
  await expectRead(story, readers, logs)
  expectDelivered(story, subscriptions, logs)
  expect(Math.min(outcome.done, story.writes.done)).toBeGreaterThan(50)
})

/** Requests of all kinds, people who wait for events, and subscriptions, all of which are open. */
async function startLoad() {
  const watching = new AbortController()
  const living = new AbortController()
  const { signal } = watching
  const outcome: Outcome = { done: 0, failed: [] }
  const story: Story = {
    system: site,
    world,
    writes: { done: 0, refused: 0, lost: 0, unexpected: [] },
  }
  const person = await signUp(site.world, FORM, 'reader')
  const readers = await Promise.all(
    ['scroll', 'governance', 'market', 'guild'].map((service) =>
      readEventsOf(site, service, { actor: pick(world.watchers), signal }),
    ),
  )
  const subscriptions = subscribe(site, world, { count: SUBSCRIBERS, signal })
  const areConnected = () => subscriptions.every(({ deliveries }) => deliveries.length > 0)
  await expect.poll(areConnected, WITHIN).toBe(true)
  const load = Promise.all([
    write(site, world, { pauseMs: PAUSE_MS, signal: living.signal, writes: story.writes }),
    sendRequests(site, person, { signal: living.signal, outcome }),
  ])
  return { story, outcome, load, living, watching, readers, subscriptions }
}

async function votesOn(proposal: string): Promise<number> {
  const query = `select (yes_votes + no_votes)::integer as votes from governance.proposals where id = $1`
  const [row] = await site.rows<{ votes: number }>(query, [proposal])
  return row!.votes
}

async function migratedSchemas(): Promise<string[]> {
  const rows = await site.rows<{ schema: string }>(
    `select table_schema as schema from information_schema.columns where column_name = $1 order by 1`,
    [NEW_COLUMN],
  )
  return rows.map(({ schema }) => schema)
}
