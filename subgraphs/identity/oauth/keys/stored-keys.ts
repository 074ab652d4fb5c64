// The stored form of the signing keys of one algorithm, in a file or sealed in the database.
import type { JWK } from 'jose'
import type { SecretName } from '../../tables/sealed-secrets.ts'
import type { Algorithm, SigningKeys } from './signing-keys.ts'

export interface StoredKey {
  jwk: JWK
  /** The time from which the key signs, in ISO 8601. */
  signsFrom: string
}

/** The name of the row in the database, and of the file without its ending. */
export function secretNameOf(algorithm: Algorithm): SecretName {
  return algorithm === 'ES256' ? 'signing-keys' : 'signing-keys-rs256'
}

export function serializeKeys(keys: SigningKeys): string {
  return JSON.stringify({ keys }, undefined, 2)
}

export function restoreKeys(stored: readonly StoredKey[]): SigningKeys {
  const keys = stored.map(({ jwk, signsFrom }) => ({ jwk, signsFrom: new Date(signsFrom) }))
  return keys as unknown as SigningKeys
}
