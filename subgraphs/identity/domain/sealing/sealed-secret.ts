// Seals texts as compact JWE (RFC 7516) with KEY_ENCRYPTION_KEY: `dir` and A256GCM.
import { calculateJwkThumbprint, compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose'
import { SettingError } from '#foundation/settings/setting.ts'
import type { KeyEncryptionKeys } from '../../settings.ts'
import type { SecretName } from '../../tables/sealed-secrets.ts'

const DECRYPTION = {
  keyManagementAlgorithms: ['dir'],
  contentEncryptionAlgorithms: ['A256GCM'],
}

/** Seals a text. Its header names the key, and the row that it belongs to (RFC 7519, section 5.3). */
export async function sealSecret(key: Buffer, name: SecretName, text: string): Promise<string> {
  const header = { alg: 'dir', enc: 'A256GCM', kid: await thumbprint(key), sub: name }
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(header).encrypt(key)
}

/** The text of a row, and the key that sealed it. @throws SettingError if no key opens it */
export async function openSecret(
  keys: KeyEncryptionKeys,
  { name, jwe }: { name: SecretName; jwe: string },
): Promise<{ text: string; key: Buffer }> {
  const key = await keyOf(keys, jwe)
  const opened = key && (await compactDecrypt(jwe, key, DECRYPTION).catch(() => undefined))
  if (!key || !opened) throw new SettingError(`KEY_ENCRYPTION_KEY does not open ${name} ${LOST}`)
  if (opened.protectedHeader.sub === name)
    return { text: Buffer.from(opened.plaintext).toString(), key }
  throw new Error(`The row ${name} of sealed_secrets holds ${String(opened.protectedHeader.sub)}.`)
}

const LOST =
  'in the database. Set it to the key that sealed it, or to a new key and that one, separated by ' +
  'a comma. If that key is lost, see "A lost KEY_ENCRYPTION_KEY" in docs/operations/signing-keys.md.'

/** The configured key that the header names. */
async function keyOf(keys: KeyEncryptionKeys, jwe: string): Promise<Buffer | undefined> {
  const { kid } = headerOf(jwe)
  for (const key of keys) if ((await thumbprint(key)) === kid) return key
  return undefined
}

function headerOf(jwe: string): { kid?: string } {
  try {
    return decodeProtectedHeader(jwe)
  } catch {
    return {}
  }
}

/** The id of a key (RFC 7638). It says nothing about a key of 32 random bytes. */
function thumbprint(key: Buffer): Promise<string> {
  return calculateJwkThumbprint({ kty: 'oct', k: key.toString('base64url') })
}
