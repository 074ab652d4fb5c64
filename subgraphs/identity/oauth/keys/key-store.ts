// Stores the signing keys: sealed in the database if KEY_ENCRYPTION_KEY is set, otherwise in the data folder.
import type { SecretContext } from '../../domain/sealing/identity-secret.ts'
import { changeSealed, readSealed, type SealedContext } from '../../domain/sealing/sealed-rows.ts'
import { changeKeys, readKeys } from './key-file.ts'
import type { Algorithm, SigningKeys } from './signing-keys.ts'
import { restoreKeys, secretNameOf, serializeKeys, type StoredKey } from './stored-keys.ts'

/** The keys of all processes of the ID service. */
export interface KeyStore {
  read(algorithm: Algorithm, now: Date): Promise<SigningKeys>
  /** Changes the keys, one process at a time. Readers see the whole change or nothing. */
  change(
    algorithm: Algorithm,
    now: Date,
    change: (keys: SigningKeys) => Promise<SigningKeys>,
  ): Promise<SigningKeys>
}

export function keyStoreOf({ db, settings }: SecretContext): KeyStore {
  const { dataDir, keyEncryptionKeys: keys } = settings
  return keys ? sealedKeyStore({ db, keys }) : folderKeyStore(dataDir)
}

/** The keys in files of the data folder. */
export function folderKeyStore(dataDir: string): KeyStore {
  return {
    read: (algorithm, now) => readKeys(dataDir, now, algorithm),
    change: (algorithm, now, change) => changeKeys(dataDir, now, change, algorithm),
  }
}

function sealedKeyStore(ctx: SealedContext): KeyStore {
  return {
    read: async (algorithm) => parse(await readSealed(ctx, secretNameOf(algorithm))),
    async change(algorithm, _now, change) {
      const changeText = async (text: string) => serializeKeys(await change(parse(text)))
      return parse(await changeSealed(ctx, secretNameOf(algorithm), changeText))
    },
  }
}

/** Parses keys without validating them, because they were valid when they were sealed. */
function parse(text: string): SigningKeys {
  return restoreKeys((JSON.parse(text) as { keys: StoredKey[] }).keys)
}
