// Proves who somebody is by a passkey (Web Authentication, section 7.2): the script calls of every page that offers it.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { IdentityContext } from '../../context.ts'
import { findPasskey, listPasskeys, notePasskeyUse } from '../../domain/sign-in/passkey.ts'
import { consumeChallenge, rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import type { AuthorizationServer } from '../../oauth/request-context.ts'
import type { Passkey } from '../../tables.ts'
import { countChallenge } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import type { ScriptCall } from '../script-call.ts'

/** The library, loaded with the first passkey, because it is a lot of code to load at startup. */
export const webAuthn = () => import('@simplewebauthn/server')

/** The relying party for both ceremonies. */
export function relyingParty({ issuer }: AuthorizationServer) {
  const { hostname, origin } = new URL(issuer)
  return { rpID: hostname, origin }
}

/** Who may sign a challenge. */
export interface ExpectedSigner {
  /** The requester of the challenge. Only it can use the signature. */
  asker: string
  /** The account whose passkeys are accepted, if known. */
  owner?: string
}

/**
 * The script calls of the page at that path. `accept` takes the passkey that signed, or undefined for anything
 * invalid, and returns the URL to continue at.
 */
export function passkeyCalls<Signer extends ExpectedSigner>(
  path: string,
  expect: (browserSession: BrowserSession) => Promise<Signer> | Signer,
  accept: (
    browserSession: BrowserSession,
    passkey: Passkey | undefined,
    signer: Signer,
  ) => Promise<string>,
): Readonly<Record<string, ScriptCall>> {
  return {
    [`${path}/passkey/options`]: async (browserSession) => ({
      options: await requestOptions(browserSession, await expect(browserSession)),
    }),
    [`${path}/passkey/verify`]: async (browserSession, { credential }) => {
      const signer = await expect(browserSession)
      const passkey = await provenPasskey(browserSession, credential, signer)
      return { location: await accept(browserSession, passkey, signer) }
    },
  }
}

async function requestOptions(browserSession: BrowserSession, { asker, owner }: ExpectedSigner) {
  await countChallenge(browserSession, 'passkey')
  const { ctx, server } = browserSession
  const known = owner === undefined ? undefined : await listPasskeys(ctx, owner)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(server).rpID,
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(({ id }) => ({ id })) }),
  })
  await rememberChallenge(ctx, asker, options.challenge)
  return options
}

async function provenPasskey(
  { ctx, server }: BrowserSession,
  credential: unknown,
  { asker, owner }: ExpectedSigner,
): Promise<Passkey | undefined> {
  const response = credential as AuthenticationResponseJSON | null | undefined
  const passkey = isCredentialId(response?.id) ? await findPasskey(ctx, response.id) : undefined
  if (!response || !passkey) return undefined
  const signed = await consumeSignedChallenge(ctx, asker, response)
  if (!signed || signed.isFramed || !namesOwner(response, passkey, owner)) return undefined
  const { origin, rpID } = relyingParty(server)
  const { id, counter, publicKey } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: signed.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id, counter, publicKey: new Uint8Array(publicKey) },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const used = { id, counter: verified.authenticationInfo.newCounter }
  return (await notePasskeyUse(ctx, used)) ? passkey : undefined
}

/** Whether a value can be the id of a passkey: base64url of at most 1,023 bytes. */
function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,1364}$/.test(id)
}

/**
 * Whether the authenticator names the passkey's owner. It may omit the owner if the account is already known
 * (Web Authentication, 7.2, step 6).
 */
function namesOwner(
  { response }: AuthenticationResponseJSON,
  { identityId }: Passkey,
  owner: string | undefined,
): boolean {
  // Authenticators send null, which the type does not include.
  const userHandle = response.userHandle as string | null | undefined
  if (userHandle === undefined || userHandle === null) return owner === identityId
  return userHandle === Buffer.from(identityId).toString('base64url')
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
