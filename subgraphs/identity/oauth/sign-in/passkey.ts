// Passkeys: signing in with one, and adding one to an account (Web Authentication, section 7).
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RequestHandler } from 'express'
import { refuseIssues, visibleTextIssues } from '#foundation/bounds.ts'
import { forbidden, invalidInput } from '#foundation/errors.ts'
import { addressPrincipal } from '#foundation/rate-limit.ts'
import { recordAudit } from '../../domain/audit.ts'
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  rememberChallenge,
  takeChallenge,
} from '../../domain/passkey.ts'
import type { Passkey } from '../../tables.ts'
import type { AuthorizationServer } from '../server.ts'
import { takeAttempt } from '../../domain/brake.ts'
import { destination } from './destination.ts'
import { requireRecentSignIn, scriptCall, textOf } from './script-call.ts'
import { takeAttemptOfAddress } from './sign-in.ts'
import { signIn, type Visit } from './visit.ts'

/** What both ceremonies are bound to. */
function relyingParty({ issuer }: AuthorizationServer) {
  const { hostname, origin } = new URL(issuer)
  return { rpID: hostname, origin }
}

/** Every opening of the sign-in page asks, for the offer in its username field: that is no guess. */
const ASKED_BY_AN_ADDRESS = { most: 1000, windowMs: 15 * 60_000 }

export function passkeySignInOptions(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting) => {
    const address = addressPrincipal(visiting.req.ip ?? '')
    await takeAttempt(visiting.ctx, `passkey-options:${address}`, ASKED_BY_AN_ADDRESS)
    const { rpID } = relyingParty(server)
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    await rememberChallenge(visiting.ctx, visiting.browser, options.challenge)
    return { options }
  })
}

export function signInWithPasskey(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting, { credential }) => {
    const { ctx } = visiting
    await takeAttemptOfAddress(visiting)
    const passkey = await provenPasskey(server, visiting, credential)
    const person = passkey && (await ctx.loaders.identity.load(passkey.identityId))
    if (!person || person.disabledAt !== null) {
      const details = { method: 'passkey' }
      await recordAudit(ctx, { kind: 'sign_in_refused', details })
      throw forbidden('This passkey does not sign in anybody here.', { reason: 'passkey' })
    }
    const session = await signIn(server, visiting, person, 'passkey')
    return { location: destination(server, visiting, session) }
  })
}

/** The passkey that signed this browser's challenge, or undefined for whatever is wrong. */
async function provenPasskey(
  server: AuthorizationServer,
  { browser, ctx }: Visit,
  credential: unknown,
): Promise<Passkey | undefined> {
  const response = credential as AuthenticationResponseJSON | undefined
  const passkey = typeof response?.id === 'string' ? await findPasskey(ctx, response.id) : undefined
  if (!response || !passkey) return undefined
  const { origin, rpID } = relyingParty(server)
  const { id, counter, publicKey } = passkey
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, browser, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id, counter, publicKey: new Uint8Array(publicKey) },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const used = { id, counter: verified.authenticationInfo.newCounter }
  return (await notePasskeyUse(ctx, used)) ? passkey : undefined
}

export function passkeyAddOptions(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting) => {
    requireRecentSignIn(visiting)
    const { browser, ctx, signedIn } = visiting
    const { id, displayName, username } = signedIn.identity
    const known = await listPasskeys(ctx, id)
    const options = await generateRegistrationOptions({
      rpName: 'Ecosystem',
      rpID: relyingParty(server).rpID,
      userName: username,
      userDisplayName: displayName,
      userID: new TextEncoder().encode(id),
      attestationType: 'none',
      excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await rememberChallenge(ctx, browser, options.challenge)
    return { options }
  })
}

export function addNewPasskey(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting, body) => {
    requireRecentSignIn(visiting)
    const { ctx, signedIn } = visiting
    const name = textOf(body, 'name').trim()
    refuseIssues(visibleTextIssues('name', name, 60))
    const made = await registered(server, visiting, body.credential)
    if (!made) throw invalidInput([{ field: 'credential', reason: 'is not a passkey made here' }])
    const identityId = signedIn.identity.id
    const { id, publicKey, counter, transports = [] } = made
    await addPasskey(ctx, {
      id,
      identityId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
      name,
    })
    return { location: `${server.issuer}/account?done=passkey-added#passkeys-section` }
  })
}

async function registered(
  server: AuthorizationServer,
  { browser, ctx }: Visit,
  credential: unknown,
) {
  const { origin, rpID } = relyingParty(server)
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(ctx, browser, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.registrationInfo.credential : undefined
}
