// Seals secrets in the database when a process starts with KEY_ENCRYPTION_KEY: those of the
// data folder once, otherwise new ones.
import { basename, dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Kysely, Transaction } from '#foundation/database/database.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { KeyEncryptionKeys } from '../../settings.ts'
import type { IdentityTables } from '../../tables.ts'
import type { SecretName } from '../../tables/sealed-secrets.ts'
import { isFile, type SecretSource } from './create-secret.ts'
import type { SecretContext } from './identity-secret.ts'
import { lockSealed, writeSealed } from './sealed-rows.ts'
import { openSecret } from './sealed-secret.ts'

export interface Preparation {
  db: Kysely<IdentityTables>
  settings: SecretContext['settings']
  now: () => Date
  log: Log
  /** False for the embedded database, whose keys are files beside it. */
  hasOwnDatabase: boolean
}

/**
 * Seals missing secrets.
 * @throws SettingError for the embedded database, and for a secret that KEY_ENCRYPTION_KEY does not open
 */
export async function sealSecrets(
  preparation: Preparation,
  sources: readonly SecretSource[],
): Promise<void> {
  const { db, settings, now, log, hasOwnDatabase } = preparation
  const { dataDir, keyEncryptionKeys: keys } = settings
  if (!keys) return requireNoneSealed({ db })
  if (!hasOwnDatabase) throw new SettingError(EMBEDDED_TAKES_NO_KEY)
  const { taken, made, isOutdated } = await db
    .transaction()
    .execute((trx) => sealMissing(trx, { keys, dataDir, sources, now: now() }))
  if (taken.length > 0) log.info({ secrets: taken, folder: resolve(dataDir) }, TAKEN)
  if (made.length > 0) log.info({ secrets: made }, 'new secrets are sealed in the database')
  if (isOutdated) log.warn(OUTDATED)
}

export const EMBEDDED_TAKES_NO_KEY =
  'KEY_ENCRYPTION_KEY needs a database of your own: set DATABASE_URL or ID_DATABASE_URL, or leave it ' +
  'out. With the embedded database, the keys are files beside it in DATA_DIR.'
const TAKEN = 'the files of the data folder are now sealed in the database, and no longer read'
const OUTDATED =
  'the secrets in the database are sealed with an earlier KEY_ENCRYPTION_KEY: once every process ' +
  'of the ID service has the newest, run `npm run signing-key -- reseal`'

/** Refuses sealed secrets for a process without KEY_ENCRYPTION_KEY. @throws SettingError if there are any */
export async function requireNoneSealed({ db }: Pick<SecretContext, 'db'>): Promise<void> {
  const row = await db.selectFrom('sealedSecrets').select('name').limit(1).executeTakeFirst()
  if (!row) return
  throw new SettingError(
    'KEY_ENCRYPTION_KEY is not set, but the database holds secrets that are sealed with it. Set it ' +
      'to that key. If it is lost, see "A lost KEY_ENCRYPTION_KEY" in docs/operations/signing-keys.md.',
  )
}

export interface SealOptions {
  keys: KeyEncryptionKeys
  dataDir: string
  now: Date
}

type Sealing = SealOptions & { sources: readonly SecretSource[] }

/** Seals the missing secrets. Of several processes, the first seals them, and the others wait for it. */
async function sealMissing(
  trx: Transaction<IdentityTables>,
  { keys, dataDir, sources, now }: Sealing,
) {
  const sealedWith = new Map<SecretName, Buffer>()
  for (const row of await lockSealed(trx)) {
    sealedWith.set(row.name, (await openSecret(keys, row)).key)
  }
  const taken: SecretName[] = []
  const made: SecretName[] = []
  for (const { name, file, read, make } of sources) {
    if (sealedWith.has(name)) continue
    const isFound = await isFile(file(dataDir))
    if (!isFound) await requireUnused(trx, file(dataDir))
    const text = await (isFound ? read(dataDir, now) : make(now))
    await writeSealed(trx, keys[0], { name, text })
    const sealed = isFound ? taken : made
    sealed.push(name)
  }
  return { taken, made, isOutdated: [...sealedWith.values()].some((key) => key !== keys[0]) }
}

/**
 * Refuses to replace secrets on which the database depends: authenticator apps would stop working, and access tokens
 * become invalid. @throws SettingError
 */
async function requireUnused(trx: Transaction<IdentityTables>, file: string): Promise<void> {
  const { rows } = await readsAlone(sql<{ used: boolean }>`
    select exists (select from grants) or exists (select from sessions)
      or exists (select from departed_usernames)
      or exists (select from totp_factors where get_byte(secret, 0) <> 0) as used`).execute(trx)
  if (!rows[0]!.used) return
  throw new SettingError(
    `DATA_DIR: ${resolve(dirname(file))} holds no ${basename(file)}, and the database was used with one. ` +
      'Set DATA_DIR to the folder of the ID service for the first start with KEY_ENCRYPTION_KEY. ' +
      'If it is lost, run `npm run signing-key -- replace-sealed`.',
  )
}

/**
 * Replaces all sealed secrets, even those that no key opens, by new ones or by the files of the data folder.
 * @throws SettingError if the folder lacks a file
 */
export async function replaceSecrets(
  trx: Transaction<IdentityTables>,
  { keys, dataDir, sources, now }: Sealing,
  isFromFolder: boolean,
): Promise<void> {
  await lockSealed(trx)
  for (const { name, file, read, make } of sources) {
    const isFound = isFromFolder && (await isFile(file(dataDir)))
    if (isFromFolder && !isFound) throw missingFile(file(dataDir))
    const text = await (isFound ? read(dataDir, now) : make(now))
    await writeSealed(trx, keys[0], { name, text })
  }
}

function missingFile(file: string): SettingError {
  return new SettingError(
    `DATA_DIR: ${resolve(file)} is missing. Set DATA_DIR to the folder that the ID service has used, ` +
      'or leave out --from-folder to make new keys and a new secret.',
  )
}
