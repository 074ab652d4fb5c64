// Kill -9 while somebody leaves, at every step: the next start goes on, once, and nothing of them is left.
import * as fc from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { newId, stableId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { expectGoldConserved, readBooks } from '#test/books.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { findInDatabase, findInFiles, passDays, tracesOf } from '#test/leaving.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const timeout = PROCESS_TEST_MS
const PAUSE_MS = 300
const MOST_STARTS = 10
const person = { id: stableId('identity', 'edsger'), username: 'wanderer_among_us' }

let database: TestDatabase
let home: Installation
const handles = new Map<string, Kysely<never>>()
beforeAll(async () => {
  database = await cloneDatabase()
  home = await install({ DATABASE_URL: database.url, DEMO: '1', LOG_LEVEL: 'info' })
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

test('kill -9 at any moment of a departure', { timeout }, async () => {
  const first = await home.start(['main.ts'])
  // Demo people's names are in texts of others, and in the first words of a start.
  const { id, username } = person
  await db().updateTable('identities').set({ username }).where('id', '=', id).execute()
  await db()
    .insertInto('departures')
    .values({
      id: newId('departure'),
      identityId: person.id,
      tombstone: newId('identity'),
      scrolls: 'erase',
      askedAt: new Date(),
      dueAt: new Date(),
    })
    .execute()
  first.send('SIGKILL')
  await first.ended()

  const moments = fc.sample(fc.integer({ min: 0, max: 3_000 }), MOST_STARTS)
  const seen = new Set<string>()
  for (const ms of moments) {
    await passDays(db(), 15)
    // A start with demo data would add the scrolls of demo people again.
    const program = await home.start(['main.ts'], { DEMO: '0' })
    await daysPass(ms)
    const [departure] = await departures()
    seen.add(
      departure?.erasingSince
        ? 'erasing'
        : departure?.closedAt
          ? 'closed'
          : departure
            ? 'due'
            : 'gone',
    )
    program.send('SIGKILL')
    await program.ended()
    expectNothingSaidOf(program.output(), seen)
    if (!departure) break
  }
  expect(await departures(), `killed after ${moments.join(', ')} ms`).toEqual([])
  expect(seen.size, [...seen].join(', ')).toBeGreaterThan(1)

  expect(await findInDatabase(db(), tracesOf(person))).toEqual([])
  expect(await findInFiles(home.dataDir, tracesOf(person))).toEqual([])
  expectGoldConserved(await readBooks({ tables }))
  const facts = db().selectFrom('auditEvents').select('id').where('kind', '=', 'account_deleted')
  expect(await facts.execute()).toHaveLength(1)
})

/** Weeks pass while it runs. */
async function daysPass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += PAUSE_MS) {
    await delay(Math.min(PAUSE_MS, ms - passed))
    await passDays(db(), 15)
  }
}

/** Logs do not say who left. */
function expectNothingSaidOf(output: string, seen: ReadonlySet<string>): void {
  for (const trace of tracesOf(person)) {
    expect(output.includes(trace), `${trace} in the logs after ${[...seen].join(', ')}`).toBe(false)
  }
}
