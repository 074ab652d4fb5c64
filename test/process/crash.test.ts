// Crashes: kill -9 of the process, of its database, or of both loses nothing that a response has confirmed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { CLEANLY, install, installStartedBefore, type Installation } from '#test/installation.ts'
import { startLoad, type LoadRequest } from '#test/load.ts'
import { TIMEOUT, PROCESS_TEST_MS } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
const LOOPS = 10
const ada = stableId('identity', 'ada')
/** A story can be completed once: a day may end in the middle of a test. */
const quest = stableId('quest', 'chronicle-a-season')

let home: Installation
const settings = { LOG_LEVEL: 'warn', RATE_LIMIT_AUTHENTICATED: 'off' }
afterEach(() => home.remove())

describe('kill -9', { timeout }, () => {
  beforeEach(async () => {
    home = await installStartedBefore(settings)
  }, timeout)

  test('kill -9 of the process leaves its database behind, and the next start has all data', async () => {
    const killed = await home.start(['main.ts'])
    const completed = await complete()
    expect(completed.status, JSON.stringify(completed.body)).toBe(200)
    killed.send('SIGKILL')
    await killed.ended()
    expect(isRunning(await postmaster()), 'PostgreSQL is an orphan').toBe(true)

    await expectNextStart(completed.body.newXP)
  })

  test('kill -9 of the database leaves a process that logs it, and stops on a signal', async () => {
    const bereft = await home.start(['main.ts'])
    const completed = await complete()
    const load = startLoad(await completions(), LOOPS)
    await vi.waitUntil(() => load.outcomes.length > 5 * LOOPS, TIMEOUT)
    process.kill(await postmaster(), 'SIGKILL')
    for (const name of ['router', 'identity', 'path']) await expectUnready(name)
    const refused = await me()
    expect(refused.status).toBe(500)
    expect(refused.body.error.code).toBe('INTERNAL_ERROR')
    expect((await home.ask('router', '/healthz')).status).toBe(200)
    bereft.send('SIGTERM')
    expect(await bereft.ended()).toEqual(CLEANLY)
    await load.refused

    await expectNextStart(completed.body.newXP)
  })

  test('kill -9 of both at once: the next start has all data', async () => {
    const killed = await home.start(['main.ts'])
    const completed = await complete()
    process.kill(await postmaster(), 'SIGKILL')
    killed.send('SIGKILL')
    await killed.ended()

    await expectNextStart(completed.body.newXP)
  })
})

test('kill -9 in the middle of a first start: the next start repeats it', { timeout }, async () => {
  home = await install(settings)
  const killed = home.run(['main.ts'])
  await vi.waitUntil(() => postmaster().catch(() => undefined), TIMEOUT)
  killed.send('SIGKILL')
  await killed.ended()

  await home.start(['main.ts'])
  expect((await complete()).status).toBe(200)
})

async function complete() {
  const token = await home.token(ada)
  return home.ask('path', `/api/quests/${quest}/complete`, { method: 'POST', token })
}

/** Starts transactions that are under way when the database is killed. */
async function completions(): Promise<LoadRequest[]> {
  const token = await home.token(ada)
  const quests = ['weekly-council', 'market-walk', 'night-watch', 'lend-a-hand']
  return quests.map((slug) => [
    `${home.address('path')}/api/quests/${stableId('quest', slug)}/complete`,
    { method: 'POST', token },
  ])
}

async function me() {
  return home.ask('identity', '/api/me', { token: await home.token(ada) })
}

/** Confirmed data is there, and the process works normally. */
async function expectNextStart(xp: number): Promise<void> {
  const next = await home.start(['main.ts'])
  expect(next.output()).not.toContain('Demo data')
  await expect.poll(async () => (await me()).body.data.xp, TIMEOUT).toBeGreaterThanOrEqual(xp)
  expect((await complete()).body.error.details.reason).toBe('ALREADY_COMPLETED')
  next.send('SIGTERM')
  expect(await next.ended()).toEqual(CLEANLY)
}

async function expectUnready(name: string): Promise<void> {
  await expect.poll(async () => (await home.ask(name, '/readyz')).status, TIMEOUT).toBe(503)
}

async function postmaster(): Promise<number> {
  const file = join(home.dataDir, 'postgres', 'postmaster.pid')
  return Number.parseInt(await readFile(file, 'utf8'))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
