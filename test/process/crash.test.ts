// Crashes: kill -9 of the process, of its database, or of both loses nothing that a response has confirmed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { CLEANLY, install, installStartedBefore, type Installation } from '#test/installation.ts'
import { startLoad, type LoadRequest } from './support/load.ts'
import { TIMEOUT, PROCESS_TEST_MS, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
const LOOPS = 10
/** A story can be completed once: a day may end in the middle of a test. */
const quest = stableId('quest', 'chronicle-a-season')

let home: Installation
const settings = { LOG_LEVEL: 'warn', RATE_LIMIT_AUTHENTICATED: 'off' }

describe('kill -9', { timeout }, () => {
  let program: Program
  /** The process of the next test, whose start also shows that everything is there after a crash. */
  let restarted: Program | undefined
  beforeAll(async () => {
    home = await installStartedBefore(settings)
  }, timeout)
  beforeEach(async () => {
    program = restarted ?? (await home.start(['main.ts']))
    restarted = undefined
  }, timeout)
  afterAll(() => home.remove())

  test('kill -9 of the process leaves its database behind, and the next start has all data', async () => {
    const completed = await complete('ada')
    expect(completed.status, JSON.stringify(completed.body)).toBe(200)
    program.send('SIGKILL')
    await program.ended()
    expect(isRunning(await postmaster()), 'PostgreSQL is an orphan').toBe(true)

    restarted = await expectNextStart('ada', completed.body.newXP)
  })

  test('kill -9 of the database leaves a process that logs it, and stops on a signal', async () => {
    const completed = await complete('grace')
    const load = startLoad(await completions(), LOOPS)
    await vi.waitUntil(() => load.outcomes.length > 5 * LOOPS, TIMEOUT)
    process.kill(await postmaster(), 'SIGKILL')
    for (const name of ['router', 'identity', 'path']) await expectUnready(name)
    const refused = await me('grace')
    expect(refused.status).toBe(500)
    expect(refused.body.error.code).toBe('INTERNAL_ERROR')
    expect((await home.ask('router', '/healthz')).status).toBe(200)
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
    await load.refused

    restarted = await expectNextStart('grace', completed.body.newXP)
  })

  test('kill -9 of both at once: the next start has all data', async () => {
    const completed = await complete('alan')
    process.kill(await postmaster(), 'SIGKILL')
    program.send('SIGKILL')
    await program.ended()

    const next = await expectNextStart('alan', completed.body.newXP)
    next.send('SIGTERM')
    expect(await next.ended()).toEqual(CLEANLY)
  })
})

test('kill -9 in the middle of a first start: the next start repeats it', { timeout }, async () => {
  home = await install(settings)
  onTestFinished(() => home.remove())
  const killed = home.run(['main.ts'])
  await vi.waitUntil(() => postmaster().catch(() => undefined), TIMEOUT)
  killed.send('SIGKILL')
  await killed.ended()

  await home.start(['main.ts'])
  expect((await complete('ada')).status).toBe(200)
})

const tokenOf = (username: string) => home.token(stableId('identity', username))

async function complete(username: string) {
  const token = await tokenOf(username)
  return home.ask('path', `/api/quests/${quest}/complete`, { method: 'POST', token })
}

/** Starts transactions that are under way when the database is killed. */
async function completions(): Promise<(() => LoadRequest)[]> {
  const token = await tokenOf('grace')
  const quests = ['weekly-council', 'market-walk', 'night-watch', 'lend-a-hand']
  return quests.map((slug) => () => [
    `${home.address('path')}/api/quests/${stableId('quest', slug)}/complete`,
    { method: 'POST', token },
  ])
}

async function me(username: string) {
  return home.ask('identity', '/api/me', { token: await tokenOf(username) })
}

/** Confirmed data is there, and the process works normally. */
async function expectNextStart(username: string, xp: number): Promise<Program> {
  const next = await home.start(['main.ts'])
  expect(next.output()).not.toContain('Demo data')
  const xpNow = async () => (await me(username)).body.data.xp
  await expect.poll(xpNow, TIMEOUT).toBeGreaterThanOrEqual(xp)
  expect((await complete(username)).body.error.details.reason).toBe('ALREADY_COMPLETED')
  return next
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
