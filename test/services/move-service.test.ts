// The commands of docs/growing.md that move a service to a server of its own, as they are written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventTables } from '#foundation/events/tables.ts'
import type { TestDatabase } from '#test/database.ts'
import { DEBIAN_POSTGRES } from '#test/debian-postgres.ts'
import { startDebianServer, type DebianServer } from '#test/debian-server.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const BLOCK = /<!-- run by test\/services\/move-service.test.ts -->\n\n```sh\n([^]*?)```/g
const [ofMarket, ofRealm] = [...readFileSync('docs/growing.md', 'utf8').matchAll(BLOCK)].map(
  ([, commands]) => commands!,
) as [string, string]

let server: DebianServer

beforeAll(async () => {
  server = await startDebianServer()
})
afterAll(() => server.stop())

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

/** Runs the commands for Market as they are written, and for others with their names. */
async function move(name: string, source: string): Promise<string> {
  const target = await server.createDatabase(`of_${name}`)
  const commands = name === 'realm' ? ofRealm : ofMarket.replaceAll('market', name)
  const variable = name === 'realm' ? 'REALM_DATABASE_URL' : 'MARKET_DATABASE_URL'
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    env: {
      PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}`,
      DATABASE_URL: source,
      [variable]: target,
    },
  })
  return target
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
