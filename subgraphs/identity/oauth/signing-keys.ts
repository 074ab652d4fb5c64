// The keys that sign access tokens: made at first start, kept in the data folder, published as JWKS.
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import { readOrMake } from './made-once.ts'

const ALGORITHM = 'ES256'

/** The private keys, the one that signs first. */
export type SigningKeys = [JWK, ...JWK[]]

/** Reads the keys in `<dataDir>/signing-keys.json`, and makes one there at first start. */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const file = join(dataDir, 'signing-keys.json')
  return (JSON.parse(await readOrMake(file, makeKeyFile)) as { keys: SigningKeys }).keys
}

/** The public members alone (RFC 7517). */
export function publicKeySet(keys: SigningKeys): JSONWebKeySet {
  return {
    keys: keys.map(
      ({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use }) as JWK,
    ),
  }
}

async function makeKeyFile(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const key = { ...jwk, kid: crypto.randomUUID(), alg: ALGORITHM, use: 'sig' }
  return JSON.stringify({ keys: [key] })
}
