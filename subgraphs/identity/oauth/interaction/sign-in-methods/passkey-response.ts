// What the responses of passkeys must be beyond what the verifiers check (Web Authentication, 7.1 and 7.2).
import type { IdentityContext } from '../../../context.ts'
import { brokenPublicKey } from '../../../domain/clients/client-keys.ts'
import { consumeChallenge } from '../../../domain/sign-in/passkey-challenge.ts'

const ID_BYTES = { min: 16, max: 1_023 }

/** base64url of at most 1,023 bytes. Passkeys from before the lower limit keep their ids. */
export function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,1364}$/.test(id)
}

interface Signed {
  challenge: string
  /** Whether the page that asked was in a frame of another site. */
  isFramed: boolean
}

/**
 * What the browser had a device sign, if this asker was given its challenge. This uses the challenge up. The
 * verifiers could do this in a callback, but an error they throw means a wrong passkey, not an outage.
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

/** What is wrong with the id or the key of a new passkey; undefined for a sound one. */
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
