// The step of docs/operations/postgresql.md that gives each service a role, as it is written.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'
import { install, type Installation } from '#test/installation.ts'
import { foreignOwners, rolesAtWork } from '#test/owners.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

const PROJECT = new URL('../../../', import.meta.url).pathname
const FILES = ['subgraphs/service-roles.sh', 'foundation/postgres/service-roles.sql']
const schemas = subgraphs.map(({ name }) => name)
const services = schemas.join(',')
const SECRET = { SERVICE_SECRET: 'a secret that only these tests know', LOG_LEVEL: 'warn' }

/** Roles belong to a whole server, so each test has one. */
let server: EmbeddedPostgres
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-roles-'))
  await chmod(folder, 0o755)
  server = await startEmbeddedPostgres({ dataDir: folder, log: testLog, durable: false })
})

afterEach(async () => {
  await server.stop()
  await removeEmbeddedPostgres(folder)
  await rm(folder, { recursive: true })
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs the commands of the section in a copy of the project, and returns the settings of the services. */
async function giveRoles(adminUrl: string): Promise<Record<string, string>> {
  const text = await readFile(join(PROJECT, 'docs/operations/postgresql.md'), 'utf8')
  const section = text.slice(text.indexOf('## A role for each service'))
  const [, step, settings] = section.split(/```(?:sh)?\n/).filter((_, index) => index % 2 || !index)
  const { host } = new URL(adminUrl)
  const commands = `${step}${settings}`
    .replace(/^(export ADMIN_DATABASE_URL=).*$/m, `$1${adminUrl}`)
    .replaceAll('127.0.0.1:5432/ecosystem', `${host}${new URL(adminUrl).pathname}`)
  const copy = await mkdtemp(join(folder, 'project-'))
  for (const file of FILES) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await cp(join(PROJECT, file), join(copy, file))
  }
  await writeFile(join(copy, 'step.sh'), `set -eu\n${commands}\nenv | grep _DATABASE_URL=`)
  const { stdout } = await promisify(execFile)('sh', ['step.sh'], { cwd: copy })
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('ADMIN_'))
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]))
}

async function withSystem(
  settings: Record<string, string>,
  use: (home: Installation) => Promise<void>,
): Promise<string> {
  const home = await install({ ...SECRET, NODE_ENV: 'production', ...settings })
  try {
    const program = await home.start(['subgraphs/main.ts'], { SERVICES: services })
    await use(home)
    return program.output()
  } finally {
    await home.remove()
  }
}

test('services in production migrate an empty database and serve with the roles', async () => {
  const settings = await giveRoles(server.url)
  expect(Object.keys(settings)).toHaveLength(subgraphs.length)
  const output = await withSystem(settings, async (home) => {
    expect((await home.ask('identity', '/readyz')).status).toBe(200)
    const { events, ...others } = await rolesAtWork(server.url)
    expect(others).toEqual(Object.fromEntries(schemas.map((name) => [name, [`ecosystem_${name}`]])))
    expect(events).toHaveLength(1)
  })
  expect(await foreignOwners(server.url, schemas)).toEqual([])
  expect(output).not.toContain('superuser')
})

/** Runs the script with this password for each service. */
async function runWithPassword(password: string, others: NodeJS.ProcessEnv = {}): Promise<void> {
  const names = subgraphs.map(({ settings }) => `${settings}_DATABASE_PASSWORD`)
  const settings = Object.fromEntries(names.map((name) => [name, password]))
  const env = { ...process.env, ...settings, ADMIN_DATABASE_URL: server.url, ...others }
  await promisify(execFile)(join(PROJECT, 'subgraphs/service-roles.sh'), { env })
}

const ROLES = String.raw`select rolname as role from pg_roles where rolname like 'ecosystem\_%'`

test('a service without a password stops the script before it gives anything', async () => {
  await expect(runWithPassword('secret', { GUILD_DATABASE_PASSWORD: undefined })).rejects.toThrow(
    'GUILD_DATABASE_PASSWORD: is missing',
  )
  expect(await query(server.url, ROLES)).toEqual([])
})

test('a service of somebody’s own has a role, and the administrator’s password makes none', async () => {
  const others = { ARCHIVE_DATABASE_PASSWORD: 'secret', ADMIN_DATABASE_PASSWORD: 'secret' }
  await runWithPassword('secret', others)
  const roles = (await query(server.url, ROLES)).map((row) => (row as { role: string }).role)
  expect(roles).toContain('ecosystem_archive')
  expect(roles).not.toContain('ecosystem_admin')
})

test('a password with quotation marks and backslashes is that of the role', async () => {
  const password = String.raw`it's a \n "pass%word"`
  await runWithPassword(password)
  const url = Object.assign(new URL(server.url), { username: 'ecosystem_path' })
  url.password = encodeURIComponent(password)
  expect(await query(url.href, 'select current_user as role')).toEqual([{ role: 'ecosystem_path' }])
})

test('a superuser as the role of all services is warned of once', async () => {
  const output = await withSystem({ DATABASE_URL: server.url }, () => Promise.resolve())
  expect(output.match(/superuser/g), output).toHaveLength(1)
  expect(output).toContain('DATABASE_URL')
})

test('an owner who is no superuser hands over a database in use, and its earlier processes go on', async () => {
  const owner = { username: 'owner', password: 'secret' }
  await query(server.url, `create role owner login createrole password 'secret'`)
  await query(server.url, 'alter database ecosystem owner to owner')
  const adminUrl = Object.assign(new URL(server.url), owner).href
  await withSystem({ DATABASE_URL: adminUrl }, async (earlier) => {
    const settings = await giveRoles(adminUrl)
    expect(await foreignOwners(server.url, schemas)).toEqual([])
    await withSystem(settings, async (home) => {
      for (const each of [earlier, home]) {
        expect((await each.ask('identity', '/readyz')).status).toBe(200)
        expect((await each.ask('path', '/readyz')).status).toBe(200)
      }
    })
    // Repeated, with other passwords.
    expect(await giveRoles(adminUrl)).not.toEqual(settings)
  })
  const identity = 'select count(*) from identity.identities'
  expect(await query(adminUrl, identity)).toHaveLength(1)
  await query(adminUrl, 'revoke ecosystem_identity from owner')
  await expect(query(adminUrl, identity)).rejects.toThrow('permission denied')
})
