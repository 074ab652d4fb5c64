// Three processes of one service share their counts in a Valkey, and keep serving while it is away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { send, type TestResponse } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT, type Program } from '#test/process.ts'
import { addPerson, type World } from '#test/story.ts'
import { startValkey, type Valkey } from '../support/valkey.ts'

let database: TestDatabase
let valkey: Valkey
let valkeyPort: number
let home: Installation
let ports: number[]
let programs: Program[]
let addTestPerson: (username: string) => Promise<string>

beforeAll(async () => {
  database = await cloneDatabase()
  const [first, ...others] = await freePorts(4)
  valkeyPort = first!
  ports = others
  valkey = await startValkey(valkeyPort)
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    VALKEY_URL: valkey.url,
    LOG_LEVEL: 'warn',
  })
  const handle = openDatabase(database.url, 'identity', createLog('silent', 'test'))
  const world = { tables: () => handle } as unknown as World
  addTestPerson = (username) => addPerson(world, username)
  await home.start(['subgraphs/main.ts', 'identity'])
  programs = await Promise.all(
    ports.map((port) => home.start(['subgraphs/main.ts', 'path'], { PATH_PORT: String(port) })),
  )
  // The first request of a process may be too slow for the store's timeout.
  const someone = await home.token(await addTestPerson('someone'))
  await callEverywhere(60, someone)
  return () => handle.destroy()
})

afterAll(async () => {
  await home.remove()
  await valkey.stop()
  await database.drop()
})

/**
 * Calls as one person, at each process in turn, 30 at a time: a call that waits long for
 * the store passes uncounted.
 */
async function callEverywhere(count: number, token: string): Promise<TestResponse[]> {
  const responses: TestResponse[] = []
  while (responses.length < count) {
    const wave = Array.from({ length: Math.min(30, count - responses.length) }, (_, n) =>
      send(`http://127.0.0.1:${ports[n % ports.length]}/api/quests`, { token }),
    )
    responses.push(...(await Promise.all(wave)))
  }
  return responses
}

/** How often the first process has not reached the store. */
async function storeFailures(): Promise<number> {
  const { body } = await send(`http://127.0.0.1:${ports[0]}/metrics`)
  return Number(/^rate_limit_store_failures_total\S* (\d+)/m.exec(String(body))?.[1] ?? 0)
}

const counted = (responses: TestResponse[], status: number) =>
  responses.filter((response) => response.status === status)

test('three processes let the documented burst through together, and not one call more', async () => {
  const token = await home.token(await addTestPerson('ada'))
  const responses = await callEverywhere(150, token)
  expect(counted(responses, 200)).toHaveLength(100)
  expect(counted(responses, 429)).toHaveLength(50)
  const [refused] = counted(responses, 429)
  const seconds = Number(refused!.headers.get('retry-after'))
  // Both windows began with the first call.
  const left = `"hour";r=900;t=${3_540 + seconds}, "burst";r=0;t=${seconds}`
  expect(refused!.headers.get('ratelimit')).toBe(left)
})

test('a refused call uses nothing up, and each person has their own count', async () => {
  const token = await home.token(await addTestPerson('grace'))
  await callEverywhere(120, token)
  // A call that waits long for the store has no such header.
  const left = async () => {
    const [response] = await callEverywhere(1, token)
    return response!.headers.get('ratelimit')
  }
  await expect.poll(left, TIMEOUT).toContain('"hour";r=900')
})

test('with the store away, calls pass and a metric and a log line report it; counting continues later', async () => {
  const token = await home.token(await addTestPerson('alan'))
  await valkey.stop()
  const before = await storeFailures()
  const responses = await callEverywhere(120, token)
  expect(counted(responses, 200)).toHaveLength(120)
  expect(responses[0]!.headers.get('ratelimit-policy')).toContain('"burst";q=100')

  expect((await storeFailures()) - before).toBe(40)
  expect(programs[0]!.output()).toContain('the rate limit store failed: the call passes')

  valkey = await startValkey(valkeyPort)
  const isCountedAgain = async () => {
    const everywhere = await callEverywhere(ports.length, token)
    return everywhere.every(({ headers }) => headers.has('ratelimit'))
  }
  await expect.poll(isCountedAgain, TIMEOUT).toBe(true)
})
