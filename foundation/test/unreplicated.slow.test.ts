// A change that is committed while no standby confirms it: after a failover it may be gone.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireDatabases } from '#foundation/database/address/connection-check.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { probeDatabase } from '#foundation/database/address/database-probe.ts'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { confirmResponse, createIdempotencyKeys } from '#foundation/idempotency/keys.ts'
import { openCluster } from '#foundation/postgres/cluster.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { launch, stopServer } from '#foundation/postgres/server.ts'
import { testLog } from '#test/caller.ts'

const UNKNOWN = { code: 'INTERNAL_ERROR', details: { service: 'public', outcome: 'unknown' } }

let folder: string
let postgres: EmbeddedPostgres
let db: Kysely<unknown>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-standby-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: testLog })
  db = open()
  await sql`create table notes (text text primary key)`.execute(db)
  await createIdempotencyKeys(db)
})
afterAll(async () => {
  await removeEmbeddedPostgres(folder)
  await rm(folder, { recursive: true })
})

const open = () =>
  openDatabase<unknown>(postgres.url, 'public', testLog, {
    connections: 2,
    statementTimeoutMs: 10_000,
  })
const insert = (text: string, on: Kysely<unknown> = db) =>
  sql`insert into notes values (${text})`.execute(on)
const notes = async () => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}

/** Gives the error of a change, or undefined. If its commit waits for a standby, an administrator ends the wait. */
async function unconfirmed(change: () => Promise<unknown>): Promise<unknown> {
  const ended = new AbortController()
  const failure = change()
    .then(() => undefined)
    .catch((error: unknown) => error)
    .finally(() => ended.abort())
  const cancel = sql`
    select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
  while (!ended.signal.aborted) await cancel.execute(db)
  return failure
}

/** Makes commits wait for a standby that does not exist, or for none. */
async function requireStandby(name: '' | 'missing'): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  // The server's checkpointer lets commits wait: later than each connection knows the setting.
  const commit = () => sql`select pg_logical_emit_message(true, '', '')`.execute(db)
  await expect.poll(async () => (await unconfirmed(commit)) !== undefined).toBe(name !== '')
}

test('a change that no standby confirms has an unknown outcome, until one does', async () => {
  const scope = { identityId: 'ada', clientId: 'app', field: 'note', key: 'one' }
  await sql`
    insert into idempotency_keys (identity_id, client_id, field, key, fingerprint, holder, created_at)
    values ('ada', 'app', 'note', 'one', '', '', now())`.execute(db)
  await requireStandby('missing')
  const changes = [
    () => insert('a'),
    () => db.transaction().execute((trx) => insert('b', trx)),
    () => confirmResponse(db, scope, { holder: '' }),
  ]
  for (const change of changes) {
    expect(await unconfirmed(change)).toMatchObject({
      extensions: UNKNOWN,
      cause: { name: 'UnreplicatedChange' },
    })
  }
  expect(await notes()).toEqual(['a', 'b'])
  await requireStandby('')
  expect(await confirmResponse(db, scope, { holder: '' })).toBe(true)
  expect(await confirmResponse(db, scope, { holder: 'another' })).toBe(false)
  await insert('c')
  expect(await notes()).toEqual(['a', 'b', 'c'])
})

test('a standby gets no statement, not even one that reads, and fails a start', async () => {
  const { url } = postgres
  await db.destroy()
  await postgres.stop()
  const cluster = await openCluster(folder, { postgresBin: undefined, durable: true, log: testLog })
  await writeFile(join(cluster.folder, 'standby.signal'), '')
  const { connection, port } = await launch(cluster, true)
  const address = new URL(url)
  address.port = String(port)
  const standby = openDatabase(address.href, 'public', testLog)
  const both = [reads(sql`select text from notes`), readsAlone(sql`select count(*) from notes`)]
  for (const read of both) {
    await expect(read.execute(standby)).rejects.toMatchObject({
      extensions: { details: { service: 'public', retry: true } },
      cause: { name: 'StandbyError' },
    })
  }
  expect(await probeDatabase({ connectionString: address.href })).toMatchObject({
    name: 'StandbyError',
  })
  const settings = { port: 1, baseUrl: '', internalUrl: '', databaseSetting: 'DATABASE_URL' }
  await expect(requireDatabases([{ ...settings, databaseUrl: address.href }])).rejects.toThrow(
    `DATABASE_URL: ${address.host} takes no changes: the URL must lead to the primary.`,
  )
  await standby.destroy()
  await connection.end()
  await stopServer(cluster)
  await rm(join(cluster.folder, 'standby.signal'))
})
