// Confirming that it is you, with the password or a passkey, before a way to sign in is added.
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { RequestHandler } from 'express'
import { forbidden } from '#foundation/errors.ts'
import { takeAttempt } from '../../domain/attempt-throttle.ts'
import { listPasskeys } from '../../domain/passkey.ts'
import { rememberChallenge } from '../../domain/passkey-challenge.ts'
import { proveCurrentPassword } from '../../domain/password.ts'
import { noteReauthentication } from '../../domain/reauthentication.ts'
import { reauthenticationPage, type ReauthenticationProps } from '../pages/reauthentication.ts'
import { queryParameters } from '../parameters.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'
import { takeChallengeOfAddress } from './attempts.ts'
import { sendPage } from './page.ts'
import { provenPasskey, relyingParty } from './passkey.ts'
import { requireSignIn, scriptCall } from './script-call.ts'
import { readForm, setSessionCookie, visit, type SignedInVisit, type Visit } from './browser-session.ts'

/** What is added next, and stands in `?for=`: a section of the account page. */
const PURPOSES: Readonly<Record<string, ReauthenticationProps['purpose']>> = {
  passkeys: 'passkeys',
  wallets: 'wallets',
}

/** By the right password. */
const CONFIRMATIONS = { most: 10, windowMs: 15 * 60_000 }

export function showReauthentication(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const { res, signedIn } = visiting
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    sendPage(res, await renderReauthentication({ ...visiting, signedIn }))
  })
}

export function submitReauthentication(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const form = await readForm(server, visiting)
    const { ctx, res, signedIn } = visiting
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    const password = form.get('password') ?? ''
    const proven = await proveCurrentPassword(ctx, signedIn.identity.id, password)
    if (proven === undefined) {
      const error = 'That is not your password.'
      sendPage(res, await renderReauthentication({ ...visiting, signedIn }, error), 403)
      return
    }
    await takeAttempt(ctx, `confirmations:${signedIn.identity.id}`, CONFIRMATIONS)
    const token = await noteReauthentication(ctx, signedIn.session, proven)
    setSessionCookie(server, visiting, token)
    res.redirect(303, sectionUrl(server, visiting))
  })
}

export function reauthenticationOptions(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting) => {
    requireSignIn(visiting)
    await takeChallengeOfAddress(visiting, 'passkey')
    const { ctx, signedIn } = visiting
    const passkeys = await listPasskeys(ctx, signedIn.identity.id)
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(server).rpID,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ id }) => ({ id })),
    })
    await rememberChallenge(ctx, reauthenticatingIn(visiting), options.challenge)
    return { options }
  })
}

export function reauthenticateWithPasskey(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (visiting, { credential }) => {
    requireSignIn(visiting)
    const { ctx, signedIn } = visiting
    const asked = { asker: reauthenticatingIn(visiting), owner: signedIn.identity.id }
    const passkey = await provenPasskey(server, visiting, credential, asked)
    if (passkey?.identityId !== signedIn.identity.id) {
      throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
    }
    const token = await noteReauthentication(ctx, signedIn.session)
    setSessionCookie(server, visiting, token)
    return { location: sectionUrl(server, visiting) }
  })
}

/** A signature that signs in, or comes from another sign-in of this browser, confirms nothing. */
function reauthenticatingIn({ browser, signedIn }: SignedInVisit): string {
  return `reauthentication ${browser}.${signedIn.session.id}`
}

function purposeOf({ req }: Visit): ReauthenticationProps['purpose'] {
  const asked = queryParameters(req).get('for') ?? ''
  return (Object.hasOwn(PURPOSES, asked) ? PURPOSES[asked] : undefined) ?? 'passkeys'
}

/** Where what was asked for is added now. */
function sectionUrl({ issuer }: AuthorizationServer, visiting: Visit): string {
  return `${issuer}/account#${purposeOf(visiting)}-section`
}

async function renderReauthentication(visiting: SignedInVisit, error?: string): Promise<string> {
  const { csrf, ctx, signedIn } = visiting
  const purpose = purposeOf(visiting)
  const passkeys = await listPasskeys(ctx, signedIn.identity.id)
  return reauthenticationPage({
    action: `/account/confirm?for=${purpose}`,
    csrf,
    purpose,
    account: signedIn.identity,
    passkey:
      passkeys.length === 0
        ? undefined
        : {
            optionsUrl: '/account/confirm/passkey/options',
            verifyUrl: `/account/confirm/passkey/verify?for=${purpose}`,
          },
    error,
  })
}
