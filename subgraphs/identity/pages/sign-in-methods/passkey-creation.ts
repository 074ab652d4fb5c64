// Creates passkeys: the options for the browser, and the checks of its response (Web Authentication, section 7.1).
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { invalidInput } from '#foundation/domain/errors.ts'
import { brokenPublicKey } from '../../domain/clients/client-keys.ts'
import type { AuthorizationServer } from '../../oauth/request-context.ts'
import type { Identity, Passkey } from '../../tables.ts'
import type { BrowserSession } from '../browser-session.ts'
import { consumeSignedChallenge, relyingParty, webAuthn } from './passkey-proof.ts'

/** The options for creating a passkey for a person. */
export async function creationOptions(
  server: AuthorizationServer,
  { id, displayName, username }: Pick<Identity, 'id' | 'displayName' | 'username'>,
  known: readonly Passkey[] = [],
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Ecosystem',
    rpID: relyingParty(server).rpID,
    userName: username,
    userDisplayName: displayName,
    userID: new TextEncoder().encode(id),
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The new passkey for the challenge of `asker`. @throws VALIDATION_ERROR for anything invalid */
export async function registered(
  { ctx, server }: BrowserSession,
  credential: unknown,
  asker: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'>> {
  const response = credential as RegistrationResponseJSON | null | undefined
  const signed = await consumeSignedChallenge(ctx, asker, response)
  if (!response || !signed) throw invalidCredential('is not a passkey made here')
  if (signed.isFramed) throw invalidCredential('must not be made in a frame of another site')
  const { origin, rpID } = relyingParty(server)
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: signed.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  const made = verified?.verified ? verified.registrationInfo.credential : undefined
  if (!made) throw invalidCredential('is not a passkey made here')
  const reason = await brokenPasskeyRule(made.id, made.publicKey)
  if (reason !== undefined) throw invalidCredential(reason)
  return { id: made.id, publicKey: Buffer.from(made.publicKey), counter: made.counter }
}

function invalidCredential(reason: string) {
  return invalidInput([{ field: 'credential', reason }])
}

const ID_BYTES = { min: 16, max: 1_023 }

/** Why the id or key of a new passkey is invalid, in addition to the checks of the library; undefined if both are valid. */
async function brokenPasskeyRule(
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
