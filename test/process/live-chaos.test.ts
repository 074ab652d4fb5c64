// Chaos: while processes and the database are killed, subscribers and readers who resume miss nothing that they may
// see, and get nothing else. LIVE_CHAOS_SECONDS, LIVE_CHAOS_WRITERS and LIVE_CHAOS_SUBSCRIBERS make it longer and
// larger; it then prints its figures.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROCESS_TEST_MS } from '#test/process.ts'
import { startChaosSystem, type ChaosSystem } from '#test/live-chaos/chaos-system.ts'
import { createChaosWorld, type ChaosWorld } from '#test/live-chaos/chaos-world.ts'
import { measureDelays, percentiles } from '#test/live-chaos/delays.ts'
import {
  doublesOf,
  votesTakenBack,
  wronglyDelivered,
  wronglyRead,
} from '#test/live-chaos/findings.ts'
import {
  gapsOf,
  readLogs,
  unequalChanges,
  unsettled,
  wronglyDerived,
  type Logs,
} from '#test/live-chaos/logs.ts'
import { readEventsOf, type Reader } from '#test/live-chaos/readers.ts'
import { subscribe, type Subscription } from '#test/live-chaos/subscribers.ts'
import { carryOut, closeScroll, DONE, pick, write, type Writes } from '#test/live-chaos/writers.ts'

const SECONDS = Number(process.env.LIVE_CHAOS_SECONDS ?? 12)
const WRITERS = Number(process.env.LIVE_CHAOS_WRITERS ?? 8)
const SUBSCRIBERS = Number(process.env.LIVE_CHAOS_SUBSCRIBERS ?? 15)
/** Some 30 changes a second, whoever makes them. */
const PAUSE_MS = (WRITERS / 30) * 1_000
const KILL_EVERY_MS = 6_000
/** After the load, everything that was late must have arrived. */
const WITHIN = { timeout: 120_000, interval: 250 }
const timeout = SECONDS * 1_000 + 2 * PROCESS_TEST_MS

let system: ChaosSystem
let world: ChaosWorld
beforeAll(async () => {
  system = await startChaosSystem()
  world = await createChaosWorld(system, WRITERS)
}, timeout)
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await system[Symbol.asyncDispose]()
}, timeout)

const writes: Writes = { done: 0, refused: 0, lost: 0, unexpected: [] }
const kills: string[] = []

test(
  'everybody who resumes gets every change that they may see, whatever is killed',
  { timeout },
  async () => {
    const watching = new AbortController()
    const { signal } = watching
    const readers = await startReaders(signal)
    const subscriptions = subscribe(system, world, { count: SUBSCRIBERS, signal })
    const areConnected = () => subscriptions.every(({ deliveries }) => deliveries.length > 0)
    await expect.poll(areConnected, WITHIN).toBe(true)

    const phases = await liveThrough()
    await expect.poll(() => unsettled(system), WITHIN).toEqual([])
    const logs = await readLogs(system)
    await expect.poll(() => behind(readers, logs), WITHIN).toEqual([])
    await expect.poll(() => missing(subscriptions, logs), WITHIN).toEqual([])
    watching.abort()
    await Promise.all([...readers, ...subscriptions].map(({ ended }) => ended))

    await report(subscriptions, readers, phases)
    expect(writes.unexpected).toEqual([])
    expect(await unequalChanges(system)).toEqual([])
    expect(gapsOf(logs)).toEqual([])
    expect(wronglyDerived(logs)).toEqual([])
    await expectRead(readers, logs)
    expectDelivered(subscriptions, logs)
  },
)

async function startReaders(signal: AbortSignal): Promise<Reader[]> {
  const { watchers, steward, leaver, writers } = world
  const places = [
    ...['governance', 'path', 'scroll', 'market', 'guild', 'realm'].map(
      (service) => [service, pick(watchers)] as const,
    ),
    ['scroll', writers[0]!] as const,
    ['market', writers[1]!] as const,
    ['guild', steward] as const,
    ['guild', leaver] as const,
  ]
  return Promise.all(
    places.map(([service, actor]) => readEventsOf(system, service, { actor, signal })),
  )
}

/** @returns when hints began to be lost, and when that ended */
async function liveThrough(): Promise<[begun: number, middle: number, end: number]> {
  const living = new AbortController()
  const begun = Date.now()
  const writing = write(system, world, { pauseMs: PAUSE_MS, signal: living.signal, writes })
  await killUntil(begun + (SECONDS * 1_000) / 2)
  await closeSome()
  kills.push('postgres')
  await system.restartPostgres()
  await system.loseHints()
  await Promise.all(system.names.map(kill))
  const middle = Date.now()
  await killUntil(middle + (SECONDS * 1_000) / 2)
  living.abort()
  await writing
  return [begun, middle, Date.now()]
}

async function killUntil(end: number): Promise<void> {
  for (;;) {
    const pause = KILL_EVERY_MS * (0.5 + Math.random())
    const left = end - Date.now()
    await delay(Math.max(0, Math.min(pause, left)))
    if (left <= pause) return
    await kill(pick(system.names))
  }
}

async function kill(name: string): Promise<void> {
  kills.push(name)
  await system.restart(name)
}

/** Takes rights away: some scrolls are hidden, others become private, and a steward leaves. */
async function closeSome(): Promise<void> {
  const { scrolls, club, leaver } = world
  for (const [index, { id, author }] of scrolls.closing.entries()) {
    if (index % 2 === 0) {
      await system.rows(
        `update scroll.scrolls set hidden_at = now(), hidden_reason = 'a canary' where id = $1`,
        [id],
      )
    }
    await insist(author, closeScroll(id, author))
  }
  const leaving = 'mutation ($id: ID!) { leaveOrganization(organizationId: $id) { id } }'
  await insist(leaver, [leaving, { id: club }])
}

async function insist(
  ...[actor, operation]: [Parameters<typeof carryOut>[1], Parameters<typeof carryOut>[2]]
) {
  await expect.poll(() => carryOut(system, actor, operation, writes), WITHIN).toBe(DONE)
}

function behind(readers: readonly Reader[], logs: Logs): string[] {
  return readers.flatMap(({ service, position, actor }) => {
    const last = logs.get(service)!.length
    return position >= last ? [] : [`${service} of ${actor.id}: ${position} of ${last}`]
  })
}

/** What subscribers wait for: the last event of `mine`, the current state of an entity. */
async function missing(subscriptions: readonly Subscription[], logs: Logs): Promise<string[]> {
  const states = await currentStates()
  return subscriptions.flatMap((one) => {
    if (one.field === 'mine') return wronglyDelivered(one, logs)
    const last = one.deliveries.at(-1)!.value as State | null
    const current = states.get(one.id!)
    if (current === undefined || (last && isState(last, current))) return []
    return [`${one.field} ${one.id}: ${JSON.stringify(last)} is not ${current}`]
  })
}

interface State {
  yesVotes?: number
  noVotes?: number
  memberCount?: number
  content?: string
}

function isState({ yesVotes, noVotes, memberCount, content }: State, current: string): boolean {
  const shown = content ?? memberCount ?? `${yesVotes} ${noVotes}`
  return String(shown) === current
}

/** What subscribers of entities that everybody can read see at the end, by id. */
async function currentStates(): Promise<Map<string, string>> {
  const found = await system.rows<{ id: string; state: string }>(
    `select id, yes_votes || ' ' || no_votes as state from governance.proposals
     union all select id, member_count::text from guild.organizations
     union all select id, content from scroll.scrolls where hidden_at is null and visibility = 'public'`,
  )
  return new Map(found.map(({ id, state }) => [id, state]))
}

/** Who may read each scroll all the time; nobody but the author reads one that is hidden or closed. */
async function readableScrolls(): Promise<Map<string, string>> {
  const found = await system.rows<{ id: string; readers: string }>(
    `select id, case when hidden_at is not null or visibility = 'private' then author_id
       when visibility = 'house' then house else '*' end as readers from scroll.scrolls`,
  )
  return new Map(found.map(({ id, readers }) => [id, readers]))
}

async function expectRead(readers: readonly Reader[], logs: Logs): Promise<void> {
  const readable = await readableScrolls()
  expect(readers.flatMap((reader) => wronglyRead(reader, logs, { world, readable }))).toEqual([])
  expect(readers.flatMap(({ unexpected }) => unexpected)).toEqual([])
  expect(readers.filter(({ gaps }) => gaps > 0)).toEqual([])
  const types = new Set(readers.flatMap(({ events }) => events.map(({ type }) => type)))
  expect([...types]).toEqual(expect.arrayContaining(['vote.cast', 'request.withdrawn']))
}

function expectDelivered(subscriptions: readonly Subscription[], logs: Logs): void {
  expect(subscriptions.flatMap(({ leaks }) => leaks)).toEqual([])
  const mine = subscriptions.filter(({ field }) => field === 'mine')
  expect(mine.flatMap((one) => wronglyDelivered(one, logs))).toEqual([])
  expect(subscriptions.flatMap(votesTakenBack)).toEqual([])
  expect(subscriptions.filter(({ gaps }) => gaps > 0)).toEqual([])
  const closed = new Set(world.scrolls.closing.map(({ id }) => id))
  const refused = subscriptions.filter(({ id }) => !closed.has(id ?? ''))
  expect(refused.flatMap(({ refusals }) => refusals)).toEqual([])
}

async function report(
  subscriptions: readonly Subscription[],
  readers: readonly Reader[],
  [begun, middle, end]: readonly [number, number, number],
): Promise<void> {
  if (process.env.LIVE_CHAOS_SECONDS === undefined) return
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const delays = Object.entries(await measureDelays(system, subscriptions, readers))
  const figures = {
    seconds: Math.round((end - begun) / 1_000),
    writers: WRITERS,
    subscribers: SUBSCRIBERS,
    readers: readers.length,
    ...writes,
    kills: kills.length,
    killed: kills.join(', '),
    results: sum(subscriptions.map(({ deliveries }) => deliveries.length)),
    read: sum(readers.map(({ events }) => events.length)),
    doubles: sum(subscriptions.filter(({ field }) => field === 'mine').map(doublesOf)),
    reconnects: sum(subscriptions.map(({ connections }) => connections - 1)),
    failedReads: sum(readers.map(({ failures }) => failures)),
    withHints: delays.map(([name, found]) => [name, percentiles(found, begun, middle)]),
    withoutHints: delays.map(([name, found]) => [name, percentiles(found, middle, end)]),
  }
  console.log(JSON.stringify(figures, undefined, 1))
}
