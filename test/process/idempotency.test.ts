// kill -9 around a mutation with an idempotency key: it takes effect once, and a repetition has the first response.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { expectGoldConserved, expectGrantedOnce, expectPaidOnce, readBooks } from '#test/books.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'
import type { TestResponse } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { PROCESS_TEST_MS, TIMEOUT, type Program } from '#test/process.ts'
import { addPerson, addQuest, type World } from '#test/story.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'

const timeout = 2 * PROCESS_TEST_MS
const KILLS = 3
/** The advisory lock that the triggers below wait for. */
const GATE = 7_001

let database: TestDatabase
let home: Installation
let handles: Map<string, Kysely<unknown>>
let ada: { id: string }
let grace: { id: string }
let token: string
let key: string

const world: World = {
  tables: <Tables>(service: string) => {
    const known = handles.get(service)
    const handle = known ?? openDatabase<unknown>(database.url, service, testLog)
    handles.set(service, handle)
    return handle as Kysely<Tables>
  },
}

/** The running services; a service that a test ends is started again in the next. */
const running = new Map<string, Program>()
let people = 0

beforeAll(setUp)
afterAll(tearDown)

async function setUp(): Promise<void> {
  handles = new Map()
  database = await cloneDatabase()
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
}

async function tearDown(): Promise<void> {
  running.clear()
  await home.remove()
  await Promise.all([...handles.values()].map((handle) => handle.destroy()))
  await database.drop()
}

beforeEach(async () => {
  people += 1
  ada = { id: await addPerson(world, `ada_${people}`) }
  grace = { id: await addPerson(world, `grace_${people}`) }
  key = crypto.randomUUID()
})

async function start(...services: string[]): Promise<void> {
  const missing = services.filter((name) => !running.has(name))
  await Promise.all(
    missing.map(async (name) => running.set(name, await home.start(['subgraphs/main.ts', name]))),
  )
}

async function kill(name: string): Promise<void> {
  await killed(running.get(name)!)
  running.delete(name)
}

async function killed(program: Program): Promise<void> {
  program.send('SIGKILL')
  await program.ended()
}

function post(service: string, path: string, sent = key): Promise<TestResponse> {
  return home.ask(service, path, { method: 'POST', token, headers: { 'idempotency-key': sent } })
}

/** Makes a service wait at one of its statements until the gate opens. */
async function closeGate(service: string, trigger: string, when = ''): Promise<Gate> {
  const client = new Client(database.url)
  await client.connect()
  await client.query(`select pg_advisory_lock(${GATE})`)
  await client.query(`set search_path = ${service}`)
  await client.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${GATE});
        return new;
      end
    $$;
    ${trigger} for each row ${when} execute function wait_at_gate()`)
  const db = world.tables<never>(service)
  return {
    isReached: () => expect.poll(() => sessionsWaiting(db), TIMEOUT).toBe(1),
    async open({ carryOut }) {
      // PostgreSQL completes the statements of a killed process, unless its session ends, too.
      if (!carryOut) {
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
      }
      await client.query('drop function wait_at_gate cascade').catch(() => undefined)
      await client.end()
      await expect.poll(() => sessionsWaiting(db), TIMEOUT).toBe(0)
    },
  }
}

interface Gate {
  isReached: () => Promise<void>
  open: (how: { carryOut: boolean }) => Promise<void>
}

// Before the tests of Market, which give gold that Path has not granted.
describe('kill -9 of Path', { timeout }, () => {
  let quest: string
  const complete = () => post('path', `/api/quests/${quest}/complete`)
  const completions = () =>
    world
      .tables<PathTables>('path')
      .selectFrom('questCompletions')
      .selectAll()
      .where('identityId', '=', ada.id)
      .execute()
  beforeEach(async () => {
    await start('identity', 'path', 'market')
    token = await home.token(ada.id)
    quest = await addQuest(world, { xpReward: 150, credentialType: 'path_initiate' })
    // Path then has the public keys, and needs no Identity to verify tokens.
    expect((await home.ask('path', '/api/quests', { token })).status).toBe(200)
  })

  /** Moves completions to yesterday, as if a night had passed. */
  async function passTheNight(): Promise<void> {
    const db = world.tables<PathTables>('path')
    const yesterday = new Date(Date.now() - 86_400_000)
    await db
      .updateTable('questCompletions')
      .set({ period: yesterday.toISOString().slice(0, 10), completedAt: yesterday })
      .execute()
  }

  async function expectFirstCompletion(): Promise<void> {
    await passTheNight()
    await start('path')
    const first = await complete()
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body).toMatchObject({ xpEarned: 150, newXP: 150, newLevel: 2 })
    expect(first.body.credentialIssued.type).toBe('path_initiate')
    expect((await complete()).body).toEqual(first.body)
    expect(await completions()).toHaveLength(1)
    const settled = async () => (await completions())[0]!.pendingSteps
    await expect.poll(settled, TIMEOUT).toEqual([])
    expectGrantedOnce(await readBooks(world))
  }

  test('a repetition completes once, after a kill between the completion and the grant', async () => {
    running.get('identity')!.send('SIGSTOP')
    const cut = expect(complete()).rejects.toThrow()
    await expect.poll(completions, TIMEOUT).toHaveLength(1)
    await kill('path')
    await cut
    running.get('identity')!.send('SIGCONT')
    await expectFirstCompletion()
  })

  test.each([
    {
      point: 'between the completion and its entry in the key',
      table: 'idempotency_keys',
      when: 'when (new.outcomes <> old.outcomes)',
    },
    {
      point: 'between the grant and the claim of the response',
      table: 'quest_completions',
      when: 'when (new.answered_at is not null)',
    },
    {
      point: 'between the claim of the response and the response',
      table: 'idempotency_keys',
      when: 'when (new.answered_at is not null)',
    },
  ])('a kill $point: the repetition has the first completion', async ({ table, when }) => {
    const trigger = `create trigger gate before update on ${table}`
    const gate = await closeGate('path', trigger, when)
    const cut = expect(complete()).rejects.toThrow()
    await gate.isReached()
    await kill('path')
    await cut
    await gate.open({ carryOut: false })
    await expectFirstCompletion()
  })
})

describe('kill -9 of Market', { timeout }, () => {
  let listing: string
  const purchase = () => post('market', `/api/listings/${listing}/purchase`)
  beforeEach(async () => {
    await start('identity', 'market')
    token = await home.token(ada.id)
    await giveGold(world, ada, 100)
    listing = await addListing(world, grace, 30)
  })

  test.each([
    {
      point: 'before the effect is committed',
      trigger: 'create trigger gate before update on idempotency_keys',
      carryOut: false,
      response: { goldBalance: 70 },
    },
    {
      point: 'between the commit and its response',
      trigger:
        'create constraint trigger gate after insert on purchases deferrable initially deferred',
      carryOut: true,
      response: { goldBalance: 70 },
    },
  ])(
    'a kill $point: one purchase, and all responses are the same',
    async ({ trigger, carryOut, response }) => {
      const gate = await closeGate('market', trigger)
      const cut = expect(purchase()).rejects.toThrow()
      await gate.isReached()
      await kill('market')
      await cut
      await gate.open({ carryOut })
      await start('market')

      const first = await purchase()
      expect(first.body, JSON.stringify(first.body)).toMatchObject({
        success: true,
        data: response,
      })
      expect((await purchase()).body).toEqual(first.body)
      const books = await readBooks(world)
      const ids = books.purchases.filter(({ buyerId }) => buyerId === ada.id).map(({ id }) => id)
      expect(ids).toEqual([first.body.data.purchaseId])
      expectGoldConserved(books)
    },
  )
})

describe('kill -9 of one process', { timeout }, () => {
  // A database whose books have nothing else.
  beforeAll(async () => {
    await tearDown()
    await setUp()
  })

  test('a request that is repeated with its key has happened once, whenever the process was killed', async () => {
    const listings: string[] = []
    const quests: string[] = []
    for (let index = 0; index < 4 * KILLS; index += 1) {
      listings.push(await addListing(world, grace, 5))
      quests.push(await addQuest(world, { xpReward: 10, goldReward: 1, type: 'story' }))
    }
    await giveGold(world, ada, 1_000)
    const paths = [
      ...listings.map((id) => ['market', `/api/listings/${id}/purchase`] as const),
      ...quests.map((id) => ['path', `/api/quests/${id}/complete`] as const),
    ]
    const SERVICES = 'identity,path,market'
    const startOne = () => home.start(['subgraphs/main.ts'], { SERVICES })
    let program = await startOne()
    token = await home.token(ada.id)
    const responses = new Map<string, unknown>()
    const ask = async ([service, path]: readonly [string, string]) => {
      const { status, body } = await post(service, path, `kill ${path}`)
      if (status === 500) return
      expect(status, JSON.stringify(body)).toBe(200)
      expect(responses.get(path) ?? body).toEqual(body)
      responses.set(path, body)
    }
    for (let round = 0; round < KILLS; round += 1) {
      const some = paths.filter((_path, index) => index % KILLS === round)
      const responses = Promise.allSettled(some.map(ask))
      await delay(40 * round)
      await killed(program)
      await responses
      program = await startOne()
    }
    for (const path of paths)
      await expect.poll(() => ask(path).then(() => responses.has(path[1])), TIMEOUT).toBe(true)
    expect(responses.size).toBe(paths.length)
    await Promise.all(paths.map(ask))

    const owed = async () => {
      const { rows } = await sql<{ owed: number }>`
      select count(*) as owed from quest_completions where pending_steps <> '{}'`.execute(
        world.tables<PathTables>('path'),
      )
      return rows[0]!.owed
    }
    await expect.poll(owed, TIMEOUT).toBe(0)
    const books = await readBooks(world)
    expect(books.purchases).toHaveLength(listings.length)
    expect(books.completions).toHaveLength(quests.length)
    expectGoldConserved(books)
    expectPaidOnce(books)
    expect(books.people.find(({ id }) => id === ada.id)!.xp).toBe(10 * quests.length)
    const { balance } = books.accounts.find(({ ownerId }) => ownerId === ada.id)!
    expect(balance).toBe(1_000 - 5 * listings.length + quests.length)
  })
})
