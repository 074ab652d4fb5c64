// Statements that are built once and executed with the values of each request.
import type { Kysely, RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { once } from '#foundation/database/built-once.ts'
import { openDatabase } from '#foundation/database/database.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
} from '#foundation/database/lists/pagination.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

interface Tables {
  notes: { id: string; owner: string; createdAt: Date }
}

let database: TestDatabase
let db: Kysely<Tables>
let built: string[]

const all = once((db: Kysely<Tables>) => {
  built.push('all')
  return db.selectFrom('notes').selectAll()
})
const ofOwner = once((db: Kysely<Tables>) => (owner: RawBuilder<string>) => {
  built.push('of owner')
  return db.selectFrom('notes').selectAll().where('owner', '=', owner)
})
const byId = once((db: Kysely<Tables>) => (anyId: RawBuilder<string>) => {
  built.push('by id')
  return db.selectFrom('notes').selectAll().where('id', '=', anyId)
})
const cursorKeyOf = ({ createdAt, id }: Tables['notes']) => ({ at: createdAt, id })

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase<Tables>(database.url, 'public', testLog)
  await db.schema
    .createTable('notes')
    .addColumn('id', 'text')
    .addColumn('owner', 'text')
    .addColumn('createdAt', 'timestamptz')
    .execute()
  const createdAt = new Date()
  const rows = ['ada', 'grace'].flatMap((owner) =>
    ['1', '2', '3'].map((n) => ({ id: `${owner} ${n}`, owner, createdAt })),
  )
  await db.insertInto('notes').values(rows).execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => void (built = []))

async function ids(list: Connection<Tables['notes']>): Promise<string[]> {
  const { nodes } = await list.page()
  return nodes.map(({ id }) => id)
}

test('a list is built once, and each page has its own size, offset and cursor', async () => {
  const pages = [{ first: 2 }, { first: 3 }, { first: 1, offset: 4 }]
  const [two, three, one] = await Promise.all(
    pages.map((page) => paginate(db, all(db), page, cursorKeyOf)),
  )
  expect(await ids(two!)).toEqual(['grace 3', 'grace 2'])
  expect(await ids(three!)).toEqual(['grace 3', 'grace 2', 'grace 1'])
  expect(await ids(one!)).toEqual(['ada 2'])
  const { nodes, cursorOf } = await two!.page()
  for (const start of nodes) {
    const after = await paginate(db, all(db), { first: 1, after: cursorOf(start) }, cursorKeyOf)
    expect(await ids(after)).toEqual([start.id === 'grace 3' ? 'grace 2' : 'grace 1'])
  }
  expect(await three!.count()).toBe(6)
  expect(built).toEqual(['all'])
})

test('a list of each parent is built once for pages and once for counts, for any request', async () => {
  for (const owner of ['ada', 'grace', 'nobody']) {
    const page = await createPageLoader(db, ofOwner(db), cursorKeyOf).load(owner, { first: 2 })
    expect(await ids(page)).toEqual(owner === 'nobody' ? [] : [`${owner} 3`, `${owner} 2`])
    expect(await page.count()).toBe(owner === 'nobody' ? 0 : 3)
  }
  expect(built).toEqual(['of owner', 'of owner'])
})

test('rows by their ids are built once, for any request', async () => {
  for (const id of ['ada 1', 'grace 2', 'nothing']) {
    const row = await createRowLoader(db, byId(db)).load(id)
    expect(row?.id).toBe(id === 'nothing' ? undefined : id)
  }
  expect(built).toEqual(['by id'])
})
