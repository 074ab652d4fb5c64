// Rotates the keys of all algorithms together, for the command and the console.
import { changeKeys } from './key-file.ts'
import { ALGORITHMS, algorithmOf, makeKey, withNextKey, type SigningKeys } from './signing-keys.ts'

/** Adds the next key of each algorithm that has none yet. Returns false if all have one. */
export function addNextKeys(dataDir: string, now: Date): Promise<boolean> {
  return changeAll(dataDir, now, (keys) => withNextKey(keys, now))
}

/** Replaces all keys after a leak, which invalidates everything signed so far. */
export function replaceKeys(dataDir: string, now: Date): Promise<boolean> {
  return changeAll(dataDir, now, async ([{ jwk }]) => [await makeKey(now, algorithmOf(jwk))])
}

async function changeAll(
  dataDir: string,
  now: Date,
  change: (keys: SigningKeys) => Promise<SigningKeys>,
): Promise<boolean> {
  let isChanged = false
  for (const algorithm of ALGORITHMS) {
    const changeRead = async (read: SigningKeys) => {
      const keys = await change(read)
      if (keys !== read) isChanged = true
      return keys
    }
    await changeKeys(dataDir, now, changeRead, algorithm)
  }
  return isChanged
}
