// Confirming that it is you, with the password or a passkey, before a sign-in method is added.
import type { RequestHandler } from 'express'
import { forbidden } from '#foundation/domain/errors.ts'
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
import { provenPasskey, relyingParty, webAuthn } from './passkey.ts'
import { requireSignIn, scriptCall } from './script-call.ts'
import {
  readForm,
  setSessionCookie,
  readBrowserSession,
  type SignedInBrowserSession,
  type BrowserSession,
} from './browser-session.ts'

/** What is added next, and stands in `?for=`: a section of the account page. */
const PURPOSES: Readonly<Record<string, ReauthenticationProps['purpose']>> = {
  passkeys: 'passkeys',
  wallets: 'wallets',
  email: 'email',
  'second-factor': 'second-factor',
  recovery: 'recovery',
  password: 'password',
}

/** By the right password. */
const CONFIRMATIONS = { most: 10, windowMs: 15 * 60_000 }

export function showReauthentication(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const { res, signedIn } = browserSession
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    sendPage(res, await renderReauthentication({ ...browserSession, signedIn }))
  })
}

export function submitReauthentication(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    const { ctx, res, signedIn } = browserSession
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    const password = form.get('password') ?? ''
    const proven = await proveCurrentPassword(ctx, signedIn.identity.id, password)
    if (proven === undefined) {
      const error = 'That is not your password.'
      sendPage(res, await renderReauthentication({ ...browserSession, signedIn }, error), 403)
      return
    }
    await takeAttempt(ctx, `confirmations:${signedIn.identity.id}`, CONFIRMATIONS)
    const token = await noteReauthentication(ctx, signedIn.session, proven)
    setSessionCookie(browserSession, token)
    res.redirect(303, sectionUrl(browserSession))
  })
}

export function reauthenticationOptions(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession) => {
    requireSignIn(browserSession)
    await takeChallengeOfAddress(browserSession, 'passkey')
    const { ctx, signedIn } = browserSession
    const passkeys = await listPasskeys(ctx, signedIn.identity.id)
    const { generateAuthenticationOptions } = await webAuthn()
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(server).rpID,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ id }) => ({ id })),
    })
    await rememberChallenge(ctx, reauthenticatingIn(browserSession), options.challenge)
    return { options }
  })
}

export function reauthenticateWithPasskey(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, { credential }) => {
    requireSignIn(browserSession)
    const { ctx, signedIn } = browserSession
    const expected = { asker: reauthenticatingIn(browserSession), owner: signedIn.identity.id }
    const passkey = await provenPasskey(browserSession, credential, expected)
    if (passkey?.identityId !== signedIn.identity.id) {
      throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
    }
    const token = await noteReauthentication(ctx, signedIn.session)
    setSessionCookie(browserSession, token)
    return { location: sectionUrl(browserSession) }
  })
}

/** A signature made for signing in, or in another session of this browser, does not count. */
function reauthenticatingIn({ browser, signedIn }: SignedInBrowserSession): string {
  return `reauthentication ${browser}.${signedIn.session.id}`
}

function purposeOf({ req }: BrowserSession): ReauthenticationProps['purpose'] {
  const purpose = queryParameters(req).get('for') ?? ''
  return (Object.hasOwn(PURPOSES, purpose) ? PURPOSES[purpose] : undefined) ?? 'passkeys'
}

/** The section of the account page in which the new sign-in method is added. */
function sectionUrl(browserSession: BrowserSession): string {
  return `${browserSession.server.issuer}/account#${purposeOf(browserSession)}-section`
}

async function renderReauthentication(
  browserSession: SignedInBrowserSession,
  error?: string,
): Promise<string> {
  const { csrf, ctx, signedIn } = browserSession
  const purpose = purposeOf(browserSession)
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
