// Confirmation with the strongest factor: before sensitive actions on the account page, and before an app gets
// something that requires more than one factor.
import { forbidden } from '#foundation/domain/errors.ts'
import { consumeAttempt } from '../../domain/secrets/attempt-throttle.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { findRemovable } from '../../domain/recovery/removable-ways.ts'
import { proveCurrentPassword } from '../../domain/sign-in/password.ts'
import { METHODS, withSecondFactor } from '../../domain/sessions/second-factor.ts'
import { findStepUpMethods, stepUp, type Proof } from '../../domain/sessions/step-up.ts'
import { proveTotp } from '../../domain/sign-in/totp.ts'
import {
  confirmationPage,
  isConfirmedPurpose,
  purposePath,
  type ConfirmationProps,
} from './confirmation-page.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { authorizationUrl } from '../../oauth/authorization-request.ts'
import { passkeyUrls, requestingClient, samePage, walletUrls } from '../destination.ts'
import { CONSOLE_PAGE } from '../page-paths.ts'
import { sendPage } from '../page.ts'
import {
  readForm,
  setSessionCookie,
  type SignedInBrowserSession,
  type BrowserSession,
} from '../browser-session.ts'

/** Limits confirmations with the right password. */
const CONFIRMATIONS = { max: 10, windowMs: 15 * 60_000 }

/** GET: the confirmation page. */
export async function showConfirmation(browserSession: BrowserSession): Promise<void> {
  const { res, signedIn } = browserSession
  if (!signedIn) res.redirect(303, samePage(browserSession, '/sign-in'))
  else sendPage(res, await renderConfirmation({ ...browserSession, signedIn }))
}

/** POST: the password, with a code if the person has an authenticator app. */
export async function submitConfirmation(browserSession: BrowserSession): Promise<void> {
  const form = await readForm(browserSession)
  const { ctx, res, signedIn } = browserSession
  if (!signedIn) {
    res.redirect(303, samePage(browserSession, '/sign-in'))
    return
  }
  const signedInSession = { ...browserSession, signedIn }
  const { password } = await findStepUpMethods(ctx, signedIn.identity.id)
  if (!password) throw forbidden('Confirm with a passkey or a wallet.', { reason: 'step_up' })
  const proven = await provenBy(signedInSession, form)
  if ('errors' in proven) {
    sendPage(res, await renderConfirmation(signedInSession, proven.errors), 403)
    return
  }
  await noteProof(signedInSession, proven)
  res.redirect(303, nextUrl(browserSession))
}

/** Checks the password and code. Returns the proof, or the errors. @throws RATE_LIMIT_EXCEEDED */
async function provenBy(
  browserSession: SignedInBrowserSession,
  form: Parameters,
): Promise<Proof | { errors: ConfirmationProps['errors'] }> {
  const { ctx, signedIn } = browserSession
  const { id } = signedIn.identity
  const passwordHash = await proveCurrentPassword(ctx, id, form.get('password') ?? '')
  if (passwordHash === undefined) {
    await recordRefusal(browserSession, 'password')
    return { errors: { password: 'That is not your password.' } }
  }
  await consumeAttempt(ctx, `confirmations:${id}`, CONFIRMATIONS)
  const methods = await withCode(browserSession, 'password', form.get('code') ?? '')
  if (methods) return { method: 'password', methods, passwordHash }
  await recordRefusal(browserSession, 'totp')
  return { errors: { code: WRONG_CODE } }
}

export function recordRefusal(
  { ctx, signedIn }: SignedInBrowserSession,
  method: string,
): Promise<void> {
  const entry = { kind: 'sign_in_refused', identityId: signedIn.identity.id } as const
  return recordAudit(ctx, { ...entry, details: { method, step: 'confirmation' } })
}

export const WRONG_CODE = 'That is not the code that your app shows now, or it has been used.'

/**
 * The methods that a first factor and the code of the app prove together; undefined for a wrong code. Without an app,
 * no code is needed.
 */
export async function withCode(
  { ctx, server, signedIn }: SignedInBrowserSession,
  method: 'password' | 'wallet',
  code: string,
): Promise<Proof['methods'] | undefined> {
  const { identity } = signedIn
  const { code: isAsked } = await findStepUpMethods(ctx, identity.id)
  if (!isAsked) return METHODS[method]
  const owner = { identityId: identity.id, key: server.secret }
  return (await proveTotp(ctx, owner, code, 'session'))
    ? withSecondFactor(METHODS[method], 'totp')
    : undefined
}

export async function noteProof(
  browserSession: SignedInBrowserSession,
  proof: Proof,
): Promise<void> {
  const { ctx, signedIn } = browserSession
  setSessionCookie(browserSession, await stepUp(ctx, signedIn.session, proof))
}

function purposeOf({ req }: BrowserSession) {
  const purpose = queryParameters(req).get('for') ?? ''
  return isConfirmedPurpose(purpose) ? purpose : 'passkeys'
}

/** The URL to continue at: the app's request, or a section of the account page. */
export function nextUrl(browserSession: BrowserSession): string {
  const { req, server } = browserSession
  const sent = queryParameters(req)
  if (sent.has('client_id')) return authorizationUrl(server, sent)
  return server.issuer + backPath(browserSession)
}

function backPath(browserSession: BrowserSession): string {
  const purpose = purposeOf(browserSession)
  const to = queryParameters(browserSession.req).get('to') ?? ''
  return purpose === 'console' && CONSOLE_PAGE.test(to) ? to : purposePath(purpose)
}

async function nextOf(browserSession: BrowserSession): Promise<ConfirmationProps['next']> {
  const client = await requestingClient(browserSession)
  if (client) return { client, switchAction: samePage(browserSession, '/consent/switch') }
  const purpose = purposeOf(browserSession)
  return { purpose, back: purposePath(purpose) }
}

/** Whether a recovery by mail may remove all passkeys. */
async function canMailRemovePasskeys({ ctx, signedIn }: SignedInBrowserSession): Promise<boolean> {
  const { id } = signedIn.identity
  const may = await findRemovable(ctx, { id, since: null })
  return (await listPasskeys(ctx, id)).every(({ createdAt }) => may.passkey(createdAt))
}

async function renderConfirmation(
  browserSession: SignedInBrowserSession,
  errors?: ConfirmationProps['errors'],
): Promise<string> {
  const { csrf, ctx, req, signedIn } = browserSession
  const offered = await findStepUpMethods(ctx, signedIn.identity.id)
  return confirmationPage({
    csrf,
    account: signedIn.identity,
    next: await nextOf(browserSession),
    passwordAction: offered.password ? samePage(browserSession, req.path) : undefined,
    asksCode: offered.code,
    passkey: offered.passkey ? passkeyUrls(browserSession, req.path) : undefined,
    wallet: offered.wallet ? walletUrls(browserSession, req.path) : undefined,
    signInUrl: samePage(browserSession, '/sign-in'),
    mailHelps: await canMailRemovePasskeys(browserSession),
    errors,
  })
}
