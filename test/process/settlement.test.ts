// Completions across processes: everything owed is granted exactly once, whatever is killed or stopped.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import type { TestResponse } from '#test/http.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { TIMEOUT, PROCESS_TEST_MS, type ExitResult, type Program } from '#test/process.ts'
import { addPerson, addQuest, type World } from '#test/story.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { MarketTables } from '../../subgraphs/market/tables.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'

const timeout = PROCESS_TEST_MS

const SERVICES = ['identity', 'path', 'market'] as const
type ServiceName = (typeof SERVICES)[number]

let database: TestDatabase
let identities: Kysely<IdentityTables>
let paths: Kysely<PathTables>
let markets: Kysely<MarketTables>
let world: World
let home: Installation
/** The running services; a service that a test ends is started again in the next. */
const running = new Map<ServiceName, Program>()
let people = 0
let ada: string
let quest: string
let token: string

beforeAll(async () => {
  database = await cloneDatabase()
  const log = createLog('silent', 'test')
  identities = openDatabase(database.url, 'identity', log)
  paths = openDatabase(database.url, 'path', log)
  markets = openDatabase(database.url, 'market', log)
  const tables = (service: string) => (service === 'path' ? paths : identities) as Kysely<unknown>
  world = { tables } as World
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
})

beforeEach(async () => {
  for (const program of running.values()) program.send('SIGCONT')
  const missing = SERVICES.filter((name) => !running.has(name))
  await Promise.all(missing.map(startService))
  await newCompletion('grace')
  // Path then has the public keys, and none of the three counts as away.
  const settled = async () => {
    await complete()
    await makeDue()
    return (await completion())?.pendingSteps
  }
  await expect.poll(settled, TIMEOUT).toEqual([])
  await newCompletion('ada')
}, timeout)

afterAll(async () => {
  await home.remove()
  await Promise.all([identities.destroy(), paths.destroy(), markets.destroy()])
  await database.drop()
})

/** Adds a person, and a quest that they have not completed. */
async function newCompletion(name: string): Promise<void> {
  ada = await addPerson(world, `${name}_${(people += 1)}`)
  // A story can be completed once; a day may end in the middle of a test.
  const rewards = { xpReward: 150, goldReward: 40, credentialType: 'path_initiate' }
  quest = await addQuest(world, { ...rewards, type: 'story' })
  token = await home.token(ada)
}

describe('kill -9 of Path loses nothing and grants nothing twice', { timeout }, () => {
  test('everything is granted once after an outage of Identity', async () => {
    await kill('identity')
    expectUnavailable(await complete())
    await kill('path')
    await Promise.all([startService('identity'), startService('path')])

    await expectSettledOnce()
  })

  test('everything is granted once after a kill between the commit of a request and the grant', async () => {
    running.get('identity')!.send('SIGSTOP')
    const cut = expect(complete()).rejects.toThrow()
    await expect.poll(completion, TIMEOUT).toBeDefined()
    await kill('path')
    await cut
    running.get('identity')!.send('SIGCONT')
    await startService('path')

    await expectSettledOnce()
  })

  test('everything is granted once after a kill between the grant and its note', async () => {
    const personLocked = await lock('select from identity.identities for update')
    const cut = expect(complete()).rejects.toThrow()
    const owed = async () => (await completion())?.pendingSteps
    await expect.poll(owed, TIMEOUT).toEqual(['xp', 'credential'])
    const completionLocked = await lock('select from path.quest_completions for update')
    await personLocked.end()
    await expect.poll(xpGrants, TIMEOUT).toHaveLength(1)
    // Both steps are done, and their notes wait for the completion.
    await expect.poll(notesWaiting, TIMEOUT).toBe(2)
    await kill('path')
    await cut
    // PostgreSQL completes the statements of a killed process.
    await completionLocked.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'path' and wait_event_type = 'Lock'`,
    )
    await completionLocked.end()
    const { pendingSteps } = (await completion())!
    expect(pendingSteps).toEqual(expect.arrayContaining(['xp', 'credential']))
    await startService('path')

    await expectSettledOnce()
  })
})

test('a Path that is stopped still responds to accepted requests', { timeout }, async () => {
  running.get('identity')!.send('SIGSTOP')
  const hanging = complete()
  await expect.poll(completion, TIMEOUT).toBeDefined()
  running.get('path')!.send('SIGTERM')

  expect(await endOf('path')).toEqual(CLEANLY)
  expectUnavailable(await hanging)
})

async function startService(name: ServiceName): Promise<void> {
  running.set(name, await home.start(['subgraphs/main.ts', name]))
}

async function kill(name: ServiceName): Promise<void> {
  running.get(name)!.send('SIGKILL')
  await endOf(name)
}

async function endOf(name: ServiceName): Promise<ExitResult> {
  const ending = await running.get(name)!.ended()
  running.delete(name)
  return ending
}

function complete(): Promise<TestResponse> {
  return home.ask('path', `/api/quests/${quest}/complete`, { method: 'POST', token })
}

function completion() {
  return paths
    .selectFrom('questCompletions')
    .selectAll()
    .where('identityId', '=', ada)
    .executeTakeFirst()
}

function xpGrants() {
  return identities.selectFrom('xpGrants').selectAll().where('identityId', '=', ada).execute()
}

/** The number of Path's sessions that wait for a lock. */
async function notesWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database()
      and application_name = 'path' and wait_event_type = 'Lock'`.execute(paths)
  return rows[0]!.waiting
}

/** A transaction that holds the locks of its statement until the connection ends. */
async function lock(statement: string): Promise<Client> {
  const client = new Client(database.url)
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return client
}

function expectUnavailable({ status, headers, body }: TestResponse): void {
  const requestId = headers.get('x-request-id')
  expect(status, JSON.stringify(body)).toBe(500)
  expect(body.error.code).toBe('INTERNAL_ERROR')
  expect(body.error.details).toEqual({ service: 'identity', requestId, retry: true })
}

function expectCompleted({ status, body }: TestResponse): void {
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toEqual({
    success: true,
    xpEarned: 150,
    goldEarned: 40,
    credentialIssued: { id: expect.any(String) as string, type: 'path_initiate' },
    newLevel: 2,
    newXP: 150,
  })
}

function expectAlreadyCompleted(response: TestResponse): void {
  expect(response.status, JSON.stringify(response.body)).toBe(400)
  expect(response.body.error.details.reason).toBe('ALREADY_COMPLETED')
}

/** Skips the ten seconds in which only its own request settles a completion (tested elsewhere). */
function makeDue() {
  return paths.updateTable('questCompletions').set({ nextAttemptAt: new Date() }).execute()
}

/** The sweep settles it without a request; then the repeated request has its response. */
async function expectSettledOnce(): Promise<void> {
  await makeDue()
  await expect.poll(async () => (await completion())?.pendingSteps, TIMEOUT).toEqual([])
  await expectGrantedOnce()
  expectCompleted(await complete())
  expectAlreadyCompleted(await complete())
  await expectGrantedOnce()
}

async function expectGrantedOnce(): Promise<void> {
  const { id } = (await completion())!
  const key = `${id}:xp`
  expect(await xpGrants()).toMatchObject([{ key, identityId: ada, amount: 150, xpAfter: 150 }])
  const person = identities.selectFrom('identities').select('xp').where('id', '=', ada)
  expect(await person.execute()).toEqual([{ xp: 150 }])
  const credentials = identities
    .selectFrom('credentials')
    .select('type')
    .where('identityId', '=', ada)
  expect(await credentials.execute()).toEqual([{ type: 'path_initiate' }])
  await expect.poll(async () => (await completion())?.pendingSteps, TIMEOUT).toEqual([])
  const gold = markets.selectFrom('accounts').select('balance').where('ownerId', '=', ada)
  expect(await gold.execute()).toEqual([{ balance: 40 }])
}
