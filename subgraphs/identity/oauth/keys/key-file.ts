// The signing keys of all processes: `<dataDir>/signing-keys.json` (ES256) and `signing-keys-rs256.json`.
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock, type FileLock } from '#foundation/process/file-lock.ts'
import { isFile, readOrCreate, writeDraft } from '../../domain/sealing/create-secret.ts'
import { canSign, makeKey, type Algorithm, type SigningKeys } from './signing-keys.ts'
import { restoreKeys, secretNameOf, serializeKeys, type StoredKey } from './stored-keys.ts'

const LOCK_TRIES = 250
const LOCK_RETRY_MS = 20

/**
 * Reads the keys, or creates the file with one key if it is missing. @throws Error that says what to do if the
 * file does not contain signing keys
 */
export async function readKeys(
  dataDir: string,
  now: Date,
  algorithm: Algorithm = 'ES256',
): Promise<SigningKeys> {
  const file = keyFile(dataDir, algorithm)
  const text = await readOrCreate(file, async () => serializeKeys([await makeKey(now, algorithm)]))
  const stored = parseKeys(text)
  if (!stored) throw new Error(`${file} holds no keys: ${HOW_TO_GO_ON}`)
  const keys = restoreKeys(stored)
  const usable = await Promise.all(keys.map((key) => canSign(key, algorithm)))
  const broken = usable.indexOf(false)
  if (broken === -1) return keys
  throw new Error(`${file} holds a key that cannot sign (number ${broken + 1}): ${HOW_TO_GO_ON}`)
}

const HOW_TO_GO_ON =
  'restore the right file, or remove it to have a new key made. Tokens signed so far then become invalid.'

/** The keys in a text; undefined for a truncated or empty file, or anything but a key set. */
function parseKeys(text: string): StoredKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys: StoredKey[] }
    return keys.length > 0 && keys.every((key) => key instanceof Object && 'signsFrom' in key)
      ? keys
      : undefined
  } catch {
    return undefined
  }
}

/** @throws Error if the file is missing: commands must not create a first key in what may be the wrong folder */
export async function requireKeys(dataDir: string): Promise<void> {
  if (await isFile(keyFile(dataDir, 'ES256'))) return
  const rule = 'DATA_DIR must be the data folder of the ID service'
  throw new Error(
    `No signing keys in ${resolve(dataDir)}: ${rule}, which makes them at its first start.`,
  )
}

/** Changes the keys in the file, one process at a time. Readers see the whole change or nothing. */
export async function changeKeys(
  dataDir: string,
  now: Date,
  change: (keys: SigningKeys) => Promise<SigningKeys>,
  algorithm: Algorithm = 'ES256',
): Promise<SigningKeys> {
  await readKeys(dataDir, now, algorithm)
  const lock = await waitForLock(join(dataDir, 'signing-keys.lock'))
  try {
    const keys = await change(await readKeys(dataDir, now, algorithm))
    const file = keyFile(dataDir, algorithm)
    await rename(await writeDraft(file, serializeKeys(keys)), file)
    return keys
  } finally {
    lock.release()
  }
}

export function keyFile(dataDir: string, algorithm: Algorithm): string {
  return join(dataDir, `${secretNameOf(algorithm)}.json`)
}

async function waitForLock(file: string): Promise<FileLock> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const lock = tryLock(file)
    if (lock) return lock
    await delay(LOCK_RETRY_MS)
  }
  throw new Error(`${file} is still locked by another process.`)
}
