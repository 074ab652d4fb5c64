// The triggers of every database write, and docs/contract/ lists, exactly the events that the services declare.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import {
  audienceName,
  defineEventKinds,
  type AudienceName,
  type EventKinds,
} from '#foundation/events/kinds.ts'
import { createEventLog, triggerOf, writeEvents } from '#foundation/events/migration.ts'
import { changed, inserted, set } from '#foundation/events/row-change.ts'
import { testLog } from '#test/caller.ts'
import { contractPage } from '#test/contract-pages.ts'
import { cloneDatabase } from '#test/database.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { TESTED_SERVICES } from '../services.ts'

const logging = subgraphs.filter(({ events }) => events)

/** Definitions of the triggers that write events, and of their functions. */
async function readTriggers(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(trigger.oid) || pg_get_functiondef(tgfoid) as definition
    from pg_trigger as trigger join pg_proc as function on function.oid = tgfoid
    where pronamespace = current_schema()::regnamespace and prosrc like '%insert into events%'
    order by tgname`.execute(db)
  return rows.map(({ definition }) => definition)
}

/** What the declaration generates, without keeping it. */
async function generateTriggers(db: Kysely<unknown>, kinds: EventKinds): Promise<string[]> {
  const trx = await db.startTransaction().execute()
  for (const name of Object.keys(kinds)) {
    await sql`drop function if exists ${sql.ref(`write_${name.replace('.', '_')}`)} cascade`.execute(
      trx,
    )
  }
  expect(await readTriggers(trx), 'triggers of kinds that are not declared').toEqual([])
  await writeEvents(trx, kinds)
  const triggers = await readTriggers(trx)
  await trx.rollback().execute()
  const written = Object.values(kinds).filter(({ change }) => change)
  expect(triggers, 'kinds whose table or column does not exist').toHaveLength(written.length)
  return triggers
}

test('the triggers of a migrated database are those that the declarations generate', async () => {
  const database = await cloneDatabase()
  for (const { name, events } of logging) {
    const db = openDatabase<unknown>(database.url, name, testLog)
    expect(await readTriggers(db), `${name}: add a migration for the changed kinds`).toEqual(
      await generateTriggers(db, events!.kinds),
    )
    await db.destroy()
  }
  await database.drop()
})

// A migration runs once: an existing database keeps the triggers of the declaration as it was then.
test.each(logging)(
  'the triggers of $name change in a migration',
  ({ name, events, migrations }) => {
    const { migration, hash } = TESTED_SERVICES[name]!.triggers!
    expect(Object.keys(migrations)).toContain(migration)
    const statements = Object.entries(events!.kinds).flatMap(([kind, about]) =>
      triggerOf(kind, about),
    )
    const found = createHash('sha256')
      .update(statements.join('\n'))
      .digest('base64url')
      .slice(0, 12)
    expect(
      found,
      'write the new triggers in a migration (writeEvents), and name it in tested-service.ts',
    ).toBe(hash)
  },
)

// Identity reads the logs of the others to tell each person what concerns them.
test.each(logging)('events of $name for one person name the person', ({ events }) => {
  const nameless = Object.entries(events!.kinds).filter(
    ([, { audience, id, related = [] }]) =>
      typeof audience !== 'string' &&
      'owner' in audience &&
      ![id, ...related].includes(audience.owner),
  )
  expect(nameless.map(([kind]) => kind)).toEqual([])
})

test('Kinds whose table or column does not exist yet are left to a later migration', async () => {
  const database = await cloneDatabase()
  const db = openDatabase<unknown>(database.url, 'later', testLog)
  await sql`create schema later`.execute(db)
  await sql`create table lamps (id text)`.execute(db)
  const lamp = {
    description: 'A lamp.',
    subject: 'Lamp',
    id: 'new.id',
    audience: 'public',
  } as const
  const kinds = defineEventKinds({
    'lamp.added': { ...lamp, change: inserted('lamps') },
    'lamp.painted': { ...lamp, change: changed('lamps', ['colour']) },
    'lamp.broken': { ...lamp, change: set('lamps', 'broken_at') },
    'wick.added': { ...lamp, change: inserted('wicks') },
  })
  await createEventLog(db)
  await writeEvents(db, kinds)
  expect(await readTriggers(db)).toEqual([expect.stringContaining('lamp.added')])
  await sql`alter table lamps add column colour text, add column broken_at timestamptz`.execute(db)
  await sql`create table wicks (id text)`.execute(db)
  await writeEvents(db, kinds)
  expect(await readTriggers(db)).toHaveLength(4)
  await db.destroy()
  await database.drop()
})

const WHO: Readonly<Record<AudienceName, string>> = {
  public: 'everybody',
  owner: 'the person',
  members: 'the members',
  stewards: 'the stewards',
  administrators: 'administrators',
}

const rowsOf = (kinds: EventKinds) =>
  Object.entries(kinds).map(([name, { subject, audience, description }]) =>
    [`\`${name}\``, `\`${subject}\``, WHO[audienceName(audience)], description].join(' | '),
  )

/** The rows of the table of events on the page of a service, without its head. */
function documentedRows(service: string): string[] {
  const [, section = ''] = contractPage(service).split('\n## Events\n')
  const lines = section.split(/\n#/)[0]!.split('\n')
  const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|'))
  return cells.map((row) =>
    row
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(' | '),
  )
}

test.each(logging)('the contract lists the kinds of events of $name', ({ name, events }) => {
  expect(documentedRows(name)).toEqual(rowsOf(events!.kinds))
})
