// The keys that sign access tokens: made at first start, kept in the data folder, published as JWKS.
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'

const ALGORITHM = 'ES256'

/** The private keys, the one that signs first. */
export type SigningKeys = [JWK, ...JWK[]]

/** Reads the keys in `<dataDir>/signing-keys.json`, and makes one there at first start. */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const file = join(dataDir, 'signing-keys.json')
  const found = await readFile(file, 'utf8').catch(ignoreMissing)
  if (found !== undefined) return (JSON.parse(found) as { keys: SigningKeys }).keys
  await mkdir(dataDir, { recursive: true })
  await createKeyFile(file)
  return loadSigningKeys(dataDir)
}

/** The public members alone (RFC 7517). */
export function publicKeySet(keys: SigningKeys): JSONWebKeySet {
  return {
    keys: keys.map(
      ({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use }) as JWK,
    ),
  }
}

/** Of two processes that start at the same moment one makes the file, and both read that one. */
async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}`
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const key = { ...jwk, kid: crypto.randomUUID(), alg: ALGORITHM, use: 'sig' }
  await writeFile(draft, JSON.stringify({ keys: [key] }), { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
