// Signing keys: created once, rotated with overlap, the same for every process.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY } from '#test/installation.ts'
import { runNode } from '#test/process.ts'
import { readScrape } from '#test/scrape.ts'
import { changeKeys } from '../oauth/keys/key-file.ts'
import { folderKeyStore } from '../oauth/keys/key-store.ts'
import { measureKeys } from '../oauth/keys/key-metrics.ts'
import { createKeyring, type Keyring } from '../oauth/keys/keyring.ts'
import { withNextKey } from '../oauth/keys/signing-keys.ts'
import type { IdentityTables } from '../tables.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const START = Date.UTC(2026, 2, 4, 12)

let dataDir: string
let time: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-keys-'))
  time = START
})
afterEach(() => rm(dataDir, { recursive: true }))

const now = () => new Date(time)
const file = () => join(dataDir, 'signing-keys.json')
const startKeyring = () => createKeyring(folderKeyStore(dataDir), now, testLog)
const kidsOf = async (keyring: Keyring) => (await keyring.published()).keys.map(({ kid }) => kid)
const signerOf = async (keyring: Keyring) => (await keyring.signingKey()).kid
const rotate = () => changeKeys(dataDir, now(), (keys) => withNextKey(keys, now()))

describe('at first start', () => {
  test('One key is created at first start, even by processes that start at the same moment', async () => {
    const signers = await Promise.all(Array.from({ length: 10 }, () => signerOf(startKeyring())))
    expect(new Set(signers).size).toBe(1)
    expect(await kidsOf(startKeyring())).toEqual([signers[0]])
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  test('A file without keys is refused', async () => {
    await writeFile(file(), '{"keys": []}')
    await expect(startKeyring().published()).rejects.toThrow('holds no keys')
  })
})

test('the age of the key that signs is measured', async () => {
  const registry = new Registry()
  const keyring = startKeyring()
  await keyring.signingKey()
  measureKeys({ idTokenKeys: { ES256: keyring, RS256: keyring } }, { now, registry })
  time += 3 * DAY
  const { value } = readScrape(await registry.metrics())
  expect(value('signing_key_age_seconds', { algorithm: 'ES256' })).toBe((3 * DAY) / SECOND)
})

describe('a rotation', () => {
  test('A rotation publishes a key 15 minutes before it signs, and for 65 minutes afterwards', async () => {
    const keyring = startKeyring()
    const first = await signerOf(keyring)
    time += 30 * DAY
    const [, second] = await kidsOf(keyring)
    expect(second).toBeDefined()
    time += 15 * MINUTE - 1
    expect(await signerOf(keyring)).toBe(first)
    time += 1
    expect(await signerOf(keyring)).toBe(second)
    time += 65 * MINUTE - 1
    expect(await kidsOf(keyring)).toEqual([first, second])
    time += 1
    expect(await kidsOf(keyring)).toEqual([second])
    time += 2 * SECOND
    await keyring.published()
    expect(await readFile(file(), 'utf8')).not.toContain(first)
  })

  test('A rotation is not due within 30 days, nor while there is a next key', async () => {
    const keyring = startKeyring()
    time += 30 * DAY - 1
    expect(await kidsOf(keyring)).toHaveLength(1)
    await rotate()
    time += 2 * SECOND
    expect(await kidsOf(keyring)).toHaveLength(2)
    time += 10 * MINUTE
    await rotate()
    expect(await kidsOf(startKeyring())).toHaveLength(2)
  })

  test('Simultaneous rotations create one key', async () => {
    await startKeyring().published()
    time += 31 * DAY
    const keyrings = Array.from({ length: 5 }, startKeyring)
    await Promise.all([...keyrings.map((keyring) => keyring.published()), rotate(), rotate()])
    const kids = await Promise.all(keyrings.map(kidsOf))
    expect(kids[0]).toHaveLength(2)
    for (const seen of kids) expect(seen).toEqual(kids[0])
  })

  test('A rotation that cannot be written changes no keys', async () => {
    const keyring = startKeyring()
    const first = await signerOf(keyring)
    await mkdir(join(dataDir, 'signing-keys.lock'))
    time += 31 * DAY
    expect(await kidsOf(keyring)).toEqual([first])
    expect(await signerOf(keyring)).toBe(first)
  })
})

describe('the command', () => {
  let database: TestDatabase
  let db: Kysely<IdentityTables>
  beforeAll(async () => {
    database = await cloneDatabase()
    db = openDatabase<IdentityTables>(database.url, 'identity', testLog)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  const command = (...args: string[]) => commandAt(dataDir, ...args)
  const commandAt = async (folder: string, ...args: string[]) => {
    const settings = { DATA_DIR: folder, DATABASE_URL: database.url }
    const program = runNode(
      ['subgraphs/identity/commands/signing-key-command.ts', ...args],
      settings,
    )
    const ending = await program.ended()
    return { ...ending, output: program.output() }
  }
  beforeEach(() => void (time = Date.now()))

  test('The command rotates once, even if it runs several times at the same moment', async () => {
    const keyring = startKeyring()
    const first = await signerOf(keyring)
    const runs = await Promise.all([command('rotate'), command('rotate')])
    for (const run of runs) expect(run).toMatchObject(CLEANLY)
    time = Date.now() + 2 * SECOND
    const [, second, ...more] = await kidsOf(keyring)
    expect(more).toEqual([])
    const listed = await command('list')
    expect(listed.output).toMatch(
      new RegExp(`^${first}  ES256  signs since .*Z\n${second}  ES256  next, signs from .*Z\n`),
    )
  })

  test('The command records each rotation, and nothing while there is a next key', async () => {
    await startKeyring().published()
    await db.deleteFrom('auditEvents').execute()
    const entry = { kind: 'signing_keys_rotated', address: 'command', details: {} }
    for (const [args, entries] of [
      [['rotate'], [entry]],
      [['rotate'], [entry]],
      [
        ['rotate', '--now'],
        [entry, entry],
      ],
    ] as const) {
      const { output } = await command(...args)
      const events = db.selectFrom('auditEvents').select(['kind', 'address', 'details'])
      expect(await events.execute(), output).toEqual(entries)
    }
  })

  test('The command changes no key if the change cannot be recorded', async () => {
    const keyring = startKeyring()
    const before = await kidsOf(keyring)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost:1/nowhere' }
    const program = runNode(
      ['subgraphs/identity/commands/signing-key-command.ts', 'rotate', '--now'],
      settings,
    )
    expect(await program.ended()).toMatchObject({ code: 1 })
    expect(program.output()).toContain('DATABASE_URL: cannot reach localhost:1')
    time = Date.now() + 2 * SECOND
    expect(await kidsOf(keyring)).toEqual(before)
  })

  test('The command replaces every key at once with --now', async () => {
    const keyring = startKeyring()
    const first = await signerOf(keyring)
    await rotate()
    expect(await command('rotate', '--now')).toMatchObject(CLEANLY)
    time = Date.now() + 2 * SECOND
    const [kid, ...more] = await kidsOf(keyring)
    expect(more).toEqual([])
    expect(kid).not.toBe(first)
    expect(await signerOf(keyring)).toBe(kid)
  })

  test.each([[['list']], [['rotate']], [['rotate', '--now']]])(
    'The command refuses %j without keys, and creates none',
    async (args) => {
      for (const folder of [dataDir, join(dataDir, 'missing')]) {
        expect(await commandAt(folder, ...args)).toMatchObject({
          code: 1,
          output: `No signing keys in ${folder}: DATA_DIR must be the data folder of the ID service, which makes them at its first start.\n`,
        })
      }
      expect(await readdir(dataDir)).toEqual([])
    },
  )

  test.each([[['list']], [['rotate']], [['reseal']], [['replace-sealed']]])(
    'The command refuses %j with KEY_ENCRYPTION_KEY for the embedded database',
    async (args) => {
      const settings = { DATA_DIR: dataDir, KEY_ENCRYPTION_KEY: 'A'.repeat(43) }
      const program = runNode(
        ['subgraphs/identity/commands/signing-key-command.ts', ...args],
        settings,
      )
      expect(await program.ended()).toMatchObject({ code: 1 })
      expect(program.output()).toMatch(/^KEY_ENCRYPTION_KEY needs a database of your own: /)
    },
  )

  test.each([
    ['nothing', []],
    ['what it cannot', ['forget']],
  ])('The command says what it can do when asked for %s', async (_what, args) => {
    const { code, output } = await command(...args)
    expect(code).toBe(1)
    expect(output).toBe('Choose one of list, rotate, reseal, replace-sealed.\n')
  })

  test.each([
    ['list', '--now'],
    ['rotate', 'now'],
  ])('The command refuses %s %s, and changes no key', async (...args) => {
    const keyring = startKeyring()
    const before = await kidsOf(keyring)
    expect(await command(...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining(args[1]) as string,
    })
    time = Date.now() + 2 * SECOND
    expect(await kidsOf(keyring)).toEqual(before)
  })
})
