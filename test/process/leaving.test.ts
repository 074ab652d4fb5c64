// Kill -9 at every step of a departure: the next start continues, once, and nothing about the person is left.
import * as fc from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { stableId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { expectGoldConserved, readBooks } from '#test/books.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import {
  askToLeave,
  findInDatabase,
  findInFiles,
  letThemLeave,
  passDays,
  tracesOf,
} from '#test/leaving.ts'
import { signInOn } from '#test/oauth.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { createUserAgent } from '#test/user-agent.ts'
import { DEMO_PASSWORD } from '../../subgraphs/identity/demo.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const timeout = PROCESS_TEST_MS
const PAUSE_MS = 100
/** All services in one process, without the router, which takes as long to start as they do. */
const SYSTEM = ['subgraphs/main.ts']
/** Workers take a step at their start, and the next one two seconds later. */
const early = fc.integer({ min: 0, max: 200 })
const late = fc.integer({ min: 1_900, max: 2_200 })
const either = fc.oneof(early, late)
const kills = fc.tuple(early, late, either, either, either)
const person = { id: stableId('identity', 'edsger'), username: 'wanderer_among_us' }

let database: TestDatabase
let home: Installation
const handles = new Map<string, Kysely<never>>()
beforeAll(async () => {
  database = await cloneDatabase()
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    SERVICES: subgraphs.map(({ name }) => name).join(),
    DEMO: '1',
    LOG_LEVEL: 'info',
  })
}, timeout)
afterAll(async () => {
  await home.remove()
  await Promise.all([...handles.values()].map((handle) => handle.destroy()))
  await database.drop()
})

const tables = <Tables>(service: string): Kysely<Tables> => {
  const handle =
    handles.get(service) ?? openDatabase<never>(database.url, service, createLog('silent', 'test'))
  handles.set(service, handle)
  return handle as unknown as Kysely<Tables>
}
const db = () => tables<IdentityTables>('identity')
const departures = () => db().selectFrom('departures').selectAll().execute()

test('a departure completes after a kill -9 at any moment', { timeout }, async () => {
  const first = await home.start(SYSTEM)
  await leave()
  first.send('SIGKILL')
  await first.ended()

  const [moments] = fc.sample(kills, 1)
  const seen: string[] = []
  for (const ms of moments!) {
    const program = await startAgain()
    await daysPass(ms)
    program.send('SIGKILL')
    await program.ended()
    seen.push(await currentStep())
    expectNothingSaidOf(program.output())
  }
  const described = moments!.map((ms, at) => `${seen[at]} after ${ms} ms`).join(', ')
  expect(new Set(seen).size, described).toBeGreaterThan(1)
  const last = await startAgain()
  await letThemLeave(db())
  expectNothingSaidOf(last.output())

  expect(await findInDatabase(db(), tracesOf(person))).toEqual([])
  expect(await findInFiles(home.dataDir, tracesOf(person))).toEqual([])
  expectGoldConserved(await readBooks({ tables }))
  const facts = db().selectFrom('auditEvents').select('id').where('kind', '=', 'account_deleted')
  expect(await facts.execute()).toHaveLength(1)
})

/** Requests the deletion on the account page. Other texts contain demo people's names, so this person gets a new one. */
async function leave(): Promise<void> {
  const { id, username } = person
  await db().updateTable('identities').set({ username }).where('id', '=', id).execute()
  const browser = createUserAgent()
  const page = await browser.open(`${home.address('identity')}/sign-in`)
  await signInOn(browser, page, person, DEMO_PASSWORD)
  const wanted = { confirmation: username, scrolls: 'erase' }
  const { status } = await askToLeave(home, browser, wanted, DEMO_PASSWORD)
  expect(status).toBe(200)
  expect(await departures()).toHaveLength(1)
}

/** Without demo data: with it, a start would add the scrolls of demo people again. */
async function startAgain(): Promise<Program> {
  await passDays(db(), 15)
  return home.start(SYSTEM, { DEMO: '0' })
}

async function currentStep(): Promise<string> {
  const [departure] = await departures()
  if (!departure) return 'gone'
  if (departure.erasingSince) return 'erasing'
  return departure.closedAt ? 'closed' : 'asked'
}

/** Lets weeks pass while the process runs. */
async function daysPass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += PAUSE_MS) {
    await delay(Math.min(PAUSE_MS, ms - passed))
    await passDays(db(), 15)
  }
}

/** Expects that the log does not say who left. */
function expectNothingSaidOf(output: string): void {
  for (const trace of tracesOf(person)) expect(output).not.toContain(trace)
}
