// A database that fails over: what statements report, which connections are replaced, and what is logged.
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'

const CONNECTIONS = 6
const AWAY = {
  message: 'The path service does not answer.',
  extensions: { code: 'INTERNAL_ERROR', details: { service: 'path', retry: true } },
}
const UNKNOWN = {
  message: 'The path service does not know whether this has taken effect.',
  extensions: { code: 'INTERNAL_ERROR', details: { service: 'path', outcome: 'unknown' } },
}

interface Line {
  msg: string
  failedStatements?: number
  unknownOutcomes?: number
  lostConnections?: number
}

let database: TestDatabase
let direct: Kysely<unknown>
let proxy: DatabaseProxy
let db: Kysely<unknown>
let lines: Line[]
/** Called with each line. */
let onLine: () => void

beforeEach(async () => {
  database = await cloneDatabase()
  direct = openDatabase(database.url, 'path', pino({ level: 'silent' }))
  await sql`create table notes (text text primary key)`.execute(direct)
  proxy = await startDatabaseProxy(database.url)
  lines = []
  onLine = () => undefined
  open(500)
})
afterEach(async () => {
  proxy.cut()
  await db.destroy()
  await direct.destroy()
  await proxy.close()
  await database.drop()
})

/** Opens the database behind the proxy. A statement waits a second longer than its timeout. */
function open(statementTimeoutMs: number): void {
  db = openAt(proxy.url, statementTimeoutMs)
}

function openAt(url: string, statementTimeoutMs = 500): Kysely<unknown> {
  const write = (text: string) => {
    lines.push(JSON.parse(text) as Line)
    onLine()
  }
  const log = pino({ base: null }, { write })
  const use = { connections: CONNECTIONS, shared: 2, statementTimeoutMs }
  return openDatabase(url, 'path', log, use)
}

const insert = (text: string, on: Kysely<unknown> = db) =>
  sql`insert into notes values (${text})`.execute(on)
const notes = async () => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(direct)
  return rows.map(({ text }) => text)
}
/** A read that runs on a connection of its own. */
const count = (on = db) => readsAlone(sql`select count(*) from notes`).execute(on)
const sharedRead = () => reads(sql`select text from notes`).execute(db)
/** Waits for as long as somebody else holds the lock. */
const lock = (on: Kysely<unknown>) => readsAlone(sql`select pg_advisory_xact_lock(1)`).execute(on)
const isWhole = async () => {
  const statements = Array.from({ length: CONNECTIONS }, () => [count(), sharedRead()]).flat()
  const results = await Promise.allSettled(statements)
  return results.every(({ status }) => status === 'fulfilled')
}
const messages = () => lines.map(({ msg }) => msg)
/** Cuts the connections once the server has done this statement, whose response is lost. */
const cutOnceDone = (statement: string) =>
  vi
    .waitUntil(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database()
          and state like 'idle%' and query like ${`${statement}%`}`.execute(direct)
      return rows.length === 1
    }, TIMEOUT)
    .then(() => proxy.cut())
/** Cuts the connections once a note is stored, whose response is lost. */
const cutOnceStored = () =>
  vi.waitUntil(async () => (await notes()).length === 1, TIMEOUT).then(() => proxy.cut())

describe('without the response to', () => {
  test('a commit, the outcome is unknown, and no retry is offered', async () => {
    const outcome = db.transaction().execute(async (trx) => {
      await insert('a', trx)
      proxy.loseResponses()
      void cutOnceStored()
    })
    const error = await outcome.catch((failure: unknown) => failure)
    expect(error).toMatchObject(UNKNOWN)
    expect(error).not.toHaveProperty('extensions.details.retry')
    expect(await notes()).toEqual(['a'])
  })

  test('a change outside a transaction, the outcome is unknown', async () => {
    await count()
    proxy.loseResponses()
    void cutOnceStored()
    await expect(insert('a')).rejects.toMatchObject(UNKNOWN)
    expect(await notes()).toEqual(['a'])
  })

  test('a change within a transaction, nothing has happened', async () => {
    const outcome = db.transaction().execute(async (trx) => {
      await count()
      proxy.loseResponses()
      void cutOnceDone('insert into notes')
      await insert('a', trx)
    })
    await expect(outcome).rejects.toMatchObject(AWAY)
    expect(await notes()).toEqual([])
  })

  test('a commit of a transaction that only read, nothing has happened', async () => {
    const outcome = db.transaction().execute(async (trx) => {
      await readsAlone(sql`select count(*) from notes`).execute(trx)
      proxy.loseResponses()
      void cutOnceDone('commit')
    })
    await expect(outcome).rejects.toMatchObject(AWAY)
  })

  test('a commit that was never sent, nothing has happened', async () => {
    const outcome = db.transaction().execute(async (trx) => {
      await insert('a', trx)
      proxy.cut()
      await vi.waitUntil(() => lines.length > 0, TIMEOUT)
    })
    await expect(outcome).rejects.toMatchObject(AWAY)
    expect(await notes()).toEqual([])
  })
})

test('a frozen server ends the wait of each statement, and its connections are not used again', async () => {
  await Promise.all([count(), count(), sharedRead()])
  proxy.freeze()
  const statements = [count(), insert('a'), sharedRead()]
  const failures = await Promise.all(statements.map((one) => one.catch((error: unknown) => error)))
  expect(failures).toMatchObject([AWAY, UNKNOWN, AWAY])
  proxy.failOver()
  await expect.poll(isWhole).toBe(true)
})

test.each([
  ['at the moment when the outage is noticed', () => proxy.failOver()],
  ['after it is noticed', () => undefined],
])(
  'pools recover as soon as the new primary accepts connections %s, although old ones are frozen',
  async (_when, notice) => {
    onLine = notice
    await db.destroy()
    open(60_000)
    await direct.transaction().execute(async (trx) => {
      await lock(trx)
      const waiting = [1, 2, 3].map(() => lock(db).catch((e: unknown) => e))
      await expect.poll(() => sessionsWaiting(direct)).toBe(waiting.length)
      proxy.freeze()
      // The statements wait for a minute, so that only a connection that does not open tells of the outage.
      const more = Array.from({ length: CONNECTIONS - waiting.length }, () =>
        count().catch((e: unknown) => e),
      )
      await vi.waitUntil(() => messages().includes('a database does not answer'), TIMEOUT)
      proxy.failOver()
      await vi.waitUntil(isWhole, TIMEOUT)
      for (const outcome of await Promise.all([...waiting, ...more])) {
        expect(outcome).toMatchObject(AWAY)
      }
    })
    await expect.poll(() => messages().at(-1)).toBe('a database answers again')
    expect(lines).toHaveLength(2)
  },
)

test('an outage is logged once when it begins and once when it ends, with counts', async () => {
  await isWhole()
  proxy.stop()
  for (let times = 0; times < 5; times += 1) {
    const failed = Array.from({ length: 10 }, () => insert('a').catch((error: unknown) => error))
    await Promise.all(failed)
  }
  proxy.failOver()
  await expect.poll(() => messages().length).toBe(2)
  expect(messages()).toEqual(['a database does not answer', 'a database answers again'])
  const [, end] = lines
  expect(end).toMatchObject({ failedStatements: 50, seconds: expect.any(Number) as number })
  expect(end!.lostConnections).toBeGreaterThanOrEqual(CONNECTIONS)
})

test('idle connections that end are logged once, and no statement fails', async () => {
  await isWhole()
  proxy.cut()
  await expect.poll(messages).toEqual(['idle database connections were lost'])
  expect(await isWhole()).toBe(true)
})

test('a connection to a server that takes no changes is replaced', async () => {
  const { pathname } = new URL(database.url)
  const name = sql.id(pathname.slice(1))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(direct)
  await expect(insert('a')).rejects.toMatchObject(AWAY)
  await sql`alter database ${name} reset default_transaction_read_only`.execute(direct)
  const isWritten = () => insert('a').then(Boolean, () => false)
  await expect.poll(isWritten).toBe(true)
  await expect.poll(messages).toEqual(['a database does not answer', 'a database answers again'])
})

test('a role that may not log in is logged once, and other services keep their connections', async () => {
  const role = `refused_${crypto.randomUUID().slice(0, 8)}`
  await sql`create role ${sql.id(role)} login password 'password'`.execute(direct)
  const refused = openAt(
    Object.assign(new URL(proxy.url), { username: role, password: 'wrong' }).href,
  )
  await count()
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    return rows[0]!.pid
  }
  const before = await backend()
  for (let times = 0; times < 5; times += 1) {
    await expect(count(refused)).rejects.toMatchObject(AWAY)
  }
  expect(await backend()).toBe(before)
  expect(messages()).toEqual(['a database refuses a connection'])
  await refused.destroy()
  await sql`drop role ${sql.id(role)}`.execute(direct)
})

test('two servers whose URLs name the host in a parameter have separate outages', async () => {
  const other = await startDatabaseProxy(database.url)
  const addresses = [proxy, other].map(({ url }) => {
    const { hostname, port } = new URL(url)
    const address = Object.assign(new URL(url), { hostname: 'server', port: '' })
    address.search = new URLSearchParams({ host: hostname, port }).toString()
    return address.href
  })
  const [first, second] = addresses.map((url) => openAt(url)) as [typeof db, typeof db]
  await Promise.all([count(first), count(second)])
  other.stop()
  for (let times = 0; times < 50; times += 1) {
    await expect(count(second)).rejects.toMatchObject(AWAY)
  }
  expect(messages()).toEqual(['a database does not answer'])
  expect(await count(first)).toBeDefined()
  other.failOver()
  await expect.poll(messages).toEqual(['a database does not answer', 'a database answers again'])
  await Promise.all([first.destroy(), second.destroy()])
  await other.close()
})
