// KEY_ENCRYPTION_KEY: the keys that seal secrets in the database.
import { list, SettingError, type Environment } from '#foundation/process/setting.ts'

/** The keys, newest first. Each has 32 bytes, as A256GCM needs. */
export type KeyEncryptionKeys = readonly [newest: Buffer, ...earlier: Buffer[]]

/** The maximum number of keys, which is more than a rotation needs. */
const MAX_KEYS = 4
/** 32 bytes as base64 or base64url. */
const ENCODED = /^[\w+/-]{43}=?$/

/** Reads the keys; undefined if the variable is not set. The messages do not repeat its value. @throws SettingError */
export function readKeyEncryptionKeys(env: Environment): KeyEncryptionKeys | undefined {
  const values = list(env, 'KEY_ENCRYPTION_KEY') ?? []
  if (values.length > MAX_KEYS) {
    throw new SettingError(`KEY_ENCRYPTION_KEY must contain at most ${MAX_KEYS} keys.`)
  }
  if (!values.every((value) => ENCODED.test(value))) {
    throw new SettingError(
      'KEY_ENCRYPTION_KEY must be 32 bytes as base64 or base64url, as `openssl rand -base64 32` ' +
        'prints them, or several such keys separated by commas, the newest first.',
    )
  }
  const [newest, ...earlier] = values.map((value) => Buffer.from(value, 'base64'))
  return newest && [newest, ...earlier]
}
