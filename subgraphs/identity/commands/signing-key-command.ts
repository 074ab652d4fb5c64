// `npm run signing-key`: the keys that sign access tokens and ID tokens, and how the database seals them.
import type { Kysely, Transaction } from '#foundation/database/database.ts'
import { readConfig, serviceSettings } from '#foundation/process/config.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { runAction } from '#foundation/service/command.ts'
import { administer, readOptions } from './command.ts'
import { rotateSigningKeys } from '../domain/administration/signing-key-change.ts'
import { EMBEDDED_TAKES_NO_KEY, requireNoneSealed } from '../domain/sealing/seal-secrets.ts'
import { resealAll } from '../domain/sealing/sealed-rows.ts'
import { requireKeys } from '../oauth/keys/key-file.ts'
import { keyState } from '../oauth/keys/key-state.ts'
import { folderKeyStore, keyStoreOf, type KeyStore } from '../oauth/keys/key-store.ts'
import { replaceSealed } from '../oauth/keys/prepare-secrets.ts'
import { addNextKeys, replaceKeys } from '../oauth/keys/rotation.ts'
import {
  ALGORITHMS,
  algorithmOf,
  publishedKeysAt,
  type SigningKeys,
} from '../oauth/keys/signing-keys.ts'
import { identitySettings, type IdentitySettings, type KeyEncryptionKeys } from '../settings.ts'
import { identity } from '../subgraph.ts'
import type { IdentityTables } from '../tables.ts'

const BOOLEAN = { type: 'boolean', default: false } as const

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  const { settings, isSealed, hasOwnDatabase } = readSettings()
  if (!isSealed) await requireKeys(settings.dataDir)
  // The files of an embedded system can be listed while it does not run.
  if (!isSealed && !hasOwnDatabase) return printKeys(folderKeyStore(settings.dataDir))
  await administer(async ({ db }) => printKeys(await openStore(db, settings)))
}

async function rotate(args: string[]): Promise<void> {
  const { now } = readOptions(args, { now: BOOLEAN })
  const { settings, isSealed } = readSettings()
  if (!isSealed) await requireKeys(settings.dataDir)
  const change = now ? replaceKeys : addNextKeys
  await administer(async (ctx) => {
    await openStore(ctx.db, settings)
    const isChanged = await rotateSigningKeys(ctx, (db) =>
      change(keyStoreOf({ db, settings }), ctx.now()),
    )
    await printKeys(keyStoreOf({ db: ctx.db, settings }))
    if (now) console.log('Tokens signed by other keys become invalid within five minutes.')
    if (!isChanged) console.log('Nothing changed: the next keys are already published.')
  })
}

async function reseal(args: string[]): Promise<void> {
  readOptions(args, {})
  const keys = requireEncryptionKeys()
  await administer(async ({ db }) => {
    const isChanged = await db.transaction().execute((trx) => resealAll(trx, keys))
    const done = isChanged ? 'Everything is' : 'Nothing changed: everything was'
    console.log(`${done} sealed with the newest KEY_ENCRYPTION_KEY. Remove the others.`)
  })
}

async function replace(args: string[]): Promise<void> {
  const options = readOptions(args, { 'from-folder': BOOLEAN })
  const isFromFolder = options['from-folder']
  const keys = requireEncryptionKeys()
  const { dataDir } = readSettings().settings
  await administer(async (ctx) => {
    const change = async (trx: Transaction<IdentityTables>) => {
      await replaceSealed(trx, { keys, dataDir, now: ctx.now() }, isFromFolder)
      return true
    }
    await rotateSigningKeys(ctx, change)
  })
  console.log(
    'The signing keys and the secret are replaced. Restart every process of the ID service.',
  )
}

/** Reads the settings. @throws SettingError for KEY_ENCRYPTION_KEY with the embedded database, whose keys are files */
function readSettings() {
  const config = readConfig(process.env, [identity])
  const settings = identitySettings.read(process.env)
  const isSealed = settings.keyEncryptionKeys !== undefined
  const hasOwnDatabase = serviceSettings(config, identity.name).databaseUrl !== undefined
  if (isSealed && !hasOwnDatabase) throw new SettingError(EMBEDDED_TAKES_NO_KEY)
  return { settings, isSealed, hasOwnDatabase }
}

/** @throws SettingError if the keys are not where the settings say */
async function openStore(
  db: Kysely<IdentityTables>,
  settings: IdentitySettings,
): Promise<KeyStore> {
  if (!settings.keyEncryptionKeys) await requireNoneSealed({ db })
  return keyStoreOf({ db, settings })
}

function requireEncryptionKeys(): KeyEncryptionKeys {
  const keys = readSettings().settings.keyEncryptionKeys
  if (keys) return keys
  throw new SettingError('KEY_ENCRYPTION_KEY must be set as for the ID service.')
}

async function printKeys(store: KeyStore): Promise<void> {
  const now = new Date()
  for (const algorithm of ALGORITHMS) print(await store.read(algorithm, now), now)
}

function print(keys: SigningKeys, now: Date): void {
  for (const key of publishedKeysAt(keys, now)) {
    console.log(`${key.jwk.kid}  ${algorithmOf(key.jwk)}  ${keyState(key, keys, now)}`)
  }
}

const USAGE = `Lists and rotates the keys that sign tokens. See docs/operations/signing-keys.md.

  signing-key -- list            prints the published keys, and what each is used for
  signing-key -- rotate          publishes the next keys, which sign 15 minutes later
      --now                      replaces all keys at once, after a leak

For keys in the database:

  signing-key -- reseal          seals them with the first of several keys in KEY_ENCRYPTION_KEY
  signing-key -- replace-sealed  replaces them and the secret, after a loss or a leak: tokens end, and
                                 people set up their authenticator apps again
      --from-folder              takes the files of DATA_DIR instead of new ones`

await runAction({ list, rotate, reseal, 'replace-sealed': replace }, USAGE)
