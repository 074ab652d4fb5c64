// The commands of docs/operations/growing.md that move a service to a server of its own, as they are written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventTables } from '#foundation/events/tables.ts'
import type { TestDatabase } from '#test/database.ts'
import { DEBIAN_POSTGRES, startDebianServer, type DebianServer } from '#test/debian-postgres.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

const BLOCK =
  /<!-- run by operations\/test\/services\/move-service.test.ts -->\n\n```sh\n([^]*?)```/g
const PAGE = readFileSync('docs/operations/growing.md', 'utf8')
const [ofMarket, ofRealm] = [...PAGE.matchAll(BLOCK)].map(([, text]) => text!) as [string, string]

const ROLES = resolve('subgraphs/service-roles.sh')

let server: DebianServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-move-'))
  server = await startDebianServer()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const WRITE = `mutation {
  publishScroll(input: { title: "After the move", content: "Words." }) { id }
}`
const READ = `{
  scrolls(first: 20) { totalCount nodes { id title author } }
  realms(first: 20) { nodes { id name places(first: 20) { nodes { id name } } } }
  quests(first: 20) { nodes { id title } }
}`

test('Services continue on servers of their own after the documented move', async () => {
  const source = await server.createDatabase('source')
  const atSource = Object.fromEntries(subgraphs.map(({ name }) => [name, source]))
  const before = await withSystem({ url: source, urls: atSource }, { DEMO: '1' }, (system, token) =>
    system.graphql(READ, { token }),
  )
  expect(before.body.data.realms.nodes[0].places.nodes).not.toEqual([])

  await giveRoles(source)
  const urls: Record<string, string> = {}
  for (const service of subgraphs) urls[service.name] = await move(service.name, source)
  await withSystem({ url: source, urls }, {}, async (system, token) => {
    expect((await system.graphql(READ, { token })).body).toEqual(before.body)
    expect((await system.graphql(WRITE, { token })).body).toHaveProperty('data.publishScroll.id')
    // Readers of events learn that the log continues on another server.
    const eras = system.tables<EventTables>('scroll').selectFrom('eventEras').select('number')
    await expect.poll(() => eras.execute()).toHaveLength(2)
  })
})

/** Gives each service of the source a role of its own, as docs/operations/postgresql.md says. */
async function giveRoles(source: string): Promise<void> {
  const passwords = subgraphs.map(({ settings }) => [`${settings}_DATABASE_PASSWORD`, 'secret'])
  await runShell(ROLES, { ADMIN_DATABASE_URL: source, ...Object.fromEntries(passwords) })
}

/** Runs the commands for Market as they are written, and for others with their names, by the role of the service. */
async function move(name: string, source: string): Promise<string> {
  const role = `ecosystem_${name}`
  const target = await server.createDatabase(`of_${name}`, role)
  const commands = name === 'realm' ? ofRealm : ofMarket.replaceAll('market', name)
  await runShell(commands, {
    OLD_DATABASE_URL: Object.assign(new URL(source), { username: role }).href,
    ADMIN_DATABASE_URL: source,
    [name === 'realm' ? 'REALM_DATABASE_URL' : 'MARKET_DATABASE_URL']: target,
  })
  return target
}

async function runShell(commands: string, settings: Record<string, string>): Promise<void> {
  const env = { ...settings, PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}` }
  await promisify(execFile)('sh', ['-euc', commands], { env, cwd: folder })
}

async function withSystem<Result>(
  databases: Pick<TestDatabase, 'url' | 'urls'>,
  settings: Record<string, string>,
  run: (system: TestSystem, token: string) => Promise<Result>,
): Promise<Result> {
  const database = { ...databases, drop: () => Promise.resolve() }
  const system = await startTestSystem({ database: () => Promise.resolve(database), settings })
  try {
    const reader = await system.join(`reader${settings.DEMO ?? ''}`)
    return await run(system, await reader.token())
  } finally {
    await system.stop()
  }
}
