// The operator's commands: clients, admin keys and administrators of the running system, and
// their messages about wrong use.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { openTables } from '#test/database.ts'
import { installStartedBefore, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'
import { programTurns, type ProgramTurns } from '#test/program-turns.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const timeout = PROCESS_TEST_MS
let home: Installation
let turns: ProgramTurns
beforeAll(async () => {
  home = await installStartedBefore({ LOG_LEVEL: 'warn' })
  await home.start(['main.ts'])
  turns = programTurns(home)
}, timeout)
afterAll(() => home.remove())

type Command = 'client' | 'admin-key' | 'administrator' | 'usage'

/** Runs a command to its end, and returns its output. */
async function run(command: Command, args: readonly string[], code = 0, more = {}) {
  const turn = await turns.run([`subgraphs/identity/commands/${command}-command.ts`, ...args], more)
  expect(turn.code, turn.output).toBe(code)
  return turn.output
}

/** The value of the output line that begins with this name. */
function reported(output: string, name: string): string {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(output)?.[1]
  if (value === undefined) throw new Error(`No ${name} in:\n${output}`)
  return value
}

/** The columns of the table row that begins with this id. */
function rowOf(output: string, id: string): string[] {
  const line = output.split('\n').find((text) => text.startsWith(id))
  return (line ?? '').split(/ {2,}/)
}

async function tokenStatus(id: string, secret: string): Promise<number> {
  const response = await home.ask('identity', '/api/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    }),
  })
  return response.status
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string

test('a client is registered, listed, given another secret and disabled', { timeout }, async () => {
  const options = ['--name', 'Back office', '--confidential', '--tier', 'partner']
  const uris = ['--redirect-uri', 'https://a.example/', '--redirect-uri', 'http://localhost/b']
  const scope = ['--scope', 'identity admin']
  const registered = await run('client', ['register', ...options, ...uris, ...scope], 0, {
    NODE_ENV: 'production',
  })
  const [id, secret] = [reported(registered, 'id'), reported(registered, 'secret')]
  expect(await tokenStatus(id, secret)).toBe(200)

  const rotated = await run('client', ['rotate-secret', id])
  expect(reported(rotated, 'id')).toBe(id)
  expect(await tokenStatus(id, secret)).toBe(401)
  expect(await tokenStatus(id, reported(rotated, 'secret'))).toBe(200)

  expect(await run('client', ['disable', id])).toContain('is disabled')
  expect(await run('client', ['rotate-secret', id], 1)).toBe(`The client ${id} is disabled.\n`)
  expect(await tokenStatus(id, reported(rotated, 'secret'))).toBe(401)

  const list = await run('client', ['list'])
  expect(rowOf(list, 'id')).toContain('redirect URIs')
  const [name, uriList] = ['Back office', 'https://a.example/ http://localhost/b']
  expect(rowOf(list, id)).toEqual([
    id,
    name,
    'confidential',
    'partner',
    'identity admin',
    TIME,
    TIME,
    uriList,
  ])
  expect(list).not.toContain(secret)
})

test('a public client has no secret', { timeout }, async () => {
  const uri = ['--redirect-uri', 'https://app.example/callback']
  const output = await run('client', ['register', '--name', 'Web', ...uri])
  expect(output).toMatch(/^id client_\w+\n$/)
  const refusal = await run('client', ['rotate-secret', reported(output, 'id')], 1)
  expect(refusal).toMatch(/is public and has no secret\.$/m)
})

test('an admin key is added, listed and revoked', { timeout }, async () => {
  const added = await run('admin-key', ['add', '--name', 'off\u200bice'])
  const [id, key] = [reported(added, 'id'), reported(added, 'key')]
  const issue = async (): Promise<string> => {
    const token = await home.token('identity_unknown')
    const { body } = await home.ask('identity', '/api/credentials/issue', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', 'x-admin-api-key': key },
      body: JSON.stringify({ identityId: 'identity_unknown', type: 'keeper' }),
    })
    return body.error.code as string
  }
  expect(await issue()).toBe('NOT_FOUND')
  const name = 'off\u{fffd}ice'
  expect(rowOf(await run('admin-key', ['list']), id)).toEqual([id, name, TIME, '-'])
  expect(await run('admin-key', ['revoke', id])).toBe(`${name} is revoked.\n`)
  expect(await issue()).toBe('INSUFFICIENT_PERMISSIONS')
  const list = await run('admin-key', ['list'])
  expect(rowOf(list, id)).toEqual([id, name, TIME, TIME])
  expect(list).not.toContain(key)
})

test('a person is made an administrator, listed and removed', { timeout }, async () => {
  const usernames = async () => {
    const [, ...rows] = (await run('administrator', ['list'])).trim().split('\n')
    return rows.map((row) => row.split(/ {2,}/)[1] ?? '')
  }
  expect(await usernames()).toEqual(['ada'])
  for (const _again of [1, 2]) {
    const added = await run('administrator', ['add', 'grace'], 0, { NODE_ENV: 'production' })
    expect(added).toBe('grace is an administrator.\n')
  }
  expect((await usernames()).toSorted()).toEqual(['ada', 'grace'])
  const removed = await run('administrator', ['remove', 'grace'])
  expect(removed).toBe('grace is not an administrator.\n')
  expect(await usernames()).toEqual(['ada'])
})

test('usage is exported, also while there is none', { timeout }, async () => {
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string
  expect(JSON.parse(await run('usage', ['export', '--days', '90']))).toEqual({
    version: 1,
    generatedAt: TIME,
    from: day,
    to: day,
    uncounted: [],
    clients: [],
    coordinates: [],
  })
})

test('each command explains itself with --help', { timeout }, async () => {
  const commands = ['client', 'admin-key', 'administrator', 'signing-key', 'usage', 'token']
  const helps = commands.map(async (name) => {
    const program = home.run([`subgraphs/identity/commands/${name}-command.ts`, '--help'])
    expect(await program.ended(), program.output()).toMatchObject({ code: 0 })
    expect(program.output()).toContain(`\n  ${name} -- `)
  })
  await Promise.all(helps)
})

const register = ['register', '--name', 'X']
const web = ['--redirect-uri', 'https://app.example/callback']

test.each<[Command, string[], string, object?]>([
  ['client', [], 'Choose one of register, list, rotate-secret, disable.'],
  ['client', ['regsiter'], 'Choose one of register, list, rotate-secret, disable.'],
  ['client', ['register', ...web], '--name is required.'],
  ['client', register, '--redirect-uri must hold at least one for a public client.'],
  [
    'client',
    [...register, ...web, '--redirect-uri', 'http://app.example/'],
    '--redirect-uri (2) must be https, or http on loopback.',
  ],
  [
    'client',
    ['register', '--name', ' ', ...web, '--scope', 'everything'],
    '--name must have 1 to 100 characters, and not blanks alone; --scope must hold some of identity',
  ],
  [
    'client',
    [...register, ...web, '--tier', 'free'],
    '--tier must be one of authenticated, partner.',
  ],
  ['client', [...register, '--secret', 'x'], "Unknown option '--secret'"],
  ['client', ['disable'], 'Give the id of one client'],
  ['client', ['disable', 'a', 'b'], 'Give the id of one client'],
  ['client', ['disable', 'client_unknown'], 'Client client_unknown does not exist.'],
  ['client', ['list', '--all'], "Unknown option '--all'"],
  ['client', ['list'], 'The system is not running', { DATA_DIR: '/nowhere' }],
  [
    'client',
    ['list'],
    'DATABASE_URL: cannot reach localhost:1 (connection refused).',
    { DATABASE_URL: 'postgres://localhost:1/nowhere' },
  ],
  ['administrator', ['make'], 'Choose one of list, add, remove.'],
  ['administrator', ['add'], 'Give the username of one person.'],
  ['administrator', ['remove', 'ada', 'grace'], 'Give the username of one person.'],
  ['administrator', ['add', 'Ada'], 'Nobody has the username Ada.'],
  ['administrator', ['remove', 'nobody'], 'Nobody has the username nobody.'],
  [
    'client',
    ['register', '--name', 'Back\u001b', '--confidential'],
    '--name must not hold control',
  ],
  ['usage', ['import'], 'Choose one of export.'],
  ['usage', ['export', '--days', '0'], '--days must be a whole number from 1 to 90.'],
  ['usage', ['export', '--days', '91'], '--days must be a whole number from 1 to 90.'],
  ['usage', ['export', '--days', '1.5'], '--days must be a whole number from 1 to 90.'],
  ['admin-key', ['make'], 'Choose one of add, list, revoke.'],
  ['admin-key', ['add'], '--name is required.'],
  ['admin-key', ['add', '--name', ''], '--name must have 1 to 100 characters'],
  ['admin-key', ['revoke'], 'Give the id of one admin key'],
  ['admin-key', ['revoke', 'adminkey_unknown'], 'AdminKey adminkey_unknown does not exist.'],
])('the command %s %j prints: %s', { timeout }, async (command, args, sentence, more) => {
  const output = await run(command, args, 1, more)
  expect(output).toContain(sentence)
  expect(output, 'one sentence').toMatch(/^.+\n$/)
})

test(
  'a command whose commit gets no response does not say that it can be repeated',
  { timeout },
  async () => {
    const url = serviceUrl((await runningPostgresUrl(home.dataDir))!, 'identity')
    const db = openTables<IdentityTables>({ url }, 'identity')
    const isRegistered = async () => {
      const found = db.selectFrom('clients').select('id').where('name', '=', 'Unconfirmed')
      return (await found.execute()).length === 1
    }
    const proxy = await startDatabaseProxy(url)
    proxy.loseResponsesToCommits()
    const args = ['register', '--name', 'Unconfirmed', '--confidential']
    const output = run('client', args, 1, { ID_DATABASE_URL: proxy.url })
    await vi.waitUntil(isRegistered, { timeout })
    proxy.cut()
    expect(await output).toBe(
      'The connection to the database of the identity service was lost, and the change may have taken effect: ' +
        'look before you try again.\n',
    )
    await db.destroy()
    await proxy.close()
  },
)
