// Secrets in the database and in a folder, as processes use them, for these tests.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { openTables } from '#test/database.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { loadIdentitySecret, readSecretFile } from '../../domain/sealing/identity-secret.ts'
import { folderKeyStore, keyStoreOf, type KeyStore } from '../../oauth/keys/key-store.ts'
import { prepareSecrets } from '../../oauth/keys/prepare-secrets.ts'
import { ALGORITHMS } from '../../oauth/keys/signing-keys.ts'
import type { KeyEncryptionKeys } from '../../settings.ts'
import type { IdentityTables } from '../../tables.ts'

export const RSA_KEYS = 'signing-keys-rs256.json'
export const NAMES = ['identity-secret', 'signing-keys', 'signing-keys-rs256']
export const now = () => new Date()
export const [KEY, NEWER] = [randomBytes(32), randomBytes(32)]

interface StartOptions {
  keys?: readonly Buffer[]
  on?: Kysely<IdentityTables>
  folder?: string
}

export async function kidsOf(store: KeyStore): Promise<string[]> {
  const lists = ALGORITHMS.map((algorithm) => store.read(algorithm, now()))
  return (await Promise.all(lists)).flat().map(({ jwk }) => jwk.kid!)
}

/** A database without sealed secrets and an empty folder for each test. */
export function sealedKeys() {
  const identity = testSubgraph('identity')
  const own = {} as {
    databaseUrl: string
    /** The handles of two processes. */
    db: Kysely<IdentityTables>
    second: Kysely<IdentityTables>
    dataDir: string
  }
  beforeAll(() => {
    own.databaseUrl = identity.databaseUrl
    own.db = identity.tables('identity')
    own.second = openTables({ url: identity.databaseUrl }, 'identity')
  })
  afterAll(() => own.second.destroy())
  beforeEach(async () => {
    own.dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-sealed-'))
    await own.db.deleteFrom('sealedSecrets').execute()
  })
  afterEach(() => rm(own.dataDir, { recursive: true }))

  const settingsOf = ({ keys = [KEY], folder = own.dataDir }: StartOptions) => ({
    dataDir: folder,
    keyEncryptionKeys: keys.length === 0 ? undefined : (keys as KeyEncryptionKeys),
  })

  /** What a process does with its keys when it starts. */
  const start = (options: StartOptions = {}, hasOwnDatabase = true) =>
    prepareSecrets({
      db: options.on ?? own.db,
      settings: settingsOf(options),
      now,
      log: testLog,
      hasOwnDatabase,
    })

  /** The keys as a process reads them. */
  const storeOf = (options: StartOptions = {}) =>
    keyStoreOf({ db: options.on ?? own.db, settings: settingsOf(options) })
  const secretOf = (options: StartOptions = {}) =>
    loadIdentitySecret({ db: options.on ?? own.db, settings: settingsOf(options) })

  /** Starts four processes at once, and returns the keys and the secret that each of them uses from its start on. */
  function startAtOnce() {
    const starting = [own.db, own.second, own.db, own.second].map(async (on) => {
      await start({ on })
      return { kids: await kidsOf(storeOf({ on })), secret: await secretOf({ on }) }
    })
    return Promise.all(starting)
  }

  /** Fills a folder as an ID service does, with the RSA key of the run. */
  async function fillFolder(folder = own.dataDir): Promise<string[]> {
    await copyFile(join(inject('sharedFolder'), RSA_KEYS), join(folder, RSA_KEYS))
    await readSecretFile(folder)
    return kidsOf(folderKeyStore(folder))
  }

  const sealedRows = () => own.db.selectFrom('sealedSecrets').selectAll().orderBy('name').execute()
  const sealingKeys = async () =>
    new Set((await sealedRows()).map(({ jwe }) => decodeProtectedHeader(jwe).kid))

  return { own, start, storeOf, secretOf, startAtOnce, fillFolder, sealedRows, sealingKeys }
}
