// The connections that reads share: a caller leaves a slot on each.
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sharedReadConfig } from '#foundation/database/address/connection-config.ts'
import { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import {
  SharedConnections,
  type SharedSlot,
} from '#foundation/database/connections/shared-connections.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

const CONNECTIONS = 2
/** A caller's seven slots on each connection. */
const SHARE = 14
const LEFT = 2
let database: TestDatabase
let shared: SharedConnections

beforeAll(async () => {
  database = await cloneDatabase()
  shared = new SharedConnections(sharedReadConfig(database.url, 'public', 1_000), CONNECTIONS)
})
afterAll(async () => {
  await shared.end()
  await database.drop()
})

const tryAcquire = (name: string) => requestOf(name).run(() => shared.tryAcquire())
const acquireAll = (name: string) => {
  const slots: SharedSlot[] = []
  for (let slot = tryAcquire(name); slot; slot = tryAcquire(name)) slots.push(slot)
  return slots
}

test('a caller leaves a slot free on each connection, and the next free slot goes to whoever waits', async () => {
  const slots = acquireAll('ada')
  expect(slots).toHaveLength(SHARE)
  const next = requestOf('ada').run(() => shared.acquire())
  const others = acquireAll('grace')
  expect(others).toHaveLength(LEFT)
  others.forEach((slot) => slot.release())
  expect(tryAcquire('ada')).toBeUndefined()
  slots[0]!.release()
  const slot = (await next)!
  expect(await slot.read('select 1 as one', () => [])).toEqual([{ one: 1 }])
  for (const taken of [...slots.slice(1), slot]) taken.release()
  const again = acquireAll('ada')
  expect(again).toHaveLength(SHARE)
  again.forEach((taken) => taken.release())
})

test('a statement is sent on another connection if its own ends before it is sent', async () => {
  const watch = new DatabaseWatch(database.url, testLog)
  const added = vi.spyOn(watch, 'add')
  const config = { ...sharedReadConfig(database.url, 'public', 1_000), watch }
  const watched = new SharedConnections(config, 1)
  const slot = watched.tryAcquire()!
  await slot.read('select 1 as one', () => [])
  const sent = slot.read('select 2 as two', () => [])
  // As the watch does with idle connections after an outage.
  added.mock.calls[0]![0].abort()
  expect(await sent).toEqual([{ two: 2 }])
  expect(added).toHaveBeenCalledTimes(2)
  slot.release()
  await watched.end()
})

test('a process that was blocked itself does not report its server as silent', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const held = new SharedConnections(sharedReadConfig(database.url, 'public', 1_000), 1)
  const slot = held.tryAcquire()!
  await slot.read('select 1 as one', () => [])
  vi.advanceTimersByTime(1_000)
  await new Promise(setImmediate)
  const sent = slot.read('select 2 as two', () => [])
  await new Promise(setImmediate)
  keepBusyUntilResponse()
  // Longer than a server may be silent, before the next turn of the event loop reads what it has sent.
  vi.advanceTimersByTime(3_500)
  expect(await sent).toEqual([{ two: 2 }])
  slot.release()
  await held.end()
})

/** Keeps this process from doing anything else until the server has responded to the statement above. */
function keepBusyUntilResponse(): void {
  const program = `
    import { Client } from 'pg'
    const client = new Client(process.argv[1])
    await client.connect()
    const responded = "select from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'select 2 as two'"
    while ((await client.query(responded)).rowCount === 0);
    await client.end()`
  const args = ['--input-type=module', '--eval', program, database.url]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}
