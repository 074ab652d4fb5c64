// The handle on PostgreSQL: what each of its connections is set to.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

async function settings(query: string, ...names: string[]): Promise<(string | undefined)[]> {
  const db = openDatabase(`${database.url}${query}`, 'path', testLog)
  const rows = names.map((name) =>
    sql<{ value: string }>`select current_setting(${name}) as value`.execute(db),
  )
  const values = (await Promise.all(rows)).map(({ rows: [row] }) => row?.value)
  await db.destroy()
  return values
}

test('unqualified names are those of the schema, and times those of UTC', async () => {
  expect(await settings('', 'search_path', 'TimeZone')).toEqual(['path', 'UTC'])
})

test('options in the address are kept beside ours, and ours win', async () => {
  const options = encodeURIComponent('-c geqo=off -c search_path=public')
  const query = `?options=${options}&application_name=mine`
  expect(await settings(query, 'geqo', 'search_path', 'TimeZone', 'application_name')).toEqual([
    'off',
    'path',
    'UTC',
    'mine',
  ])
})
