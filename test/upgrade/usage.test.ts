// The router of this code with an Identity that does not accept usage yet, and an earlier router, which counts none,
// with the Identity of this code.
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { readConfig } from '#foundation/process/config.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { TIMEOUT } from '#test/process.ts'
import { startRouterAlone } from '../../router/alone.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { BEFORE_USAGE } from './support/earlier.ts'
import { query, signUp } from './support/people.ts'

const earlier = join(inject('earlierFolder'), BEFORE_USAGE)
const IDENTITY = ['subgraphs/main.ts', 'identity']
const ASK = '{ me { archetype } }'

let resources: AsyncDisposableStack
let home: Installation

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  const database = await emptyDatabase()
  resources.defer(() => database.drop())
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    DEMO: '1',
    RATE_LIMIT_AUTHENTICATED: 'off',
    RATE_LIMIT_FREE: 'off',
  })
  resources.defer(() => home.remove())
})

afterEach(() => resources.disposeAsync())

/** Runs the router of this code in this process, with 20 ms between deliveries instead of a minute. */
async function startRouter(): Promise<{ warnings: string[] }> {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  const config = readConfig(home.settings, subgraphs)
  const now = () => new Date()
  const options = { config, supergraph: undefined, log, now, usageEveryMs: 20 }
  resources.use(await startRouterAlone(options))
  return { warnings }
}

/** How often an Identity has responded to the router with 400. */
function refusals(output: string): number {
  const lines = output.split('\n').filter((line) => line.includes('"msg":"request"'))
  return lines.filter((line) => /"status":"400".*"fromService"/.test(line)).length
}

async function counted(): Promise<Record<string, number>> {
  const { DATABASE_URL = '' } = home.settings
  await using db = openDatabase<IdentityTables>(DATABASE_URL, 'identity', testLog)
  const rows = await db.selectFrom('fieldUsage').select(['coordinate', 'count']).execute()
  const counts: Record<string, number> = {}
  // A run at midnight has rows of two days.
  for (const { coordinate, count } of rows) counts[coordinate] = (counts[coordinate] ?? 0) + count
  return counts
}

test('a new router over an earlier Identity serves people, and delivers once Identity is new', async () => {
  const identity = await home.start(IDENTITY, {}, earlier)
  const { warnings } = await startRouter()
  const user = await signUp(home, 'newcomer')
  for (let times = 0; times < 3; times += 1) await query(user, ASK)
  await expect.poll(() => refusals(identity.output()), TIMEOUT).toBeGreaterThan(5)
  for (let times = 0; times < 3; times += 1) await query(user, ASK)
  const reported = warnings.filter((line) => line.includes('usage'))
  expect(reported).toEqual([
    expect.stringContaining('usage is not delivered to Identity yet: it is kept'),
  ])
  expect(identity.output()).not.toMatch(/"level":[56]0/)

  identity.send('SIGTERM')
  await identity.ended()
  await home.start(IDENTITY)
  await expect.poll(counted, TIMEOUT).toMatchObject({ 'Query.me': 6, 'Identity.archetype': 6 })
  expect(warnings.filter((line) => line.includes('usage'))).toEqual(reported)
})

test('an earlier router over the Identity of this code serves people, and counts nothing', async () => {
  const programs = [
    await home.start(IDENTITY),
    await home.start(['router/main.ts'], { LOG_LEVEL: 'warn' }, earlier),
  ]
  const user = await signUp(home, 'newcomer')
  await query(user, ASK)
  programs[1]!.send('SIGTERM')
  await programs[1]!.ended()
  expect(await counted()).toEqual({})
  // Identity has one warning, about keys in the folder.
  const warnings = programs.flatMap((program) => program.output().match(/"level":[456]0.*/g) ?? [])
  expect(warnings).toEqual([expect.stringContaining('KEY_ENCRYPTION_KEY')])
})
