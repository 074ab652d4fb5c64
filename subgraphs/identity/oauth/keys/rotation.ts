// Rotates the keys of all algorithms together, for the command and the console.
import type { KeyStore } from './key-store.ts'
import { ALGORITHMS, algorithmOf, makeKey, withNextKey, type SigningKeys } from './signing-keys.ts'

/** Adds the next key of each algorithm that has none yet. Returns false if all have one. */
export function addNextKeys(store: KeyStore, now: Date): Promise<boolean> {
  return changeAll(store, now, (keys) => withNextKey(keys, now))
}

/** Replaces all keys after a leak, which invalidates everything signed so far. */
export function replaceKeys(store: KeyStore, now: Date): Promise<boolean> {
  return changeAll(store, now, async ([{ jwk }]) => [await makeKey(now, algorithmOf(jwk))])
}

async function changeAll(
  store: KeyStore,
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
    await store.change(algorithm, now, changeRead)
  }
  return isChanged
}
