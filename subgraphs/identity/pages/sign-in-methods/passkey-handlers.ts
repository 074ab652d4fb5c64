// Passkeys: signing in with one, and adding one to an account (Web Authentication, section 7).
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { refuseIssues, visibleTextIssues } from '#foundation/domain/bounds.ts'
import { forbidden, invalidInput } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
} from '../../domain/sign-in/passkey.ts'
import { rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import type { Identity, Passkey } from '../../tables.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { AuthorizationServer } from '../../oauth/request-context.ts'
import { countChallenge, countFailure } from '../attempts.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { brokenPasskeyRule, consumeSignedChallenge, isCredentialId } from './passkey-response.ts'
import { textOf, type ScriptBody } from '../script-call.ts'
import { steppedUp } from '../account/after-step-up.ts'
import {
  setSessionCookie,
  type SignedInBrowserSession,
  type BrowserSession,
} from '../browser-session.ts'

/** The library, loaded with the first passkey, because it is a lot of code to load at startup. */
export const webAuthn = () => import('@simplewebauthn/server')

/** The relying party for both ceremonies. */
export function relyingParty({ issuer }: AuthorizationServer) {
  const { hostname, origin } = new URL(issuer)
  return { rpID: hostname, origin }
}

export async function passkeySignInOptions(browserSession: BrowserSession) {
  await countChallenge(browserSession, 'passkey')
  const { rpID } = relyingParty(browserSession.server)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await rememberChallenge(browserSession.ctx, browserSession.browser, options.challenge)
  return { options }
}

export async function signInWithPasskey(
  browserSession: BrowserSession,
  { credential }: ScriptBody,
) {
  const { ctx } = browserSession
  const passkey = await provenPasskey(browserSession, credential, {
    asker: browserSession.browser,
  })
  const person = passkey && (await ctx.loaders.identity.load(passkey.identityId))
  if (!person || person.disabledAt !== null) {
    await countFailure(browserSession)
    const details = { method: 'passkey' }
    await recordAudit(ctx, { kind: 'sign_in_refused', details })
    throw forbidden('This passkey cannot sign in to any account here.', { reason: 'passkey' })
  }
  return { location: await completeSignIn(browserSession, person, 'passkey') }
}

interface ExpectedSigner {
  /** The requester of the challenge. */
  asker: string
  /** The account whose passkeys are accepted, if known. */
  owner?: string
}

/** The passkey that signed the challenge of `asker`; undefined for anything invalid. */
export async function provenPasskey(
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

export async function passkeyAddOptions(unchecked: BrowserSession) {
  const browserSession = await steppedUp(unchecked)
  await countChallenge(browserSession, 'passkey')
  const { ctx, server, signedIn } = browserSession
  const known = await listPasskeys(ctx, signedIn.identity.id)
  const options = await creationOptions(server, signedIn.identity, known)
  await rememberChallenge(ctx, addingIn(browserSession), options.challenge)
  return { options }
}

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

/** The requester of a challenge to add a passkey: one session, not another in the same browser. */
function addingIn({ browser, signedIn }: SignedInBrowserSession): string {
  return `${browser}.${signedIn.session.id}`
}

export async function addNewPasskey(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  const { ctx, server, signedIn } = browserSession
  const name = textOf(body, 'name').trim()
  refuseIssues(visibleTextIssues('name', name, 60))
  const made = await registered(browserSession, body.credential, addingIn(browserSession))
  const identityId = signedIn.identity.id
  const passkey = { ...made, identityId, name }
  setSessionCookie(browserSession, await addPasskey(ctx, passkey, signedIn.session))
  return { location: server.issuer + sectionUrl('passkeys', 'passkey-added') }
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
