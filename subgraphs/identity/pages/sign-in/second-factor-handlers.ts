// The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code, which is consumed.
import { forbidden } from '#foundation/domain/errors.ts'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import {
  findPendingSignIn,
  consumePendingSignIn,
  type PendingIdentity,
} from '../../domain/sessions/pending-sign-in.ts'
import { spendRecoveryCode } from '../../domain/sign-in/recovery-code.ts'
import {
  findFactors,
  METHODS,
  withSecondFactor,
  type SecondFactor,
} from '../../domain/sessions/second-factor.ts'
import { proveTotpToSignIn } from '../../domain/sign-in/totp.ts'
import { secondFactorPage, type SecondFactorProps } from './second-factor-page.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { recoveryBuckets, countFailure } from '../attempts.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { passkeyUrls, requestingClient, samePage } from '../destination.ts'
import { knownDevice } from '../known-device-cookie.ts'
import { claimUrl, completeSignIn } from './complete-sign-in.ts'
import { sendPage } from '../page.ts'
import { provenPasskey } from '../sign-in-methods/passkey-handlers.ts'
import { askForPasskey } from '../sign-in-methods/passkey-options.ts'
import type { ScriptBody } from '../script-call.ts'

export async function showSecondFactor(browserSession: BrowserSession): Promise<void> {
  const pending = await findPendingSignIn(browserSession.ctx, browserSession.browser)
  if (!pending) browserSession.res.redirect(303, samePage(browserSession, '/sign-in'))
  else sendPage(browserSession.res, await renderSecondFactor(browserSession, pending))
}

export async function submitSecondFactor(browserSession: BrowserSession): Promise<void> {
  const { ctx, res } = browserSession
  const form = await readForm(browserSession)
  await requestingClient(browserSession)
  const pending = await findPendingSignIn(ctx, browserSession.browser)
  if (!pending) {
    res.redirect(303, samePage(browserSession, '/sign-in'))
    return
  }
  const url = await signInBy(browserSession, pending, form)
  if (url !== undefined) {
    res.redirect(303, url)
    return
  }
  const field = form.has('recoveryCode') ? 'recoveryCode' : 'code'
  await recordRefusal(browserSession, pending, field === 'code' ? 'totp' : 'recovery_code')
  const errors = { [field]: 'Wrong code, or one that was used already.' }
  sendPage(res, await renderSecondFactor(browserSession, pending, errors), 403)
}

/** The URL to continue at; undefined for a wrong code. A right code is not consumed if somebody claims the account. */
async function signInBy(
  browserSession: BrowserSession,
  pending: PendingIdentity,
  form: Parameters,
): Promise<string | undefined> {
  try {
    const by = await provenBy(browserSession, pending, form)
    return by && (await finish(browserSession, pending, by))
  } catch (error) {
    const url = await claimUrl(browserSession, pending.identity.id, error)
    if (url === undefined) throw error
    return url
  }
}

/** The factor that a code proves; undefined for a wrong code. */
async function provenBy(
  browserSession: BrowserSession,
  { identity }: PendingIdentity,
  form: Parameters,
): Promise<SecondFactor | undefined> {
  const { browser, ctx, server } = browserSession
  const recoveryCode = form.get('recoveryCode')
  if (recoveryCode === undefined) {
    const owner = { identityId: identity.id, key: server.secret }
    const device = await knownDevice(browserSession, identity.username)
    const guesser = device === undefined ? 'stranger' : 'device'
    return (await proveTotpToSignIn(ctx, owner, form.get('code') ?? '', guesser))
      ? 'totp'
      : undefined
  }
  const waiting = { browser, identityId: identity.id }
  return checkGuess(ctx, recoveryBuckets(browserSession), async () =>
    (await spendRecoveryCode(ctx, waiting, recoveryCode)) ? 'recovery_code' : undefined,
  )
}

export async function secondFactorOptions(browserSession: BrowserSession) {
  const { identity } = await requirePending(browserSession)
  const asker = askerOf(browserSession, identity.id)
  const options = await askForPasskey(browserSession, asker, identity.id)
  return { options }
}

export async function secondFactorByPasskey(
  browserSession: BrowserSession,
  { credential }: ScriptBody,
) {
  const pending = await requirePending(browserSession)
  const { id } = pending.identity
  const expected = { asker: askerOf(browserSession, id), owner: id }
  const passkey = await provenPasskey(browserSession, credential, expected)
  if (passkey?.identityId !== id) {
    await countFailure(browserSession)
    await recordRefusal(browserSession, pending, 'passkey')
    throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
  }
  return { location: await finish(browserSession, pending, 'passkey') }
}

/** Binds signatures to this sign-in of this person in this browser. */
function askerOf({ browser }: BrowserSession, identityId: string): string {
  return `second factor ${browser}.${identityId}`
}

/** The browser's pending sign-in. @throws INSUFFICIENT_PERMISSIONS if there is none */
async function requirePending({ browser, ctx }: BrowserSession): Promise<PendingIdentity> {
  const pending = await findPendingSignIn(ctx, browser)
  if (pending) return pending
  throw forbidden('This took too long. Sign in again.', { reason: 'session' })
}

/** Signs the person in, once. */
async function finish(
  browserSession: BrowserSession,
  { identity, method, passwordHash }: PendingIdentity,
  by: SecondFactor,
): Promise<string> {
  const { browser, ctx } = browserSession
  // A recovery code has already ended the pending sign-in.
  if (by !== 'recovery_code') await consumePendingSignIn(ctx, browser, identity.id)
  const proven = { id: identity.id, ...(passwordHash !== null && { passwordHash }) }
  const methods = withSecondFactor(METHODS[method], by)
  return completeSignIn(browserSession, proven, method, methods)
}

function recordRefusal({ ctx }: BrowserSession, { identity }: PendingIdentity, method: string) {
  const entry = { kind: 'sign_in_refused', identityId: identity.id } as const
  return recordAudit(ctx, { ...entry, details: { method, step: 'second_factor' } })
}

async function renderSecondFactor(
  browserSession: BrowserSession,
  { identity }: PendingIdentity,
  errors?: SecondFactorProps['errors'],
): Promise<string> {
  const { csrf, ctx } = browserSession
  const { totp, passkeys } = await findFactors(ctx, identity.id)
  return secondFactorPage({
    action: samePage(browserSession, '/sign-in/second-factor'),
    csrf,
    client: await requestingClient(browserSession),
    account: identity,
    totp,
    passkey: passkeys === 0 ? undefined : passkeyUrls(browserSession, '/sign-in/second-factor'),
    backUrl: samePage(browserSession, '/sign-in'),
    errors,
  })
}
