// Chaos: while processes and the database are killed, subscribers and readers who resume miss nothing that they may
// see, and get nothing else. LIVE_CHAOS_SECONDS, LIVE_CHAOS_WRITERS and LIVE_CHAOS_SUBSCRIBERS make it longer and
// larger.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROCESS_TEST_MS } from '#test/process.ts'
import { startChaosSystem, type ChaosSystem } from '#test/live-chaos/chaos-system.ts'
import { createChaosWorld, type ChaosWorld } from '#test/live-chaos/chaos-world.ts'
import {
  gapsOf,
  readLogs,
  unequalChanges,
  unsettled,
  wronglyDerived,
} from '#test/live-chaos/logs.ts'
import {
  behind,
  closeSome,
  expectDelivered,
  expectRead,
  missing,
  WITHIN,
} from '#test/live-chaos/outcome.ts'
import { readEventsOf, type Reader } from '#test/live-chaos/readers.ts'
import { subscribe } from '#test/live-chaos/subscribers.ts'
import { pick, write, type Writes } from '#test/live-chaos/writers.ts'

const SECONDS = Number(process.env.LIVE_CHAOS_SECONDS ?? 8)
const WRITERS = Number(process.env.LIVE_CHAOS_WRITERS ?? 8)
const SUBSCRIBERS = Number(process.env.LIVE_CHAOS_SUBSCRIBERS ?? 15)
/** Some 30 changes a second, whoever makes them. */
const PAUSE_MS = (WRITERS / 30) * 1_000
const KILL_EVERY_MS = 4_000
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

    await liveThrough()
    await expect.poll(() => unsettled(system), WITHIN).toEqual([])
    const logs = await readLogs(system)
    await expect.poll(() => behind(readers, logs), WITHIN).toEqual([])
    await expect.poll(() => missing(system, subscriptions, logs), WITHIN).toEqual([])
    watching.abort()
    await Promise.all([...readers, ...subscriptions].map(({ ended }) => ended))

    expect(writes.unexpected).toEqual([])
    expect(await unequalChanges(system)).toEqual([])
    expect(gapsOf(logs)).toEqual([])
    expect(wronglyDerived(logs)).toEqual([])
    await expectRead({ system, world, writes }, readers, logs)
    const types = new Set(readers.flatMap(({ events }) => events.map(({ type }) => type)))
    expect([...types]).toEqual(expect.arrayContaining(['vote.cast', 'request.withdrawn']))
    expectDelivered({ system, world, writes }, subscriptions, logs)
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

/** Hints are lost from the middle on. */
async function liveThrough(): Promise<void> {
  const living = new AbortController()
  const begun = Date.now()
  const writing = write(system, world, { pauseMs: PAUSE_MS, signal: living.signal, writes })
  await killUntil(begun + (SECONDS * 1_000) / 2)
  await closeSome({ system, world, writes })
  await system.restartPostgres()
  await system.loseHints()
  await Promise.all(system.names.map((name) => system.restart(name)))
  const middle = Date.now()
  await killUntil(middle + (SECONDS * 1_000) / 2)
  living.abort()
  await writing
}

async function killUntil(end: number): Promise<void> {
  for (;;) {
    const pause = KILL_EVERY_MS * (0.5 + Math.random())
    const left = end - Date.now()
    await delay(Math.max(0, Math.min(pause, left)))
    if (left <= pause) return
    await system.restart(pick(system.names))
  }
}
