// Usage in production, from an empty database: it is counted, outlives its process, is exported by the
// operator, and decides what the schema check reports about the removal of a field.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from 'federation-check'
import { Kind, parse, print, visit } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase } from '#test/database.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { obtainTokens, PASSWORD } from '#test/oauth.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'
import { createUserAgent } from '#test/user-agent.ts'
import type { UsageExport } from '../subgraphs/identity/domain/maintenance/field-usage.ts'
import { subgraphs } from '../subgraphs/index.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

interface Shape {
  name: string
  /** The programs that the operator starts; the last one counts usage. */
  programs: string[][]
  /** The database, or the embedded one if absent. */
  database?: () => ReturnType<typeof emptyDatabase>
}

const SHAPES: Shape[] = [
  { name: 'in one process', programs: [['main.ts']] },
  {
    name: 'with the router apart',
    programs: [['subgraphs/main.ts'], ['router/main.ts']],
    database: emptyDatabase,
  },
]

test.each(SHAPES)(
  'a query is counted $name, exported, and read by the check',
  { timeout: 2 * PROCESS_TEST_MS },
  async ({ programs, database }) => {
    const home = await installIn(database)
    const started = await Promise.all(programs.map((args) => home.start(args)))
    const { app, token } = await signUpWithApp(home)
    expect(await ask(home, token, '{ me { displayName nothing } }')).toHaveProperty('errors')
    expect(await ask(home, token, '{ me { displayName } }')).not.toHaveProperty('errors')
    const counting = started.at(-1)!
    counting.send('SIGTERM')
    expect(await counting.ended()).toEqual(CLEANLY)
    await home.start(programs.at(-1)!)

    const first = await exported(home)
    expect(first.usage.coordinates).toContainEqual(
      expect.objectContaining({
        coordinate: 'Identity.displayName',
        client: app,
        name: 'phone',
        count: 1,
      }),
    )
    expect(await checked(home, first.file)).toEqual([
      'breaking field-removed:Identity.displayName',
      'breaking field-removed:Identity.house',
      `dangerous usage-too-short:${first.file}`,
    ])
    await countEarlierDays(home)
    expect(await checked(home, (await exported(home)).file)).toEqual([
      'breaking field-removed:Identity.displayName',
      'safe field-removed:Identity.house',
    ])
  },
)

async function installIn(database: Shape['database']): Promise<Installation> {
  const own = await database?.()
  if (own) onTestFinished(() => own.drop())
  const home = await install({
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...(own && {
      DATABASE_URL: own.url,
      SERVICE_SECRET: 'a secret of this test alone (32+)',
      SERVICES: subgraphs.map(({ name }) => name).join(),
    }),
  })
  onTestFinished(() => home.remove())
  return home
}

/** Runs a command to its end, and returns its output. */
async function run(home: Installation, args: string[], code = 0): Promise<string> {
  const program = home.run(args)
  expect(await program.ended(), program.output()).toMatchObject({ code })
  return program.output()
}

/** A person who signs up and allows an app that the operator has registered. */
async function signUpWithApp(home: Installation): Promise<{ app: string; token: string }> {
  const redirectUri = 'http://localhost:8080/callback'
  const options = ['--name', 'First app', '--redirect-uri', redirectUri]
  const registered = await run(home, [
    'subgraphs/identity/commands/client-command.ts',
    'register',
    ...options,
  ])
  const [, app = ''] = /^id (\S+)$/m.exec(registered) ?? []
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${home.address('identity')}/sign-up`)
  const about = { displayName: 'Olga', house: 'Tide', archetype: 'Keeper', password: PASSWORD }
  const account = await userAgent.submit(page, '/sign-up', { username: 'olga', ...about })
  expect(account.status, String(account.body)).toBe(200)
  const client = { id: app, secret: undefined, redirectUri }
  const tokens = await obtainTokens(home, client, { username: 'olga' }, {}, userAgent)
  return { app, token: tokens.access_token }
}

async function ask(home: Installation, token: string, query: string): Promise<object> {
  const { body } = await home.ask('router', '/graphql', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', 'graphql-client-name': 'phone' },
    body: JSON.stringify({ query }),
  })
  return body
}

async function exported(home: Installation): Promise<{ file: string; usage: UsageExport }> {
  const text = await run(home, ['subgraphs/identity/commands/usage-command.ts', 'export'])
  const file = join(home.dataDir, '..', 'usage.json')
  await writeFile(file, text)
  return { file, usage: JSON.parse(text) as UsageExport }
}

/** Sets the counts back, as if the system had counted for a month. */
async function countEarlierDays(home: Installation): Promise<void> {
  const url = home.settings.DATABASE_URL ?? (await runningPostgresUrl(home.dataDir))!
  await using db = openDatabase<IdentityTables>(url, 'identity', testLog)
  const days = Array.from({ length: 30 }, (_, index) => Date.now() - (index + 1) * 86_400_000)
  const rows = days.map((moment) => ({
    day: new Date(moment).toISOString().slice(0, 10),
    clientId: 'somebody',
    clientName: '',
    coordinate: 'Query.quests',
    count: 1,
  }))
  await db.insertInto('fieldUsage').values(rows).execute()
}

/** The findings when two fields of a person are removed. */
async function checked(home: Installation, usage: string): Promise<string[]> {
  const folder = join(home.dataDir, '..')
  const [base, head] = [join(folder, 'base.graphql'), join(folder, 'head.graphql')]
  const schema = readFileSync('schema/api.graphql', 'utf8')
  await writeFile(base, schema)
  await writeFile(head, withoutFields(schema, 'Identity', ['displayName', 'house']))
  const sources = ['--base', base, '--head', head, '--usage', usage]
  const bin = 'packages/federation-check/bin/federation-check.js'
  const report = await run(home, [bin, ...sources, '--format', 'json'], 1)
  const { findings } = JSON.parse(report) as { findings: Finding[] }
  return findings.map(({ severity, id }) => `${severity} ${id}`).toSorted()
}

function withoutFields(schema: string, type: string, fields: readonly string[]): string {
  const without = visit(parse(schema), {
    [Kind.OBJECT_TYPE_DEFINITION]: (node) =>
      node.name.value !== type
        ? false
        : { ...node, fields: node.fields?.filter(({ name }) => !fields.includes(name.value)) },
  })
  return print(without)
}
