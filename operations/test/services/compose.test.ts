// docker-compose.yml without Docker: the same commands with the same environment, as processes.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import {
  composeProcesses as processes,
  composeServices as services,
  composeText as text,
  inDatabase,
  SECRETS,
  withDefaults,
  type ComposeService,
} from '../support/compose.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { send } from '#test/http.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT, runNode, type Program } from '#test/process.ts'
import { addPerson, type World } from '#test/story.ts'
import { startValkey, type Valkey } from '../support/valkey.ts'
import { signAccessToken } from '../../../subgraphs/identity/oauth/keys/access-token.ts'
import { folderKeyStore } from '../../../subgraphs/identity/oauth/keys/key-store.ts'
import { createKeyring } from '../../../subgraphs/identity/oauth/keys/keyring.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../../subgraphs/index.ts'
import { allSettings, readAllSettings, readSystemConfig } from '../../../subgraphs/settings.ts'

let database: TestDatabase
let valkey: Valkey
let dataDir: string
let programs: Program[]
/** The port that replaces each documented one. */
let ports: Map<string, number>

beforeAll(async () => {
  const documented = ['4000', ...subgraphs.map(({ port }) => String(port))]
  const [valkeyPort, ...free] = await freePorts(documented.length + 1)
  ports = new Map(documented.map((port, index) => [port, free[index]!]))
  database = await cloneDatabase()
  valkey = await startValkey(valkeyPort!)
  dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-compose-'))
  programs = processes.map(([, { command, environment }]) =>
    runNode(command!.slice(1), { ...ownPorts(), ...here(environment), DATA_DIR: dataDir }),
  )
})

afterAll(async () => {
  for (const program of programs) program.send('SIGTERM')
  await Promise.all(programs.map((program) => program.ended()))
  await valkey.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** The environment with its secrets filled in, and the names of containers replaced by this machine. */
function here(environment: Record<string, string>): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => [
    name,
    inDatabase(fillIn(value), database.url),
  ])
  const settings = Object.fromEntries(entries) as Record<string, string>
  return { ...settings, VALKEY_URL: valkey.url }
}

function fillIn(value: string): string {
  return withDefaults(value).replaceAll(/http:\/\/[\w.]+:(\d+)/g, (_, port: string) =>
    address(port),
  )
}

function address(port: string): string {
  return `http://127.0.0.1:${ports.get(port)}`
}

function ownPorts(): Record<string, string> {
  const settings = subgraphs.map(({ settings: prefix, port }) => [prefix, String(port)] as const)
  return Object.fromEntries(
    [['ROUTER', '4000'] as const, ...settings].map(([prefix, port]) => [
      `${prefix}_PORT`,
      String(ports.get(port)),
    ]),
  )
}

/** Runs the health check of a service as Docker does. */
async function isHealthy({ healthcheck }: ComposeService): Promise<void> {
  const [kind, program, ...args] = healthcheck.test
  expect([kind, program]).toEqual(['CMD', 'node'])
  const check = runNode(args.map(fillIn), {})
  expect((await check.ended()).code).toBe(0)
}

test('the compose file has every service and the router, each on its documented port', () => {
  const named = processes.map(([name]) => name).sort()
  expect(named).toEqual([...subgraphs.map(({ name }) => name), 'router'].sort())
  for (const { name, port } of subgraphs) {
    expect(services[name]!.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(services[name]!.command).toEqual(['node', 'subgraphs/main.ts', name])
  }
})

test('each container has the password of its own role in the database alone', () => {
  for (const [name, { environment }] of processes) {
    const own = subgraphs.filter((subgraph) => subgraph.name === name)
    const settings = own.map(({ settings }) => `${settings}_DATABASE_URL`)
    const values = Object.entries(environment)
    expect(
      values.filter(([, value]) => value.includes('_DATABASE_PASSWORD')).map(([key]) => key),
    ).toEqual(settings)
  }
})

test('every setting that a container may need can be set', () => {
  const declared = allSettings()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('<'))
  // The image sets the data folder, and each container its own port, service and database; production has no demo
  // data, and the database is no embedded one.
  const fixed = ['DATABASE_URL', 'DATA_DIR', 'DEMO', 'POSTGRES_BIN', 'ROUTER_PORT', 'SERVICES']
  // The router of the compose file serves our own supergraph.
  const foreign = declared.filter((name) => /^ROUTER_(JWKS|JWT|POLICIES|OVERRIDE)_/.test(name))
  expect(foreign).toHaveLength(5)
  for (const [name, { environment }] of processes) {
    const missing = declared.filter((setting) => !(setting in environment))
    // Only the ID service may open its keys.
    const ofIdentity = name === 'identity' ? [] : ['KEY_ENCRYPTION_KEY']
    expect(missing.sort(), name).toEqual([...fixed, ...foreign, ...ofIdentity].sort())
  }
})

test('a setting that .env omits counts as not set', () => {
  const { environment } = services.router!
  const optional = Object.keys(environment).filter((name) => environment[name] === `\${${name}:-}`)
  expect(optional.length).toBeGreaterThan(15)
  const empty = Object.fromEntries(optional.map((name) => [name, '']))
  expect(readSystemConfig(empty)).toEqual({ ...readSystemConfig({}), env: empty })
  expect(readAllSettings(empty)).toEqual(readAllSettings({}))
})

test('the image has the files of schema/ that a process serves or imports', () => {
  const root = new URL('../../../', import.meta.url)
  const image = readFileSync(new URL('Dockerfile', root), 'utf8')
  const copied = [...image.matchAll(/^COPY ([^-].*) \S+$/gm)].flatMap(([, files]) =>
    files!.split(' '),
  )
  expect(copied.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
  const used = globSync('{router,rest-adapters,subgraphs}/**/*.ts', {
    cwd: root,
    exclude: ['**/test/**'],
  })
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .flatMap((source) => [...source.matchAll(/'[./]+\/(schema\/[\w/-]+\.(?:json|graphql|ts))'/g)])
    .map(([, file]) => file!)
  expect(used).toContain('schema/openapi.json')
  const isCopied = (file: string) =>
    copied.some((source) => file === source || file.startsWith(`${source}/`))
  expect(used.filter((file) => !isCopied(file))).toEqual([])
})

test('no secret has a default', () => {
  for (const secret of Object.keys(SECRETS)) {
    expect(text).toContain(`\${${secret}:?`)
    expect(text).not.toContain(`\${${secret}:-`)
  }
})

test('all containers become healthy, and one query through the router reaches them', async () => {
  for (const [, service] of processes) await vi.waitFor(() => isHealthy(service), TIMEOUT)
  const identities: Kysely<IdentityTables> = openDatabase(
    database.url,
    'identity',
    createLog('silent', 'test'),
  )
  const ada = await addPerson({ tables: () => identities } as unknown as World, 'ada')
  await identities.destroy()
  const claims = { issuer: address('7000'), audience: 'ecosystem', subject: ada, clientId: 'test' }
  const token = signAccessToken(
    await createKeyring(
      folderKeyStore(dataDir),
      () => new Date(),
      createLog('silent', 'test'),
    ).signingKey(),
    { ...claims, grantId: newId('grant'), scope: 'identity', tier: 'authenticated' },
    new Date(),
  )
  const ask = (query: string, sent?: string) =>
    send(`${address('4000')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      token: sent,
    })

  const { body } = await ask('{ me { displayName gold } quests { totalCount } }', token)
  expect(body.errors).toBeUndefined()
  expect(body.data).toEqual({ me: { displayName: 'Ada', gold: 0 }, quests: { totalCount: 0 } })
  expect((await ask('{ __schema { queryType { name } } }')).status).toBe(401)
  expect((await send(`${address('4000')}/`)).status).toBe(404)
})
