// The rows of a person, while another transaction changes them.
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteRowsOf, replacePerson } from '#foundation/database/people/person-rows.ts'
import { ROWS_AT_ONCE } from '#foundation/database/reads/rows-by-key.ts'
import { cloneDatabase, poolOf, sessionsWaiting, type TestDatabase } from '#test/database.ts'

interface Note {
  id: number
  owner: string
  stars: number
}

const NOTES = { table: 'notes', column: 'owner' } as const

let database: TestDatabase
let db: Kysely<{ notes: Note }>
beforeAll(async () => {
  database = await cloneDatabase()
  const dialect = new PostgresDialect({ pool: poolOf(database) })
  db = new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
  await sql`create table notes (id integer primary key, owner text, stars integer)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Ada has more rows than one statement takes, and Grace has one. */
beforeEach(async () => {
  await db.deleteFrom('notes').execute()
  await sql`
    insert into notes select i, case i when 0 then 'grace' else 'ada' end, 0
    from generate_series(0, ${ROWS_AT_ONCE + 1}) as i`.execute(db)
})

/** Changes Ada's last row in another transaction, and commits it once the work waits. */
async function whileTheLastRowChanges(work: () => Promise<void>): Promise<void> {
  await db.deleteFrom('notes').where('owner', '=', 'ada').where('id', '>', 1).execute()
  const trx = await db.startTransaction().execute()
  await trx.updateTable('notes').set({ stars: 1 }).where('id', '=', 1).execute()
  const done = work()
  await expect.poll(() => sessionsWaiting(db)).toBe(1)
  await trx.commit().execute()
  await done
}

const owners = () => db.selectFrom('notes').select('owner').distinct().orderBy('owner').execute()

test('all rows of a person are deleted, and nobody else’s', async () => {
  await deleteRowsOf(db, NOTES, 'ada')
  expect(await owners()).toEqual([{ owner: 'grace' }])
})

test('a row that changes meanwhile is deleted, too', async () => {
  await whileTheLastRowChanges(() => deleteRowsOf(db, NOTES, 'ada'))
  expect(await owners()).toEqual([{ owner: 'grace' }])
})

test('a row that changes meanwhile gets the tombstone, too', async () => {
  const replaced = { identityId: 'ada', tombstone: 'nobody' }
  await whileTheLastRowChanges(() => replacePerson(db, NOTES, replaced))
  expect(await owners()).toEqual([{ owner: 'grace' }, { owner: 'nobody' }])
})
