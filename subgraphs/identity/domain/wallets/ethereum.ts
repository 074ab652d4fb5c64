// The parts of Ethereum that prove ownership of a wallet: addresses, signatures, the text to sign.
import { keccak_256 } from '@noble/hashes/sha3.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The address in the mixed case that encodes its checksum (EIP-55). */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = hex(keccak_256(Buffer.from(digits)))
  const cased = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index]!, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** The hash that `personal_sign` signs (EIP-191, version 0x45). */
export function personalMessageHash(message: string): Uint8Array {
  const text = Buffer.from(message)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`)
  return keccak_256(Buffer.concat([prefix, text]))
}

/** The last byte of a signature, as wallets write it, and the recovery id that it stands for. */
const RECOVERY = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * The address whose key signed the text, from r‖s‖v in hexadecimal. Undefined for an invalid signature: not 65
 * bytes, an unknown v, no point on the curve, or the high one of the two values of s, which anybody can derive
 * from the low one.
 */
export async function recoverAddress(
  message: string,
  signature: string,
): Promise<string | undefined> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const recovery = RECOVERY.get(bytes[64]!)
  if (recovery === undefined) return undefined
  // Loaded on first use: it takes 2 MiB, and many processes never see a signature.
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    if (parsed.hasHighS()) return undefined
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(personalMessageHash(message))
    return addressOf(key.toBytes(false))
  } catch {
    return undefined
  }
}

/** The address of an uncompressed public key, whose first byte only marks the format. */
export function addressOf(publicKey: Uint8Array): string {
  return checksumAddress(`0x${hex(keccak_256(publicKey.subarray(1)).subarray(12))}`)
}

export interface SignInText {
  /** The URL that the signature is for; its host is the domain that requests it. */
  uri: string
  address: string
  /** A single line that says what the signer agrees to. */
  statement: string
  chainId: number
  /** A random value of ASCII letters and digits. */
  nonce: string
  issuedAt: Date
  expiresAt: Date
}

/** The text that a wallet shows and signs (EIP-4361). */
export function signInMessage(text: SignInText): string {
  return [
    `${new URL(text.uri).host} wants you to sign in with your Ethereum account:`,
    text.address,
    '',
    text.statement,
    '',
    `URI: ${text.uri}`,
    'Version: 1',
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expiration Time: ${text.expiresAt.toISOString()}`,
  ].join('\n')
}
