// The connections that reads share: a caller leaves a place on each.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sharedReadConfig } from '#foundation/database/connection-config.ts'
import { SharedConnections, type SharedPlace } from '#foundation/database/shared-connections.ts'
import { requestOf } from '#test/current-caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

const CONNECTIONS = 2
/** A caller's seven places on each connection. */
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

const takeIdle = (name: string) => requestOf(name).run(() => shared.takeIdle())
const takeAll = (name: string) => {
  const places: SharedPlace[] = []
  for (let place = takeIdle(name); place; place = takeIdle(name)) places.push(place)
  return places
}

test('a caller leaves a place on each connection, and the next place passes to whoever waits', async () => {
  const places = takeAll('ada')
  expect(places).toHaveLength(SHARE)
  const next = requestOf('ada').run(() => shared.take())
  const others = takeAll('grace')
  expect(others).toHaveLength(LEFT)
  others.forEach((place) => place.release())
  expect(takeIdle('ada')).toBeUndefined()
  places[0]!.release()
  const place = (await next)!
  expect(await place.read('select 1 as one', [])).toEqual([{ one: 1 }])
  for (const taken of [...places.slice(1), place]) taken.release()
  const again = takeAll('ada')
  expect(again).toHaveLength(SHARE)
  again.forEach((taken) => taken.release())
})

test('a process that was held up itself does not take its server for silent', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const held = new SharedConnections(sharedReadConfig(database.url, 'public', 1_000), 1)
  const place = held.takeIdle()!
  const statement = () => place.read('select 1 as one', [])
  await statement()
  const sent = statement()
  await new Promise(setImmediate)
  // Longer than a server may be silent, without a turn of the event loop that reads what it sends.
  vi.advanceTimersByTime(2_500)
  expect(await sent).toEqual([{ one: 1 }])
  place.release()
  await held.end()
})
