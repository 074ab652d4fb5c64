// Conservation: the books balance, whatever people do at once and whatever is killed meanwhile.
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import {
  expectGoldConserved,
  expectGrantedOnce,
  expectOwnedByLastBuyer,
  expectPaidOnce,
  readBooks,
} from '#test/books.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import type { TestResponse } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { addAsset, addListing } from '#test/market-story.ts'
import { TIMEOUT, PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { addPerson, addQuest, type World } from '#test/story.ts'
import type { Listing, MarketTables } from '../../subgraphs/market/tables.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'

const timeout = 2 * PROCESS_TEST_MS
const SERVICES = ['identity', 'path', 'market'] as const
const NAMES = ['ada', 'grace', 'edsger', 'barbara']
const OFTEN = ['complete', 'list', 'purchase'] as const
const MAX_TRIES = 10
const REFUSALS = [
  'ALREADY_COMPLETED',
  'ALREADY_LISTED',
  'INSUFFICIENT_GOLD',
  'LISTING_NOT_ACTIVE',
  'OWN_LISTING',
  'not_owner',
]

type ServiceName = (typeof SERVICES)[number]

interface Person {
  id: string
  token: string
}

interface Command {
  does: 'complete' | 'list' | 'purchase' | 'cancel'
  /** An index into the things that the person can do this with, modulo their number. */
  which: number
  price: number
  /** How many copies are sent at once. */
  times: number
}

interface Kill {
  service: ServiceName
  /** How many commands have begun before the kill, and how many milliseconds the last of them gets. */
  after: number
  ms: number
}

/** Records with the usual prototype, because a failing sequence is printed without `__proto__: null`. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true })
}

const command: fc.Arbitrary<Command> = record({
  does: fc.constantFrom(...OFTEN, ...OFTEN, 'purchase', 'cancel'),
  which: fc.nat(99),
  price: fc.integer({ min: 1, max: 50 }),
  times: fc.integer({ min: 1, max: 3 }),
})
const lives = fc.array(fc.array(command, { minLength: 6, maxLength: 9 }), {
  minLength: 3,
  maxLength: NAMES.length,
})
const kill: fc.Arbitrary<Kill> = record({
  service: fc.constantFrom(...SERVICES, 'market'),
  after: fc.integer({ min: 1, max: 18 }),
  ms: fc.nat(25),
})
const kills = fc.array(kill, { minLength: 2, maxLength: 4 })

let database: TestDatabase
let handles: Record<ServiceName, Kysely<never>>
let world: World
let home: Installation
let quests: string[]
/** The process of each service, once it runs (again). */
let running: Record<ServiceName, Promise<Program>>
const firstOwners = new Map<string, string>()
const receipts: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  handles = byService((name) =>
    openDatabase<never>(database.url, name, createLog('silent', 'test')),
  )
  world = { tables: (name) => handles[name as ServiceName] as never }
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
  running = byService(startService)
  await Promise.all(Object.values(running))
  quests = await Promise.all([
    addQuest(world, { credentialType: 'path_initiate' }),
    ...[40, 60, 90, 140].map((goldReward) => addQuest(world, { goldReward, type: 'story' })),
  ])
}, timeout)

afterAll(async () => {
  await Promise.allSettled(Object.values(running))
  await home.remove()
  await Promise.all(Object.values(handles).map((handle) => handle.destroy()))
  await database.drop()
})

test(
  'gold, xp and ownership survive any kill -9 of any process, whatever is under way',
  {
    timeout,
  },
  async () => {
    const conserved = fc.asyncProperty(lives, kills, async (commands, killings) => {
      await live(commands, killings)
      await expect.poll(unsettled, TIMEOUT).toEqual([])
      await expectConserved()
    })
    // Shrinking would take too long: a failing sequence is printed as it is, with its seed.
    await fc.assert(conserved, { numRuns: 3, endOnFailure: true })

    const { completions, purchases } = await readBooks(world)
    expect(completions.length).toBeGreaterThan(0)
    expect(purchases.length).toBeGreaterThan(0)
  },
)

function byService<Value>(make: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return { identity: make('identity'), path: make('path'), market: make('market') }
}

function startService(name: ServiceName): Promise<Program> {
  return home.start(['subgraphs/main.ts', name])
}

/** Every person runs their commands one after the other, while services are killed. */
async function live(lives: Command[][], killings: readonly Kill[]): Promise<void> {
  const people = await Promise.all(lives.map((_, index) => join(NAMES[index]!)))
  let begun = 0
  const follow = async (commands: readonly Command[], person: Person) => {
    for (const command of commands) {
      begun += 1
      for (const killing of killings) if (killing.after === begun) killAndRestart(killing)
      await carryOut(command, person)
    }
  }
  await Promise.all(lives.map((commands, index) => follow(commands, people[index]!)))
  await Promise.all(Object.values(running))
}

/** A new person with an asset to list, and one that is listed. */
async function join(name: string): Promise<Person> {
  const id = await addPerson(world, `${name}_${crypto.randomUUID().slice(0, 8)}`)
  const [kept, offered] = [await addAsset(world, { id }), await addAsset(world, { id })]
  for (const asset of [kept, offered]) firstOwners.set(asset, id)
  await addListing(world, { id }, 20, offered)
  return { id, token: await home.token(id) }
}

function killAndRestart({ service, ms }: Kill): void {
  running[service] = running[service].then(async (program) => {
    await delay(ms)
    program.send('SIGKILL')
    await program.ended()
    return startService(service)
  })
}

async function carryOut(command: Command, person: Person): Promise<void> {
  const target = pick(await targets(command, person), command.which)
  if (target === undefined) return
  const sendings = Array.from({ length: command.times }, () => insist(command, target, person))
  await Promise.all(sendings)
}

function pick<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % items.length]
}

/** The ids of everything that a person can currently do this with. */
async function targets({ does }: Command, { id }: Person): Promise<string[]> {
  if (does === 'complete') return quests
  const market = world.tables<MarketTables>('market')
  if (does === 'list') {
    const own = market.selectFrom('assets').select('id').where('ownerId', '=', id).orderBy('id')
    return (await own.execute()).map((asset) => asset.id)
  }
  const active = market.selectFrom('listings').selectAll().where('status', '=', 'active')
  const isOwn = ({ sellerId }: Listing) => sellerId === id
  const offers = await active.orderBy('id').execute()
  return offers.filter((offer) => does === 'purchase' || isOwn(offer)).map((offer) => offer.id)
}

/** Repeats a command, once all services run again, until it has a response. */
async function insist(command: Command, target: string, person: Person): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const response = await send(command, target, person).catch((error: Error) => error)
    if (!(response instanceof Error) && isFinal(response, `${command.does} ${target}`)) {
      if (response.body.data?.purchaseId) receipts.push(response.body.data.purchaseId as string)
      return
    }
    expect(tries, `${command.does} ${target}: ${JSON.stringify(response)}`).toBeLessThan(MAX_TRIES)
    await Promise.all(Object.values(running))
  }
}

function send({ does, price }: Command, target: string, { token }: Person): Promise<TestResponse> {
  const post = { method: 'POST', token }
  if (does === 'complete') return home.ask('path', `/api/quests/${target}/complete`, post)
  if (does === 'purchase') return home.ask('market', `/api/listings/${target}/purchase`, post)
  const query =
    does === 'list'
      ? `mutation { listAsset(input: { assetId: "${target}", price: ${price} }) { id } }`
      : `mutation { cancelListing(listingId: "${target}") { id } }`
  const headers = { 'content-type': 'application/json' }
  return home.ask('market', '/graphql', { ...post, headers, body: JSON.stringify({ query }) })
}

/** True for a result and a refusal, false for an outage; anything else fails the test. */
function isFinal({ body }: TestResponse, operation: string): boolean {
  const refused = body.error ?? body.errors?.[0].extensions
  if (!refused || REFUSALS.includes(refused.details.reason as string)) return true
  const outage = { code: 'INTERNAL_ERROR', details: { retry: true } }
  expect(refused, `${operation}: ${JSON.stringify(body)}`).toMatchObject(outage)
  return false
}

/** The completions with pending steps. */
async function unsettled() {
  const path = world.tables<PathTables>('path')
  const completions = await path.selectFrom('questCompletions').selectAll().execute()
  return completions.filter(({ pendingSteps }) => pendingSteps.length > 0)
}

async function expectConserved(): Promise<void> {
  const books = await readBooks(world)
  expectGoldConserved(books)
  expectGrantedOnce(books)
  expectPaidOnce(books)
  expectOwnedByLastBuyer(books, firstOwners)
  const purchases = new Set(books.purchases.map(({ id }) => id))
  expect(receipts.filter((id) => !purchases.has(id))).toEqual([])
}
