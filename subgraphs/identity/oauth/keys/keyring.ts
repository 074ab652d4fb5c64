// The signing keys of a running process: reloaded when others may have changed them, and rotated when due.
import type { JSONWebKeySet, JWK } from 'jose'
import { isReported } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { KeyStore } from './key-store.ts'
import {
  isRotationDue,
  publicKeySet,
  publishedKeysAt,
  signingKeyAt,
  withNextKey,
  type Algorithm,
  type SigningKeys,
} from './signing-keys.ts'

export interface Keyring {
  /** The private key that signs now. */
  signingKey(): Promise<JWK>
  /** The time since which the current key signs. */
  signsSince(): Promise<Date>
  /** How long ago this process last read the keys, in seconds; it tries at most every two seconds. */
  readAgeSeconds(): Promise<number>
  /** The public keys for verification: those that signed, sign or will sign next. */
  published(): Promise<JSONWebKeySet>
}

const REREAD_MS = 2_000

/**
 * The keys of an algorithm. Each call rotates or removes keys that are due; services fetch the keys every five minutes.
 * The last keys stay in use while reading fails, and if a withdrawn key is back: whoever can write to the store could
 * restore an earlier sealed state.
 */
export function createKeyring(
  store: KeyStore,
  now: () => Date,
  log: Log,
  algorithm: Algorithm = 'ES256',
): Keyring {
  let keys: Promise<SigningKeys> | undefined
  let readAt = -Infinity
  let freshAt = readAt
  let isStale = false
  const refuseWithdrawn = createWithdrawals()
  const read = async (at: Date, last: Promise<SigningKeys> | undefined): Promise<SigningKeys> => {
    try {
      const found = refuseWithdrawn(await readTended({ store, algorithm }, at, log))
      freshAt = at.getTime()
      isStale = false
      return found
    } catch (error) {
      if (!last) throw error
      // Outages of the database are logged elsewhere.
      if (!isStale && !isReported(error)) {
        isStale = true
        log.error({ err: error }, 'the signing keys cannot be read: the last ones stay in use')
      }
      return last
    }
  }
  const current = (): Promise<SigningKeys> => {
    const at = now()
    if (keys && Math.abs(at.getTime() - readAt) < REREAD_MS) return keys
    readAt = at.getTime()
    return (keys = read(at, keys))
  }
  return {
    signingKey: async () => signingKeyAt(await current(), now()).jwk,
    signsSince: async () => signingKeyAt(await current(), now()).signsFrom,
    readAgeSeconds: async () => {
      await current()
      return (now().getTime() - freshAt) / 1_000
    },
    published: async () => publicKeySet(publishedKeysAt(await current(), now())),
  }
}

/** Creates a function that remembers withdrawn keys, and throws if one of them is back. */
function createWithdrawals(): (keys: SigningKeys) => SigningKeys {
  let last = new Set<string>()
  const withdrawn = new Set<string>()
  return (keys) => {
    const kids = new Set(keys.map(({ jwk }) => jwk.kid!))
    const back = [...kids].find((kid) => withdrawn.has(kid))
    if (back !== undefined) throw new Error(`The signing key ${back} was withdrawn, and is back.`)
    for (const kid of last.difference(kids)) withdrawn.add(kid)
    last = kids
    return keys
  }
}

/** Reads the keys, after any due rotation or removal. If that fails, returns them unchanged. */
async function readTended(
  { store, algorithm }: { store: KeyStore; algorithm: Algorithm },
  at: Date,
  log: Log,
): Promise<SigningKeys> {
  const keys = await store.read(algorithm, at)
  const due = isRotationDue(keys, at) || publishedKeysAt(keys, at).length < keys.length
  if (!due) return keys
  return store
    .change(algorithm, at, (read) => tend(read, at))
    .catch((error: unknown) => {
      log.error({ err: error }, 'the signing keys could not be rotated')
      return keys
    })
}

async function tend(keys: SigningKeys, at: Date): Promise<SigningKeys> {
  const kept = publishedKeysAt(keys, at)
  return isRotationDue(kept, at) ? withNextKey(kept, at) : kept
}
