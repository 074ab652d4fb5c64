// Applying content to a service: new, changed, moved, missing and retired items, and concurrent applications.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyContent } from '#foundation/content/apply.ts'
import { exportContent } from '#foundation/content/export.ts'
import {
  ContentError,
  defineContentKind,
  type ContentContext,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import { contentId, ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { createAuditOutbox, type AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'

interface Tables extends AuditOutboxTables {
  things: {
    id: string
    prefix: string
    parentId: string | null
    contentKey: string
    title: string
    ownerId: string | null
    retired: boolean
    createdAt: Date
  }
}
type Thing = ContentItem & { title: string; owner?: string | undefined }

/** Shelves with books in them; a shelf has an owner. */
function kindOf(list: string, prefix: string, within?: string) {
  return defineContentKind<Tables, Thing>({
    list,
    prefix,
    ...(within !== undefined && { within }),
    properties: { title: { type: 'string' }, ...(!within && { owner: { type: 'string' } }) },
    required: ['title'],
    ...(within === undefined && { people: ['owner'] }),
    issues: ({ title }) => (title === '' ? [{ field: 'title', reason: 'must not be empty' }] : []),
    async find({ trx }, ids) {
      const rows = trx.selectFrom('things').selectAll().where('prefix', '=', prefix)
      const wanted = ids
        ? rows.where('id', '=', sql<string>`any(${[...ids]})`).forUpdate()
        : rows.where('retired', '=', false)
      const found = await wanted.orderBy('createdAt').execute()
      return found.map((row): StoredItem<Thing> => ({
        id: row.id,
        parentId: row.parentId ?? undefined,
        contentKey: row.contentKey,
        retired: row.retired,
        item: {
          key: row.contentKey,
          title: row.title,
          ...(row.ownerId !== null && { owner: row.ownerId }),
          createdAt: row.createdAt.toISOString(),
        },
      }))
    },
    async add({ trx }, entries) {
      const values = entries.map(({ id, item, parentId, createdAt }) => ({
        id,
        prefix,
        parentId: parentId ?? null,
        contentKey: item.key,
        title: item.title,
        ownerId: item.owner ?? null,
        retired: false,
        createdAt,
      }))
      await trx.insertInto('things').values(values).execute()
    },
    async update({ trx }, { id, item }) {
      if (item.title === 'Sealed') throw refused('SEALED', 'A sealed book stays as it is.')
      const change = { title: item.title, ownerId: item.owner ?? null, retired: false }
      await trx.updateTable('things').set(change).where('id', '=', id).execute()
    },
    async retire({ trx }, stored) {
      const ids = stored.map(({ id }) => id)
      await trx.updateTable('things').set({ retired: true }).where('id', 'in', ids).execute()
    },
  })
}
const KINDS = [kindOf('shelves', 'shelf'), kindOf('books', 'book', 'shelves')]

let database: TestDatabase
let db: Kysely<Tables>
beforeEach(async () => {
  database = await emptyDatabase()
  db = openDatabase(database.url, 'public', testLog)
  await createAuditOutbox(db as never)
  await sql`create table things (
    id text primary key, prefix text not null, parent_id text, content_key text not null,
    title text not null, owner_id text, retired boolean not null, created_at timestamptz(3) not null
  )`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const NOW = new Date('2026-03-04T12:00:00.000Z')
const PEOPLE: Record<string, string> = { ada: 'identity_ada', grace: 'identity_grace' }

const asCommand = (trx: ContentContext<Tables>['trx']): ContentContext<Tables> => ({
  trx,
  now: () => NOW,
  viewer: undefined,
  address: 'command',
  requestId: 'R',
})
interface Shelf extends Thing {
  books?: Thing[]
}

const apply = (shelves: Shelf[], { prune = false } = {}) =>
  db.transaction().execute((trx) =>
    applyContent(asCommand(trx), KINDS, [{ name: 'a.yaml', lists: { shelves } }], {
      personOf: (username) => PEOPLE[username],
      prune,
    }),
  )
/** The changes as the report lists them. */
const reported = async (applied: ReturnType<typeof apply>) =>
  (await applied).changes.map(({ action, list, key }) => `${action} ${list}/${key}`)
const exported = () =>
  db.transaction().execute((trx) =>
    exportContent(asCommand(trx), KINDS, (ids) => {
      const usernames = new Map(Object.entries(PEOPLE).map(([name, id]) => [id, name]))
      expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
      return Promise.resolve((id) => usernames.get(id))
    }),
  )
const failure = async (applied: ReturnType<typeof apply>) => {
  const error = await applied.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ContentError)
  return (error as ContentError).issues
}

const SHELF = {
  key: 'tides',
  title: 'Tides',
  owner: 'ada',
  books: [
    { key: 'ebb', title: 'Ebb' },
    { key: 'flow', title: 'Flow' },
  ],
}

describe('applying content', () => {
  test('applying adds new items, and changes nothing when repeated', async () => {
    expect(await reported(apply([SHELF]))).toEqual([
      'add shelves/tides',
      'add books/ebb',
      'add books/flow',
    ])
    expect(await apply([SHELF])).toEqual({ changes: [], unchanged: 3 })
    const rows = await db.selectFrom('things').selectAll().orderBy('createdAt').execute()
    const shelfId = contentId('shelf', 'tides')
    expect(new Map(rows.map(({ id, parentId, ownerId }) => [id, [parentId, ownerId]]))).toEqual(
      new Map([
        [shelfId, [null, 'identity_ada']],
        [contentId('book', 'ebb'), [shelfId, null]],
        [contentId('book', 'flow'), [shelfId, null]],
      ]),
    )
  })

  test('applying reports each field that a changed file changes', async () => {
    await apply([SHELF])
    const books = [{ key: 'ebb', title: 'Ebb and Neap' }, SHELF.books[1]!]
    const { changes, unchanged } = await apply([{ ...SHELF, owner: 'grace', books }])
    expect(changes).toEqual([
      {
        action: 'update',
        list: 'shelves',
        key: 'tides',
        differences: [{ field: 'owner', from: 'identity_ada', to: 'identity_grace' }],
      },
      {
        action: 'update',
        list: 'books',
        key: 'ebb',
        within: 'tides',
        differences: [{ field: 'title', from: 'Ebb', to: 'Ebb and Neap' }],
      },
    ])
    expect(unchanged).toBe(1)
  })

  test('items that name nobody belong to the system identity', async () => {
    const { owner: _owner, ...nobodys } = SHELF
    await apply([nobodys])
    expect(await apply([nobodys])).toMatchObject({ changes: [] })
    const { ownerId } = await db
      .selectFrom('things')
      .select('ownerId')
      .where('prefix', '=', 'shelf')
      .executeTakeFirstOrThrow()
    expect(ownerId).toBe(ECOSYSTEM_ID)
    expect((await exported()).shelves![0]).not.toHaveProperty('owner')
  })

  test('later items are a millisecond newer each, unless the file has dates', async () => {
    const createdAt = '2020-02-02T02:02:02Z'
    await apply([SHELF, { key: 'b', title: 'B', createdAt }, { key: 'c', title: 'C' }])
    const shelves = await db
      .selectFrom('things')
      .select(['contentKey', 'createdAt'])
      .where('prefix', '=', 'shelf')
      .orderBy('createdAt', 'desc')
      .execute()
    expect(shelves.map(({ contentKey, createdAt: at }) => [contentKey, at.toISOString()])).toEqual([
      ['c', '2026-03-04T12:00:00.000Z'],
      ['tides', '2026-03-04T11:59:59.998Z'],
      ['b', '2020-02-02T02:02:02.000Z'],
    ])
  })

  test('applying writes one audit event, and none without a change', async () => {
    await apply([SHELF])
    await apply([SHELF])
    const events = await db.selectFrom('auditOutbox').selectAll().execute()
    expect(events).toMatchObject([
      {
        kind: 'content_applied',
        address: 'command',
        details: {
          changes: 3,
          named: ['add shelves/tides', 'add books/tides/ebb', 'add books/tides/flow'],
        },
      },
    ])
  })
})

describe('items missing from a file', () => {
  test('a missing item stays unless it is pruned', async () => {
    await apply([SHELF])
    expect(await apply([{ ...SHELF, books: [] }])).toMatchObject({ changes: [] })
    expect(await reported(apply([{ ...SHELF, books: [] }], { prune: true }))).toEqual([
      'retire books/ebb',
      'retire books/flow',
    ])
    expect(await reported(apply([SHELF]))).toEqual(['restore books/ebb', 'restore books/flow'])
  })

  test('a missing item stays if the file does not contain its list', async () => {
    await apply([SHELF])
    const { books: _books, ...bare } = SHELF
    expect(await reported(apply([bare], { prune: true }))).toEqual([])
  })

  test('a child stays in its retired parent, and returns with it', async () => {
    await apply([SHELF])
    expect(await reported(apply([], { prune: true }))).toEqual(['retire shelves/tides'])
    expect(await exported()).toEqual({})
    expect(await reported(apply([SHELF]))).toEqual(['restore shelves/tides'])
  })
})

describe('files that cannot be applied', () => {
  const issue = (path: (string | number)[], reason: string) => ({ file: 'a.yaml', path, reason })

  test('invalid files change nothing, and every issue is reported', async () => {
    const broken: Shelf[] = [
      { ...SHELF, owner: 'nobody', books: [{ key: 'x', title: '' }] },
      { key: 'tides', title: 'A\0', createdAt: 'never' },
      { key: 'b\u001b', title: '\ud800' },
    ]
    expect(await failure(apply(broken))).toEqual([
      issue(['shelves', 0, 'owner'], 'nobody has the username nobody'),
      issue(['shelves', 0, 'books', 0, 'title'], 'must not be empty'),
      issue(['shelves', 1, 'title'], 'must not hold NUL or half of a surrogate pair'),
      issue(['shelves', 2, 'key'], 'must not hold control characters'),
      issue(['shelves', 2, 'title'], 'must not hold NUL or half of a surrogate pair'),
      issue(['shelves', 1, 'key'], 'is the key of shelves.0 in a.yaml as well'),
      issue(['shelves', 1, 'createdAt'], 'must be a date of the years 1970 to 9999, UTC'),
    ])
    expect(await exported()).toEqual({})
  })

  test('an issue that a domain rule finds has the path of its item', async () => {
    await apply([SHELF])
    const books = [SHELF.books[0]!, { key: 'flow', title: 'Sealed' }]
    expect(await failure(apply([{ ...SHELF, books }]))).toEqual([
      issue(['shelves', 0, 'books', 1], 'A sealed book stays as it is.'),
    ])
  })

  test('a key that is used under another parent is refused', async () => {
    await apply([SHELF])
    const thief = { key: 'winds', title: 'Winds', books: [{ key: 'ebb', title: 'Ebb' }] }
    expect(await failure(apply([thief]))).toEqual([
      issue(
        ['shelves', 0, 'books', 0, 'key'],
        'is a book of another shelf, and items cannot move: choose another key',
      ),
    ])
    expect((await exported()).shelves).toHaveLength(1)
  })
})

test('an export gives the same data when it is applied elsewhere', async () => {
  await apply([SHELF, { key: 'winds', title: 'Winds' }])
  const lists = await exported()
  expect(lists.shelves).toMatchObject([
    { ...SHELF, createdAt: '2026-03-04T11:59:59.999Z' },
    { key: 'winds', title: 'Winds' },
  ])
  await db.deleteFrom('things').execute()
  await apply(lists.shelves as Shelf[])
  expect(await exported()).toEqual(lists)
})

test('of concurrent applications one adds the items, and the others change nothing', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => apply([SHELF])))
  expect(applied.map(({ changes }) => changes.length).toSorted((a, b) => a - b)).toEqual([
    0, 0, 0, 0, 0, 0, 0, 3,
  ])
  expect(await db.selectFrom('things').selectAll().execute()).toHaveLength(3)
})
