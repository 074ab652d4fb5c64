// Seals the secrets of the authorization server: its signing keys, and what cookies and refresh tokens derive from.
import type { Transaction } from '#foundation/database/database.ts'
import type { SecretSource } from '../../domain/sealing/create-secret.ts'
import { IDENTITY_SECRET } from '../../domain/sealing/identity-secret.ts'
import {
  replaceSecrets,
  sealSecrets,
  type Preparation,
  type SealOptions,
} from '../../domain/sealing/seal-secrets.ts'
import type { IdentityTables } from '../../tables.ts'
import { keyFile, readKeys } from './key-file.ts'
import { ALGORITHMS, makeKey } from './signing-keys.ts'
import { secretNameOf, serializeKeys } from './stored-keys.ts'

const SOURCES: readonly SecretSource[] = [
  IDENTITY_SECRET,
  ...ALGORITHMS.map((algorithm) => ({
    name: secretNameOf(algorithm),
    file: (dataDir: string) => keyFile(dataDir, algorithm),
    read: async (dataDir: string, now: Date) =>
      serializeKeys(await readKeys(dataDir, now, algorithm)),
    make: async (now: Date) => serializeKeys([await makeKey(now, algorithm)]),
  })),
]

/** Seals missing secrets at each start. @throws SettingError */
export function prepareSecrets(preparation: Preparation): Promise<void> {
  return sealSecrets(preparation, SOURCES)
}

/** Replaces all secrets by new ones or by the files of the data folder. @throws SettingError if one is missing */
export function replaceSealed(
  trx: Transaction<IdentityTables>,
  options: SealOptions,
  isFromFolder: boolean,
): Promise<void> {
  return replaceSecrets(trx, { ...options, sources: SOURCES }, isFromFolder)
}
