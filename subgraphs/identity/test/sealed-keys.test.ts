// Signing keys and the secret: made once, sealed in the database, taken over from a folder once, changed by one process at a time.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { testLog } from '#test/caller.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { cloneDatabase, openTables, type TestDatabase } from '#test/database.ts'
import { addPerson } from '#test/story.ts'
import { loadIdentitySecret, readSecretFile } from '../domain/sealing/identity-secret.ts'
import { leaveOpen, seal } from '../domain/sealing/seal.ts'
import { resealAll } from '../domain/sealing/sealed-rows.ts'
import { folderKeyStore, keyStoreOf, type KeyStore } from '../oauth/keys/key-store.ts'
import { createKeyring } from '../oauth/keys/keyring.ts'
import { prepareSecrets, replaceSealed } from '../oauth/keys/prepare-secrets.ts'
import { addNextKeys, replaceKeys } from '../oauth/keys/rotation.ts'
import { ALGORITHMS } from '../oauth/keys/signing-keys.ts'
import { identitySettings, type KeyEncryptionKeys } from '../settings.ts'
import type { IdentityTables } from '../tables.ts'

const RSA_KEYS = 'signing-keys-rs256.json'
const NAMES = ['identity-secret', 'signing-keys', 'signing-keys-rs256']
const now = () => new Date()
const [KEY, NEWER] = [randomBytes(32), randomBytes(32)]

let database: TestDatabase
/** The handles of two processes. */
let db: Kysely<IdentityTables>
let second: Kysely<IdentityTables>
let dataDir: string
beforeAll(async () => {
  database = await cloneDatabase()
  db = openTables(database, 'identity')
  second = openTables(database, 'identity')
})
afterAll(async () => {
  await Promise.all([db.destroy(), second.destroy()])
  await database.drop()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-sealed-'))
  await db.deleteFrom('sealedSecrets').execute()
})
afterEach(() => rm(dataDir, { recursive: true }))

interface StartOptions {
  keys?: readonly Buffer[]
  on?: Kysely<IdentityTables>
  folder?: string
}

const settingsOf = ({ keys = [KEY], folder = dataDir }: StartOptions) => ({
  dataDir: folder,
  keyEncryptionKeys: keys.length === 0 ? undefined : (keys as KeyEncryptionKeys),
})

/** What a process does with its keys when it starts. */
const start = (options: StartOptions = {}, hasOwnDatabase = true) =>
  prepareSecrets({
    db: options.on ?? db,
    settings: settingsOf(options),
    now,
    log: testLog,
    hasOwnDatabase,
  })

/** The keys as a process reads them. */
const storeOf = (options: StartOptions = {}) =>
  keyStoreOf({ db: options.on ?? db, settings: settingsOf(options) })
const secretOf = (options: StartOptions = {}) =>
  loadIdentitySecret({ db: options.on ?? db, settings: settingsOf(options) })

async function kidsOf(store: KeyStore): Promise<string[]> {
  const lists = ALGORITHMS.map((algorithm) => store.read(algorithm, now()))
  return (await Promise.all(lists)).flat().map(({ jwk }) => jwk.kid!)
}

/** Starts four processes at once, and returns the keys and the secret that each of them uses from its start on. */
function startAtOnce() {
  const starting = [db, second, db, second].map(async (on) => {
    await start({ on })
    return { kids: await kidsOf(storeOf({ on })), secret: await secretOf({ on }) }
  })
  return Promise.all(starting)
}

/** Fills a folder as an ID service does, with the RSA key of the run. */
async function fillFolder(folder = dataDir): Promise<string[]> {
  await copyFile(join(inject('sharedFolder'), RSA_KEYS), join(folder, RSA_KEYS))
  await readSecretFile(folder)
  return kidsOf(folderKeyStore(folder))
}

const sealedRows = () => db.selectFrom('sealedSecrets').selectAll().orderBy('name').execute()
const sealingKeys = async () =>
  new Set((await sealedRows()).map(({ jwe }) => decodeProtectedHeader(jwe).kid))

describe('the settings', () => {
  const read = (KEY_ENCRYPTION_KEY: string | undefined) =>
    identitySettings.read({ KEY_ENCRYPTION_KEY }).keyEncryptionKeys

  test.each([undefined, '', ' '])('No key is set by %j', (value) => {
    expect(read(value)).toBeUndefined()
  })

  test('A key is 32 bytes as base64 or base64url, and the first of several is the newest', () => {
    const [newest, earlier] = [Buffer.alloc(32, 0xff), randomBytes(32)]
    expect(read(newest.toString('base64'))).toEqual([newest])
    expect(read(newest.toString('base64url'))).toEqual([newest])
    expect(read(` ${newest.toString('base64')} , ${earlier.toString('base64url')}`)).toEqual([
      newest,
      earlier,
    ])
  })

  test.each([
    ['of 31 bytes', randomBytes(31).toString('base64')],
    ['of 33 bytes', randomBytes(33).toString('base64')],
    ['as hexadecimal digits', randomBytes(32).toString('hex')],
    ['with other characters', `${'!'.repeat(43)}=`],
    ['after a good one', `${randomBytes(32).toString('base64')},short`],
  ])('A key %s is refused, and the message does not repeat it', (_what, value) => {
    expect(() => read(value)).toThrow(SettingError)
    expect(() => read(value)).toThrow('KEY_ENCRYPTION_KEY must be 32 bytes as base64 or base64url')
    expect(() => read(value)).not.toThrow(value)
  })

  test('More than four keys are refused', () => {
    const keys = Array.from({ length: 5 }, () => randomBytes(32).toString('base64'))
    expect(read(keys.slice(1).join(','))).toHaveLength(4)
    expect(() => read(keys.join(','))).toThrow('KEY_ENCRYPTION_KEY must contain at most 4 keys.')
  })
})

describe('the file identity-secret', () => {
  test('The secret is created once, even by processes that start at the same moment', async () => {
    const folder = join(dataDir, 'not', 'there', 'yet')
    const secrets = await Promise.all(Array.from({ length: 10 }, () => readSecretFile(folder)))
    expect(secrets[0]).toHaveLength(32)
    for (const secret of secrets) expect(secret).toEqual(secrets[0])
    expect(await readSecretFile(folder)).toEqual(secrets[0])
    expect((await stat(join(folder, 'identity-secret'))).mode & 0o777).toBe(0o600)
  })

  test.each(['', 'c2hvcnQ', 'a'.repeat(44)])(
    'A secret file that holds %j is refused',
    async (text) => {
      await writeFile(join(dataDir, 'identity-secret'), text)
      await expect(readSecretFile(dataDir)).rejects.toThrow('must hold 32 bytes')
    },
  )
})

describe('the first start with KEY_ENCRYPTION_KEY', () => {
  test('Processes that start at once on an empty database make one set of keys, and no file', async () => {
    const started = await startAtOnce()
    expect((await sealedRows()).map(({ name }) => name)).toEqual(NAMES)
    const stored = { kids: await kidsOf(storeOf()), secret: await secretOf() }
    expect(started).toEqual(started.map(() => stored))
    expect(await readdir(dataDir)).toEqual([])
  })

  test('Processes that start at once take a folder over once, and leave its files', async () => {
    const kids = await fillFolder()
    const started = await startAtOnce()
    const secret = await readSecretFile(dataDir)
    expect(started).toEqual(started.map(() => ({ kids, secret })))
    expect((await readdir(dataDir)).toSorted()).toEqual(
      ['identity-secret', RSA_KEYS, 'signing-keys.json'].toSorted(),
    )
    // The files are no longer read.
    await addNextKeys(storeOf(), now())
    await start()
    expect(await kidsOf(storeOf())).toHaveLength(2 * kids.length)
  })

  test('Of two folders that processes take over at once, one is taken as a whole', async () => {
    const folders = [dataDir, await mkdtemp(join(dataDir, 'other-'))]
    const kids = await Promise.all(folders.map(fillFolder))
    const secrets = await Promise.all(folders.map(readSecretFile))
    const handles = [db, second]
    await Promise.all(folders.map((folder, index) => start({ folder, on: handles[index]! })))
    const secret = await secretOf()
    const taken = secrets.findIndex((found) => found.equals(secret))
    expect(await kidsOf(storeOf())).toEqual(kids[taken])
  })

  test('A damaged file is refused, and nothing is taken over', async () => {
    await fillFolder()
    await truncate(join(dataDir, 'signing-keys.json'))
    await expect(start()).rejects.toThrow('holds no keys: restore the right file')
    expect(await sealedRows()).toEqual([])
  })

  test.each([
    ['an authenticator app', addTotp],
    ['a reserved username', addDepartedName],
  ])('A folder without identity-secret is refused where %s needs one', async (_what, use) => {
    await using _used = await use()
    await expect(start()).rejects.toThrow(
      `DATA_DIR: ${dataDir} holds no identity-secret, and the database was used with one.`,
    )
    expect(await sealedRows()).toEqual([])
    const kids = await fillFolder()
    await start()
    expect(await kidsOf(storeOf())).toEqual(kids)
  })

  test('A folder without signing-keys.json is refused where people have used the database', async () => {
    await using _used = await addTotp()
    await fillFolder()
    await rm(join(dataDir, 'signing-keys.json'))
    await expect(start()).rejects.toThrow(
      `DATA_DIR: ${dataDir} holds no signing-keys.json, and the database was used with one.`,
    )
    expect(await sealedRows()).toEqual([])
  })

  test('An authenticator app of the demo data needs no earlier secret', async () => {
    await using _used = await addTotp(leaveOpen(randomBytes(20)))
    await start()
    expect(await sealedRows()).toHaveLength(NAMES.length)
  })
})

async function addTotp(secret = seal(randomBytes(32), 'ada', randomBytes(20))) {
  const username = `ada_${randomBytes(4).toString('hex')}`
  const identityId = await addPerson({ tables: () => db as never }, username)
  const at = now()
  await db
    .insertInto('totpFactors')
    .values({ identityId, secret, createdAt: at, confirmedAt: at, lastUsedStep: null })
    .execute()
  return undoing(() => db.deleteFrom('totpFactors').execute())
}

async function addDepartedName() {
  await db
    .insertInto('departedUsernames')
    .values({ nameHash: randomBytes(32), until: now() })
    .execute()
  return undoing(() => db.deleteFrom('departedUsernames').execute())
}

function undoing(undo: () => Promise<unknown>): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => void (await undo()) }
}

describe('a start that must fail', () => {
  const LOST =
    'If that key is lost, see "A lost KEY_ENCRYPTION_KEY" in docs/operations/signing-keys.md.'

  test('Another key is refused, and nothing is made anew', async () => {
    await start()
    const rows = await sealedRows()
    await expect(start({ keys: [NEWER] })).rejects.toThrow(
      `KEY_ENCRYPTION_KEY does not open identity-secret in the database.`,
    )
    await expect(start({ keys: [NEWER] })).rejects.toThrow(LOST)
    expect(await sealedRows()).toEqual(rows)
  })

  test('A process without the key is refused while the database holds sealed keys', async () => {
    await start()
    for (const hasOwnDatabase of [true, false]) {
      await expect(start({ keys: [] }, hasOwnDatabase)).rejects.toThrow(
        'KEY_ENCRYPTION_KEY is not set, but the database holds secrets that are sealed with it.',
      )
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  test('The embedded database takes no key', async () => {
    await expect(start({}, false)).rejects.toThrow(
      'KEY_ENCRYPTION_KEY needs a database of your own',
    )
    expect(await sealedRows()).toEqual([])
  })

  test('Where nothing is sealed, no rotation and no `reseal` seals anything', async () => {
    const changes = [
      () => addNextKeys(storeOf(), now()),
      () => db.transaction().execute((trx) => resealAll(trx, [KEY])),
    ]
    for (const change of changes) {
      await expect(change()).rejects.toThrow(/^The database holds no [a-z-]+: the first start of /)
    }
    expect(await sealedRows()).toEqual([])
  })

  test('A folder without identity-secret replaces nothing', async () => {
    await start()
    const rows = await sealedRows()
    await fillFolder()
    await rm(join(dataDir, 'identity-secret'))
    const options = { keys: [NEWER] as const, dataDir, now: now() }
    const replacing = db.transaction().execute((trx) => replaceSealed(trx, options, true))
    await expect(replacing).rejects.toThrow(`${join(dataDir, 'identity-secret')} is missing.`)
    expect(await sealedRows()).toEqual(rows)
  })

  test('A row that was moved to another name is refused', async () => {
    await start()
    const { jwe } = (await sealedRows()).find(({ name }) => name === 'signing-keys')!
    await db
      .updateTable('sealedSecrets')
      .set({ jwe })
      .where('name', '=', 'identity-secret')
      .execute()
    await expect(secretOf()).rejects.toThrow(
      'The row identity-secret of sealed_secrets holds signing-keys.',
    )
  })

  test.each([
    ['changed', (jwe: string) => `${jwe.slice(0, -1)}${jwe.endsWith('A') ? 'Q' : 'A'}`],
    ['cut off', (jwe: string) => jwe.slice(0, 40)],
  ])('A row that was %s is refused', async (_what, change) => {
    await start()
    for (const { name, jwe } of await sealedRows()) {
      await db
        .updateTable('sealedSecrets')
        .set({ jwe: change(jwe) })
        .where('name', '=', name)
        .execute()
    }
    await expect(start()).rejects.toThrow('KEY_ENCRYPTION_KEY does not open')
  })
})

describe('a rotation', () => {
  test('Processes that rotate the signing keys at once add one key of each algorithm', async () => {
    await start()
    const before = await kidsOf(storeOf())
    const stores = [storeOf(), storeOf({ on: second }), storeOf(), storeOf({ on: second })]
    const changes = await Promise.all(stores.map((store) => addNextKeys(store, now())))
    // One process may add the key of one algorithm, and another one that of the other.
    expect(changes).toContain(true)
    const after = await kidsOf(storeOf())
    expect(after).toHaveLength(2 * ALGORITHMS.length)
    expect(after).toEqual(expect.arrayContaining(before))
  })

  test('Another process publishes a rotated key within two seconds', async () => {
    await start()
    let time = Date.now()
    const keyring = createKeyring(storeOf({ on: second }), () => new Date(time), testLog)
    const published = async () => (await keyring.published()).keys.length
    expect(await published()).toBe(1)
    await addNextKeys(storeOf(), new Date(time))
    time += 1_999
    expect(await published()).toBe(1)
    time += 1
    expect(await published()).toBe(2)
  })

  test('While the database is away, the last keys stay in use, and its outage alone is logged', async () => {
    await start()
    let time = Date.now()
    const proxy = await startDatabaseProxy(database.url)
    const away = openTables<IdentityTables>(proxy, 'identity')
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const keyring = createKeyring(storeOf({ on: away }), () => new Date(time), log)
    const { kid } = await keyring.signingKey()
    proxy.stop()
    for (let turn = 0; turn < 3; turn += 1) {
      time += 2_000
      expect((await keyring.signingKey()).kid).toBe(kid)
    }
    expect(lines).toEqual([])
    await away.destroy()
    time += 2_000
    expect((await keyring.signingKey()).kid).toBe(kid)
    expect(lines).toHaveLength(1)
    await proxy.close()
  })

  test('A process with the old KEY_ENCRYPTION_KEY says after `reseal` that it cannot read the keys', async () => {
    await start()
    let time = Date.now()
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const keyring = createKeyring(storeOf(), () => new Date(time), log)
    expect(await keyring.readAgeSeconds()).toBe(0)
    await db.transaction().execute((trx) => resealAll(trx, [NEWER, KEY]))
    time += 600_000
    expect(await keyring.readAgeSeconds()).toBe(600)
    expect(lines).toEqual([expect.stringContaining('the signing keys cannot be read')])
  })

  test('A running process refuses a withdrawn key that somebody has put back', async () => {
    await start()
    let time = Date.now()
    const earlier = await sealedRows()
    const keyring = createKeyring(storeOf(), () => new Date(time), testLog)
    await keyring.signingKey()
    await replaceKeys(storeOf(), new Date(time))
    time += 2_000
    const { kid } = await keyring.signingKey()
    for (const { name, jwe } of earlier) {
      await db.updateTable('sealedSecrets').set({ jwe }).where('name', '=', name).execute()
    }
    time += 2_000
    expect((await keyring.published()).keys.map((key) => key.kid)).toEqual([kid])
    expect(await keyring.readAgeSeconds()).toBe(2)
  })

  test('A new KEY_ENCRYPTION_KEY seals nothing before `reseal`, so that a process with the old one goes on', async () => {
    await start()
    const [sealedWith] = await sealingKeys()
    await start({ keys: [NEWER, KEY] })
    await addNextKeys(storeOf({ keys: [NEWER, KEY] }), now())
    expect(await sealingKeys()).toEqual(new Set([sealedWith]))
    expect(await kidsOf(storeOf())).toHaveLength(2 * ALGORITHMS.length)
  })

  test('After `reseal`, the old KEY_ENCRYPTION_KEY is not needed, and does not open anything', async () => {
    await start()
    const kids = await kidsOf(storeOf())
    const secret = await secretOf()
    const reseal = (on: Kysely<IdentityTables>) =>
      on.transaction().execute((trx) => resealAll(trx, [NEWER, KEY]))
    const changes = await Promise.all([reseal(db), reseal(second)])
    expect(changes.filter(Boolean)).toHaveLength(1)
    await start({ keys: [NEWER] })
    expect(await kidsOf(storeOf({ keys: [NEWER] }))).toEqual(kids)
    expect(await secretOf({ keys: [NEWER] })).toEqual(secret)
    await expect(start()).rejects.toThrow('KEY_ENCRYPTION_KEY does not open')
  })
})
