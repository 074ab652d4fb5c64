// Confirmation with the strongest factor: before sensitive actions on the account page, and before an app gets
// something that requires more than one factor.
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { findRemovable } from '../../domain/recovery/removable-ways.ts'
import { consumeAttempt } from '../../domain/secrets/attempt-throttle.ts'
import { METHODS, withSecondFactor } from '../../domain/sessions/second-factor.ts'
import { findStepUpMethods, stepUp, type Proof } from '../../domain/sessions/step-up.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { proveCurrentPassword } from '../../domain/sign-in/password.ts'
import { proveTotp } from '../../domain/sign-in/totp.ts'
import { authorizationUrl } from '../../oauth/authorization-request.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { countFailure } from '../attempts.ts'
import {
  formHandler,
  setSessionCookie,
  type BrowserSession,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { passkeyUrls, requestingClient, samePage, walletUrls } from '../destination.ts'
import { CONSOLE_PAGE } from '../page-paths.ts'
import { requireSignIn, type ScriptCall } from '../script-call.ts'
import { passkeyCalls } from '../sign-in-methods/passkey-proof.ts'
import { walletCalls } from '../sign-in-methods/wallet-proof.ts'
import {
  confirmationPage,
  isConfirmedPurpose,
  purposePath,
  type ConfirmationProps,
} from './confirmation-page.ts'

/** Limits confirmations with the right password. */
const CONFIRMATIONS = { max: 10, windowMs: 15 * 60_000 }

/** GET: the confirmation page. */
export const showConfirmation: PageHandler = async (browserSession) => {
  const { signedIn } = browserSession
  if (!signedIn) return { to: samePage(browserSession, '/sign-in') }
  return renderConfirmation({ ...browserSession, signedIn })
}

/** POST: the password, with a code if the person has an authenticator app. */
export const submitConfirmation = formHandler(async (unchecked, form) => {
  const { ctx, signedIn } = unchecked
  if (!signedIn) return { to: samePage(unchecked, '/sign-in') }
  const browserSession = { ...unchecked, signedIn }
  const { password } = await findStepUpMethods(ctx, signedIn.identity.id)
  if (!password) throw forbidden('Confirm with a passkey or a wallet.', { reason: 'step_up' })
  const proven = await provenBy(browserSession, form)
  if ('errors' in proven) {
    return { page: await renderConfirmation(browserSession, proven.errors), status: 403 }
  }
  return { to: await noteProof(browserSession, proven) }
})

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

function recordRefusal({ ctx, signedIn }: SignedInBrowserSession, method: string): Promise<void> {
  const entry = { kind: 'sign_in_refused', identityId: signedIn.identity.id } as const
  return recordAudit(ctx, { ...entry, details: { method, step: 'confirmation' } })
}

const WRONG_CODE = 'That is not the code that your app shows now, or it has been used.'

/**
 * The methods that a first factor and the code of the app prove together; undefined for a wrong code. Without an app,
 * no code is needed.
 */
async function withCode(
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

/** Records the proof in the session, and returns the URL to continue at. */
async function noteProof(browserSession: SignedInBrowserSession, proof: Proof): Promise<string> {
  const { ctx, signedIn } = browserSession
  setSessionCookie(browserSession, await stepUp(ctx, signedIn.session, proof))
  return nextUrl(browserSession)
}

/**
 * The script calls of the confirmation page at that path: the one in the account, or the one for apps, which keeps its
 * opener. @throws INSUFFICIENT_PERMISSIONS without a session, and for a passkey or wallet of another person
 */
export const confirmationCalls = (path: string): Readonly<Record<string, ScriptCall>> => ({
  ...passkeyCalls(
    path,
    (browserSession) => {
      const confirming = signedInSession(browserSession)
      const owner = confirming.signedIn.identity.id
      return { confirming, owner, asker: askerOf(confirming) }
    },
    async (_browserSession, passkey, { confirming, owner }) => {
      if (passkey?.identityId !== owner) {
        await countFailure(confirming)
        await recordRefusal(confirming, 'passkey')
        throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
      }
      return noteProof(confirming, { method: 'passkey', methods: METHODS.passkey })
    },
  ),
  ...walletCalls(
    path,
    (browserSession) => askerOf(signedInSession(browserSession)),
    async (browserSession, signer, body) => {
      const confirming = signedInSession(browserSession)
      const { ctx, signedIn } = confirming
      const { wallet } = await findStepUpMethods(ctx, signedIn.identity.id)
      if (!wallet || signer?.identityId !== signedIn.identity.id) {
        await countFailure(confirming)
        await recordRefusal(confirming, 'wallet')
        throw forbidden('This wallet does not sign in to your account.', { reason: 'wallet' })
      }
      const code = typeof body.walletCode === 'string' ? body.walletCode : ''
      const methods = await withCode(confirming, 'wallet', code)
      if (methods) return noteProof(confirming, { method: 'wallet', methods })
      await recordRefusal(confirming, 'totp')
      throw forbidden(WRONG_CODE, { reason: 'code' })
    },
  ),
})

function signedInSession(browserSession: BrowserSession): SignedInBrowserSession {
  requireSignIn(browserSession)
  return browserSession
}

/** Binds signatures to confirmations in this session. */
function askerOf({ browser, signedIn }: SignedInBrowserSession): string {
  return `reauthentication ${browser}.${signedIn.session.id}`
}

function purposeOf({ req }: BrowserSession) {
  const purpose = queryParameters(req).get('for') ?? ''
  return isConfirmedPurpose(purpose) ? purpose : 'passkeys'
}

/** The URL to continue at: the app's request, a page of the console, or a section of the account page. */
function nextUrl(browserSession: BrowserSession): string {
  const { req, server } = browserSession
  const sent = queryParameters(req)
  if (sent.has('client_id')) return authorizationUrl(server, sent)
  const purpose = purposeOf(browserSession)
  const to = sent.get('to') ?? ''
  const path = purpose === 'console' && CONSOLE_PAGE.test(to) ? to : purposePath(purpose)
  return server.issuer + path
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
