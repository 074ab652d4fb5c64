// Signing keys and the secret are made once, or taken over from a folder once.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SettingError } from '#foundation/settings/setting.ts'
import { addPerson } from '#test/story.ts'
import { readSecretFile } from '../../domain/sealing/identity-secret.ts'
import { leaveOpen, seal } from '../../domain/sealing/seal.ts'
import { addNextKeys } from '../../oauth/keys/rotation.ts'
import { identitySettings } from '../../settings.ts'
import { kidsOf, NAMES, now, RSA_KEYS, sealedKeys } from './story.ts'

const { own, start, storeOf, secretOf, startAtOnce, fillFolder, sealedRows } = sealedKeys()

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
    const folder = join(own.dataDir, 'not', 'there', 'yet')
    const secrets = await Promise.all(Array.from({ length: 10 }, () => readSecretFile(folder)))
    expect(secrets[0]).toHaveLength(32)
    for (const secret of secrets) expect(secret).toEqual(secrets[0])
    expect(await readSecretFile(folder)).toEqual(secrets[0])
    expect((await stat(join(folder, 'identity-secret'))).mode & 0o777).toBe(0o600)
  })

  test.each(['', 'c2hvcnQ', 'a'.repeat(44)])(
    'A secret file that holds %j is refused',
    async (text) => {
      await writeFile(join(own.dataDir, 'identity-secret'), text)
      await expect(readSecretFile(own.dataDir)).rejects.toThrow('must hold 32 bytes')
    },
  )
})

describe('the first start with KEY_ENCRYPTION_KEY', () => {
  test('Processes that start at once on an empty database make one set of keys, and no file', async () => {
    const started = await startAtOnce()
    expect((await sealedRows()).map(({ name }) => name)).toEqual(NAMES)
    const stored = { kids: await kidsOf(storeOf()), secret: await secretOf() }
    expect(started).toEqual(started.map(() => stored))
    expect(await readdir(own.dataDir)).toEqual([])
  })

  test('Processes that start at once take a folder over once, and leave its files', async () => {
    const kids = await fillFolder()
    const started = await startAtOnce()
    const secret = await readSecretFile(own.dataDir)
    expect(started).toEqual(started.map(() => ({ kids, secret })))
    expect((await readdir(own.dataDir)).toSorted()).toEqual(
      ['identity-secret', RSA_KEYS, 'signing-keys.json'].toSorted(),
    )
    // The files are no longer read.
    await addNextKeys(storeOf(), now())
    await start()
    expect(await kidsOf(storeOf())).toHaveLength(2 * kids.length)
  })

  test('Of two folders that processes take over at once, one is taken as a whole', async () => {
    const folders = [own.dataDir, await mkdtemp(join(own.dataDir, 'other-'))]
    const kids = await Promise.all(folders.map(fillFolder))
    const secrets = await Promise.all(folders.map(readSecretFile))
    const handles = [own.db, own.second]
    await Promise.all(folders.map((folder, index) => start({ folder, on: handles[index]! })))
    const secret = await secretOf()
    const taken = secrets.findIndex((found) => found.equals(secret))
    expect(await kidsOf(storeOf())).toEqual(kids[taken])
  })

  test('A damaged file is refused, and nothing is taken over', async () => {
    await fillFolder()
    await truncate(join(own.dataDir, 'signing-keys.json'))
    await expect(start()).rejects.toThrow('holds no keys: restore the right file')
    expect(await sealedRows()).toEqual([])
  })

  test.each([
    ['an authenticator app', addTotp],
    ['a reserved username', addDepartedName],
  ])('A folder without identity-secret is refused where %s needs one', async (_what, use) => {
    await using _used = await use()
    await expect(start()).rejects.toThrow(
      `DATA_DIR: ${own.dataDir} holds no identity-secret, and the database was used with one.`,
    )
    expect(await sealedRows()).toEqual([])
    const kids = await fillFolder()
    await start()
    expect(await kidsOf(storeOf())).toEqual(kids)
  })

  test('A folder without signing-keys.json is refused where people have used the database', async () => {
    await using _used = await addTotp()
    await fillFolder()
    await rm(join(own.dataDir, 'signing-keys.json'))
    await expect(start()).rejects.toThrow(
      `DATA_DIR: ${own.dataDir} holds no signing-keys.json, and the database was used with one.`,
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
  const identityId = await addPerson({ tables: () => own.db as never }, username)
  const at = now()
  await own.db
    .insertInto('totpFactors')
    .values({ identityId, secret, createdAt: at, confirmedAt: at, lastUsedStep: null })
    .execute()
  return undoing(() => own.db.deleteFrom('totpFactors').execute())
}

async function addDepartedName() {
  await own.db
    .insertInto('departedUsernames')
    .values({ nameHash: randomBytes(32), until: now() })
    .execute()
  return undoing(() => own.db.deleteFrom('departedUsernames').execute())
}

function undoing(undo: () => Promise<unknown>): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => void (await undo()) }
}
