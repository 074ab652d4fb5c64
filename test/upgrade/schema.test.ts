// A database of the commit before version 1.0.0 gets the tables of a new one; an older one is refused.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEBIAN_POSTGRES, startDebianServer, type DebianServer } from '#test/debian-postgres.ts'
import { install, type Installation } from '#test/installation.ts'
import { subgraphs } from '../../subgraphs/index.ts'

let server: DebianServer
let home: Installation
beforeAll(async () => {
  server = await startDebianServer()
  home = await install({ DEMO: '1', LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await home.remove()
  await server.stop()
})

/** Starts the whole system on a database, and stops it once it is ready. */
async function startOnce(DATABASE_URL: string, folder?: string): Promise<void> {
  const program = await home.start(['main.ts'], { DATABASE_URL }, folder)
  program.send('SIGTERM')
  await program.ended()
}

/** The schema as pg_dump writes it, without the random names of newer versions for the whole dump. */
async function dump(url: string): Promise<string> {
  const program = join(DEBIAN_POSTGRES, 'pg_dump')
  const args = ['--schema-only', `--dbname=${url}`]
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 })
  return stdout.replaceAll(/^\\(?:un)?restrict .*$/gm, '')
}

test('An older database is refused with the commit to start, and an upgraded one has the tables of a new one', async () => {
  const upgraded = await server.createDatabase('upgraded')
  await startOnce(upgraded, inject('earlier'))
  const client = new Client(upgraded)
  await client.connect()
  const forget = `delete from identity.kysely_migration where name like '0029%' returning *`
  const { rows } = await client.query<{ name: string; timestamp: string }>(forget)
  const refused = home.run(['main.ts'], { DATABASE_URL: upgraded })
  expect((await refused.ended()).code, refused.output()).toBe(1)
  expect(refused.output()).toContain(
    'The database is from before commit 76f07557. Start that commit once, then this one.',
  )
  const [last] = rows as [{ name: string; timestamp: string }]
  await client.query(`insert into identity.kysely_migration values ($1, $2)`, [
    last.name,
    last.timestamp,
  ])
  await client.end()
  await startOnce(upgraded)

  const created = await server.createDatabase('created')
  await startOnce(created)
  const [before, after] = await Promise.all([upgraded, created].map(dump))
  for (const { name } of subgraphs) expect(after).toContain(`CREATE TABLE ${name}.events (`)
  expect(before).toBe(after)
})
