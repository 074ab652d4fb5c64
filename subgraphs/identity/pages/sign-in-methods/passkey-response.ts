// Checks of passkey responses in addition to those of the verifiers (Web Authentication, 7.1 and 7.2).
import type { IdentityContext } from '../../context.ts'
import { brokenPublicKey } from '../../domain/clients/client-keys.ts'
import { consumeChallenge } from '../../domain/sign-in/passkey-challenge.ts'

const ID_BYTES = { min: 16, max: 1_023 }

/** Whether a value can be the id of a passkey: base64url of at most 1,023 bytes. */
export function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,1364}$/.test(id)
}

interface Signed {
  challenge: string
  /** Whether the page was in a frame of another site. */
  isFramed: boolean
}

/**
 * The client data that the authenticator signed, if the challenge belongs to this asker. Consumes the
 * challenge. The verifiers offer a callback for this, but would report a failing database as a wrong passkey.
 */
export async function consumeSignedChallenge(
  ctx: IdentityContext,
  asker: string,
  credential: { response?: { clientDataJSON?: string } } | null | undefined,
): Promise<Signed | undefined> {
  const signed = await readClientData(credential?.response?.clientDataJSON)
  if (signed === undefined) return undefined
  return (await consumeChallenge(ctx, asker, signed.challenge)) ? signed : undefined
}

async function readClientData(clientDataJSON: unknown): Promise<Signed | undefined> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge, crossOrigin, topOrigin } = decodeClientDataJSON(
      clientDataJSON as string,
    ) as Record<string, unknown>
    if (typeof challenge !== 'string') return undefined
    return { challenge, isFramed: (crossOrigin ?? false) !== false || topOrigin !== undefined }
  } catch {
    return undefined
  }
}

/** Why the id or key of a new passkey is invalid; undefined if both are valid. */
export async function brokenPasskeyRule(
  id: string,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const bytes = Buffer.from(id, 'base64url').length
  if (bytes < ID_BYTES.min || bytes > ID_BYTES.max) {
    return `must have an id of ${ID_BYTES.min} to ${ID_BYTES.max} bytes`
  }
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const key = decodeCredentialPublicKey(publicKey)
  if (!cose.isCOSEPublicKeyRSA(key)) return undefined
  const [n, e] = [key.get(cose.COSEKEYS.n), key.get(cose.COSEKEYS.e)]
  return brokenPublicKey({ kty: 'RSA', n: base64url(n), e: base64url(e) })
}

const base64url = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('base64url')
