// Deep pages run a few at a time, one of each caller, and never on shared connections.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import {
  createPageLoader,
  paginate,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { clientLeft } from '#foundation/domain/errors.ts'
import { Attempt } from '#foundation/idempotency/attempt.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'

interface Note {
  id: string
  owner: string
  createdAt: Date
}

const NOTES = 1_200
let database: TestDatabase
let db: Kysely<{ notes: Note }>

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'public', testLog)
  await sql`create table notes (id text primary key, owner text, created_at timestamptz(3))`.execute(
    db,
  )
  await sql`insert into notes select 'note_' || n, 'owner_' || n % 2, now() + n * interval '1 second'
    from generate_series(1, ${sql.lit(NOTES)}) as note (n)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const notes = (on = db) => on.selectFrom('notes').select(['id', 'owner', 'createdAt'])
const cursorKeyOf = ({ createdAt, id }: Note) => ({ at: createdAt, id })
const ids = async (wanted: PageArguments, on = db) => {
  const list = await paginate(on, notes(on), wanted, cursorKeyOf)
  return (await list.page()).nodes.map(({ id }) => id)
}
const deep = () => ids({ first: 2, offset: 1_001 })
const deepWithKey = () => {
  const key = { identityId: 'ada', clientId: 'app', field: 'note', key: crypto.randomUUID() }
  const request = { ...key, fingerprint: 'print', holder: 'one' }
  const options = {
    db: db as unknown as Kysely<unknown>,
    now: () => new Date(),
    outcomes: undefined,
  }
  return ids({ first: 2, offset: 1_001 }, new Attempt({ ...options, request }).db)
}
const waiting = () => sessionsWaiting(db as unknown as Kysely<never>)
const whileLocked = <Result>(work: () => Promise<Result>) =>
  db.transaction().execute(async (trx) => {
    await sql`lock table notes`.execute(trx)
    return work()
  })

test('a deep page has the right rows', async () => {
  expect(await deep()).toEqual(['note_199', 'note_198'])
  expect(await ids({ first: 2, offset: 1_199 })).toEqual(['note_1'])
  expect(await ids({ first: 2, offset: 5_000 })).toEqual([])
})

describe('concurrent deep pages', () => {
  const REFUSAL = { extensions: { code: 'INTERNAL_ERROR', details: { retry: true } } }

  test('requests with idempotency keys run one deep page of a caller at once', async () => {
    const { pages } = await whileLocked(async () => {
      const pages = Array.from({ length: 3 }, () => requestOf('ada').run(deepWithKey))
      await expect.poll(waiting).toBe(1)
      for (let look = 0; look < 5; look += 1) expect(await waiting()).toBe(1)
      return { pages: Promise.all(pages) }
    })
    expect(await pages).toEqual(Array.from({ length: 3 }, () => ['note_199', 'note_198']))
  })

  test('pages of many parents count with all the rows they skip', async () => {
    const owners = ['owner_0', 'owner_1']
    const pagesOf = async () => {
      const loader = createPageLoader(
        db,
        (id) => notes().where('owner', '=', id) as never,
        cursorKeyOf,
      )
      const lists = await Promise.all(
        owners.map((id) => loader.load(id, { first: 1, offset: 501 })),
      )
      return Promise.all(lists.map(async (list) => (await list.page()).nodes.length))
    }
    const { pages } = await whileLocked(async () => {
      const pages = Array.from({ length: 4 }, () => requestOf('ada').run(pagesOf))
      await expect.poll(waiting).toBe(1)
      for (let look = 0; look < 5; look += 1) expect(await waiting()).toBe(1)
      return { pages: Promise.all(pages) }
    })
    expect(await pages).toEqual(Array.from({ length: 4 }, () => [1, 1]))
  })

  test('deep pages do not use the shared connections', async () => {
    const { deepOnes, shallow } = await whileLocked(async () => {
      const deepOnes = Array.from({ length: 20 }, () => requestOf('ada').run(deep))
      await expect.poll(waiting).toBe(1)
      const shallow = requestOf('grace').run(() => ids({ first: 1, offset: 1_000 }))
      await expect.poll(waiting).toBe(2)
      return { deepOnes: Promise.all(deepOnes), shallow }
    })
    expect(await shallow).toEqual(['note_200'])
    expect(await deepOnes).toHaveLength(20)
  })

  test('deep pages of one caller are refused once thirty wait, and when the client leaves', async () => {
    const request = requestOf('ada')
    const { settled } = await whileLocked(async () => {
      const pages = Array.from({ length: 32 }, () => request.run(deep))
      const settled = Promise.allSettled(pages)
      await expect(pages.at(-1)).rejects.toMatchObject(REFUSAL)
      request.leave()
      await expect(pages[1]).rejects.toEqual(clientLeft())
      return { settled }
    })
    const statuses = (await settled).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(1)
  })
})
