// Rotates the keys of every algorithm at once, for the command and the console.
import { changeKeys } from './key-file.ts'
import { ALGORITHMS, algorithmOf, makeKey, withNextKey, type SigningKeys } from './signing-keys.ts'

/** Adds the next key of each algorithm where none waits. False if all wait already. */
export function addNextKeys(dataDir: string, now: Date): Promise<boolean> {
  return changeAll(dataDir, now, (keys) => withNextKey(keys, now))
}

/** For a leaked key: replaces all keys, so that everything signed so far becomes invalid. */
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
