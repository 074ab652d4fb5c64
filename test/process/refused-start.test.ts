// A start that must fail: one sentence names the file or setting, and nothing stays behind.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Environment } from '#foundation/settings/setting.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { installStartedBefore, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'
import { programTurns, type ProgramTurns, type Turn } from '#test/program-turns.ts'

const timeout = PROCESS_TEST_MS

let database: TestDatabase
let home: Installation
let turns: ProgramTurns
beforeAll(async () => {
  database = await cloneDatabase()
  home = await installStartedBefore({ LOG_LEVEL: 'warn' })
  turns = programTurns(home)
}, timeout)
afterAll(async () => {
  await home.remove()
  await database.drop()
})

/** The programs that have run in a process of their own; further cases of each run by turns in one process. */
const ranAlone = new Set<string>()

async function run(command: string, settings: Environment): Promise<Turn> {
  const [file = '', ...args] = command.split(' ')
  if (ranAlone.has(file)) return turns.run([file, ...args], settings)
  ranAlone.add(file)
  const program = home.run([file, ...args], settings)
  const { code } = await program.ended()
  return { code, output: program.output() }
}

/** Runs the command, and expects this sentence and nothing else. */
async function expectSentence(
  command: string,
  sentence: string,
  settings: Environment = {},
): Promise<void> {
  expect(await run(command, settings)).toEqual({ code: 1, output: `${sentence}\n` })
  expect(existsSync(join(home.dataDir, 'postgres/postmaster.pid')), 'PostgreSQL').toBe(false)
}

describe('an invalid file of the data folder', { timeout }, () => {
  const ID = 'subgraphs/main.ts identity'
  const KEYS = 'signing-keys.json'
  const ANOTHER_KEY =
    'restore the right file, or remove it to have a new key made. Tokens signed so far then become invalid.'
  const ANOTHER_LOGIN = (folder: string) =>
    `Restore the right file, or remove ${folder} to start with an empty database.`

  const file = (name: string) => join(home.dataDir, name)
  /** The ID service with a working database, so that only the file is wrong. */
  const alone = () => ({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
  })
  /** The former content of the file, or undefined if there was none. */
  let kept: { path: string; text: string | undefined } | undefined
  const spoil = async (name: string, change: (path: string) => Promise<void>) => {
    const path = file(name)
    kept = { path, text: await readFile(path, 'utf8').catch(() => undefined) }
    await change(path)
  }
  afterEach(async () => {
    if (kept?.text === undefined) await rm(kept!.path)
    else await writeFile(kept.path, kept.text)
  })

  const halve = async (path: string) =>
    truncate(path, Math.floor((await readFile(path)).length / 2))
  const withoutParts =
    (...parts: string[]) =>
    async (path: string) => {
      const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: { jwk: object }[] }
      for (const { jwk } of keys) for (const part of parts) Reflect.deleteProperty(jwk, part)
      await writeFile(path, JSON.stringify({ keys }))
    }

  test.each<[string, (path: string) => Promise<void>, string]>([
    ['that is empty', (path) => truncate(path), 'holds no keys'],
    ['that is cut off', halve, 'holds no keys'],
    ['that holds something else', (path) => writeFile(path, '{}'), 'holds no keys'],
    ['without the private part', withoutParts('d'), 'holds a key that cannot sign (number 1)'],
    ['without the public part', withoutParts('x', 'y'), 'holds a key that cannot sign (number 1)'],
    ['without an id', withoutParts('kid'), 'holds a key that cannot sign (number 1)'],
  ])('signing-keys.json %s is refused', async (_what, change, words) => {
    await spoil(KEYS, change)
    const sentence = `${file(KEYS)} ${words}: ${ANOTHER_KEY}`
    await expectSentence(ID, sentence, alone())
  })

  test('signing-keys.json without keys stops a process and its database', async () => {
    await spoil(KEYS, (path) => truncate(path))
    await expectSentence('main.ts', `${file(KEYS)} holds no keys: ${ANOTHER_KEY}`)
  })

  test.each<[string, (path: string) => Promise<void>]>([
    ['is empty', (path) => truncate(path)],
    ['is cut off', halve],
    ['is {}', (path) => writeFile(path, '{}')],
    ['has a port of nowhere', (path) => writeFile(path, '{"password":"x","port":70000}')],
  ])('postgres.json that %s is refused', async (_what, change) => {
    await spoil('postgres.json', change)
    const folder = home.dataDir
    await expectSentence(
      'main.ts',
      `The embedded database in ${folder} did not start: ${file('postgres.json')} does not contain ` +
        `the password and port of the database. ${ANOTHER_LOGIN(folder)}`,
    )
  })

  test('postgres.json with another password is refused', async () => {
    await spoil('postgres.json', (path) => writeFile(path, '{"password":"another-one","port":0}'))
    const folder = home.dataDir
    await expectSentence(
      'main.ts',
      `The embedded database in ${folder} did not start: ${file('postgres.json')} does not contain ` +
        `the password of ${file('postgres')}. ${ANOTHER_LOGIN(folder)}`,
    )
  })

  test.each<[string, string]>([
    ['is empty', ''],
    ['is cut off', '{"http://localhost:7000 ada identity demo-web":"ey'],
    ['holds a list', '[]'],
  ])('demo-tokens.json that %s is refused', async (_what, text) => {
    await spoil('demo-tokens.json', (path) => writeFile(path, text))
    await expectSentence(
      'subgraphs/identity/commands/token-command.ts',
      `${file('demo-tokens.json')} does not hold tokens. Remove it, and run the command again.`,
    )
  })

  test.each(['', 'c2hvcnQ\n'])('identity-secret that holds %o is refused', async (text) => {
    await spoil('identity-secret', (path) => writeFile(path, text))
    const sentence = `${file('identity-secret')} must hold 32 bytes as base64url. Restore the right file.`
    await expectSentence(ID, sentence, alone())
  })

  test('a data folder that cannot be created is refused', async () => {
    await spoil('in-the-way', (path) => writeFile(path, 'a file'))
    const folder = file('in-the-way/below')
    await expectSentence(
      ID,
      `DATA_DIR: ${join(folder, KEYS)} can be neither read nor created (not a directory). ` +
        'Give this user access to it, or set DATA_DIR to another folder.',
      { ...alone(), DATA_DIR: folder },
    )
    await expectSentence(
      'main.ts',
      `The embedded database in ${folder} did not start: cannot create the folder ` +
        '(not a directory). Set DATA_DIR to another folder.',
      { DATA_DIR: folder },
    )
  })
})

describe('a database that cannot be used', { timeout }, () => {
  const SECRET = { SERVICE_SECRET: 'a secret that only these tests know' }
  const server = () => new URL(inject('postgresUrl'))

  test.each<[string, () => string, () => string]>([
    [
      'refuses the connection',
      () => 'postgres://ada:a-password@127.0.0.1:1/nowhere',
      () => 'cannot reach 127.0.0.1:1 (connection refused).',
    ],
    [
      'refuses the connection at every address of its name',
      () => 'postgres://ada:a-password@localhost:1/nowhere',
      () => 'cannot reach localhost:1 (connection refused).',
    ],
    [
      'refuses the password',
      () => Object.assign(server(), { password: 'a-password' }).href,
      () =>
        `${server().host} refuses the connection (password authentication failed for user "ecosystem").`,
    ],
    [
      'wants a password that the address does not have',
      () => Object.assign(server(), { password: '' }).href,
      () => `${server().host} wants a password, and the URL has none.`,
    ],
    [
      'does not have that database',
      () => Object.assign(server(), { pathname: '/nowhere' }).href,
      () => `${server().host} refuses the connection (database "nowhere" does not exist).`,
    ],
  ])('a database is refused that %s', async (_what, url, words) => {
    await expectSentence('main.ts', `DATABASE_URL: ${words()}`, { DATABASE_URL: url() })
    await expectSentence('subgraphs/main.ts path', `PATH_DATABASE_URL: ${words()}`, {
      ...SECRET,
      DATABASE_URL: database.url,
      PATH_DATABASE_URL: url(),
    })
  })

  test('the embedded database is refused with KEY_ENCRYPTION_KEY', async () => {
    await expectSentence(
      'main.ts',
      'KEY_ENCRYPTION_KEY needs a database of your own: set DATABASE_URL or ID_DATABASE_URL, or leave it ' +
        'out. With the embedded database, the keys are files beside it in DATA_DIR.',
      { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    )
  })

  test('a URL without a database is refused', async () => {
    const ending = await run('main.ts', {
      DATABASE_URL: 'postgres://ada:a-password@db.invalid/x',
    })
    // The resolver's error for a name depends on the network.
    const sentence = /^DATABASE_URL: cannot reach db\.invalid:5432 \([a-z ]+\)\.\n$/
    expect(ending).toEqual({ code: 1, output: expect.stringMatching(sentence) as string })
  })

  test('a database that accepts the connection and never responds is refused', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    await expectSentence(
      'main.ts',
      `DATABASE_URL: cannot reach 127.0.0.1:${port} (no response within 10 seconds).`,
      { DATABASE_URL: `postgres://ada:a-password@127.0.0.1:${port}/nowhere` },
    )
    silent.close()
  })
})

describe('a port', { timeout }, () => {
  const ROUTER = 'router/main.ts --port'
  const RANGE = 'must be a number from 1 to 65535.'

  test.each([
    [`${ROUTER} abc`, `--port is "abc", but ${RANGE}`],
    [`${ROUTER} 70000`, `--port is "70000", but ${RANGE}`],
    [`${ROUTER} 0`, `--port is "0", but ${RANGE}`],
    [`${ROUTER}=`, `--port is "", but ${RANGE}`],
    [ROUTER, "Option '--port <value>' argument missing"],
  ])('an invalid port is refused: %s', async (command, sentence) => {
    await expectSentence(command, sentence)
  })

  test.each([
    [{ LEARN_PORT: '3003', PATH_PORT: '3003' }, 'PATH_PORT and LEARN_PORT are both 3003'],
    [{ GUILD_PORT: '4001', ROUTER_PORT: '4001' }, 'GUILD_PORT and ROUTER_PORT are both 4001'],
    [{ GUILD_PORT: '4001', METRICS_PORT: '4001' }, 'GUILD_PORT and METRICS_PORT are both 4001'],
  ])('a port of two settings is refused: %o', async (settings, words) => {
    await expectSentence('main.ts', `${words}: give each its own port.`, settings)
  })

  test.each([
    ['main.ts', 'PATH_PORT'],
    ['main.ts', 'ROUTER_PORT'],
    ['subgraphs/main.ts scroll', 'SCROLL_PORT'],
    ['router/main.ts', 'ROUTER_PORT'],
  ])('a port of another program is refused: %s with %s', async (command, setting) => {
    const port = Number(home.settings[setting])
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    const apart = {
      DATABASE_URL: database.url,
      SERVICE_SECRET: 'a secret of these tests alone (32)',
    }
    await expectSentence(
      command,
      `${setting}: ${port} is in use by another program. Set it to a free port.`,
      command === 'main.ts' ? {} : apart,
    )
    squatter.close()
  })

  test('a port of another program is refused: the one of --port', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    await expectSentence(
      `${ROUTER} ${port}`,
      `--port: ${port} is in use by another program. Set it to a free port.`,
      { SERVICE_SECRET: 'a secret of these tests alone (32)' },
    )
    squatter.close()
  })
})
