// Account recovery: a new password by a mailed link or a recovery code.
import { checkGuess, consumeAttempt } from '../../domain/secrets/attempt-throttle.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import { countMail } from '../../domain/mail/mail-limit.ts'
import {
  redeemRecoveryCode,
  requestPasswordReset,
  resetPassword,
} from '../../domain/recovery/password-reset.ts'
import { findPasswordReset, type RecoveringIdentity } from '../../domain/recovery/reset-link.ts'
import { currentUsername } from '../../domain/people/username.ts'
import { noticePage } from '../notice-page.ts'
import { isUndecided, removedWays } from './kept-ways.ts'
import {
  newPasswordPage,
  recoveryCodePage,
  recoveryPage,
  type NewPasswordProps,
} from './recovery-page.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { linkUrl, tokenOf } from '../page-url.ts'
import { keptWays } from '../account/account-forms.ts'
import { asOwner } from '../account/as-person.ts'
import { countForAddress } from '../../oauth/address-limit.ts'
import { countFailure, recoveryBuckets } from '../attempts.ts'
import {
  clearSessionCookie,
  outOfDateText,
  readFormOrOutOfDate,
  type BrowserSession,
} from '../browser-session.ts'
import { fieldErrors } from '../field-errors.ts'
import { sendPage } from '../page.ts'
import { waysOf } from './recovery-ways.ts'

const WINDOW_MS = 3_600_000
/** Limits requests from one network address, whether or not the person exists. */
const FROM_AN_ADDRESS = { max: 50, windowMs: WINDOW_MS }
/** Limits attempts with one link: each password is checked, and the last one hashed. */
const SUBMISSIONS = { max: 20, windowMs: WINDOW_MS }

export async function showRecovery(browserSession: BrowserSession): Promise<void> {
  const { csrf, res, server } = browserSession
  if (!server.settings.mail) {
    redirectToCode(browserSession)
    return
  }
  sendPage(res, recoveryPage({ action: '/recover', csrf }))
}

/** Redirects to the page for recovery codes, because no mail is sent. */
function redirectToCode({ res, server }: Pick<BrowserSession, 'res' | 'server'>): void {
  res.redirect(303, `${server.issuer}/recover/code`)
}

/** POST: requests a link, with the same response and work for every name. Only a worker looks up whom to write to. */
export async function submitRecovery(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  if (!server.settings.mail) {
    redirectToCode(browserSession)
    return
  }
  if (isOutOfDate) {
    const shown = { username: nameIn(form), error: outOfDateText(browserSession) }
    sendPage(res, recoveryPage({ action: '/recover', csrf: browserSession.csrf, ...shown }), 403)
    return
  }
  const username = await currentUsername(ctx, nameIn(form))
  await countForAddress(browserSession, 'recover', FROM_AN_ADDRESS)
  await countMail(ctx, `to-name:${username.slice(0, 40)}`)
  await requestPasswordReset(ctx, username)
  const text =
    'If there is an account with this username and it has a verified e-mail address, a link is on its way to it. It works for 30 minutes.'
  const links = [
    { href: '/sign-in', text: 'Back to sign-in' },
    { href: '/recover/code', text: 'Use a recovery code instead' },
  ] as const
  sendPage(res, noticePage({ title: 'Check your mail', text, links }))
}

export async function showRecoveryCode(browserSession: BrowserSession): Promise<void> {
  sendPage(browserSession.res, renderCode(browserSession, {}))
}

export async function submitRecoveryCode(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  const typed = nameIn(form)
  if (isOutOfDate) {
    const shown = { username: typed, error: outOfDateText(browserSession) }
    sendPage(res, renderCode(browserSession, shown), 403)
    return
  }
  const username = await currentUsername(ctx, typed)
  const buckets = recoveryBuckets(browserSession)
  const code = form.get('code') ?? ''
  const token = await checkGuess(ctx, buckets, () => redeemRecoveryCode(ctx, username, code))
  if (token === undefined) {
    const error = 'Wrong username or code.'
    sendPage(res, renderCode(browserSession, { username: typed, error }), 403)
    return
  }
  res.redirect(303, linkUrl(server, '/recover/password', token))
}

export async function showNewPassword(browserSession: BrowserSession): Promise<void> {
  const token = tokenOf(browserSession)
  const identity = await findPasswordReset(browserSession.ctx, token)
  if (!identity) throw linkIsOver()
  sendPage(browserSession.res, await renderNewPassword(browserSession, identity, { token }))
}

export async function submitNewPassword(browserSession: BrowserSession): Promise<void> {
  const { ctx, res } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  const token = form.get('token') ?? ''
  const identity = await findPasswordReset(ctx, token)
  if (!identity) {
    await countFailure(browserSession)
    throw linkIsOver()
  }
  const showAgain = async (shown: Pick<NewPasswordProps, 'error' | 'notice'>, status: number) => {
    const props = { token, keeping: form, ...shown }
    sendPage(res, await renderNewPassword(browserSession, identity, props), status)
  }
  if (isOutOfDate) {
    await showAgain({ notice: outOfDateText(browserSession) }, 403)
    return
  }
  await consumeAttempt(ctx, `new-passwords:${identity.id}`, SUBMISSIONS)
  const ways = { ...(await waysOf(browserSession, identity)), keeping: form }
  const refusal = isUndecided(ways)
    ? { errors: {} }
    : await setNewPassword(browserSession, identity, form)
  if (refusal) {
    await showAgain({ error: refusal.errors.newPassword }, 400)
    return
  }
  clearSessionCookie(browserSession)
  const text = doneWords(removedWays(ways))
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  sendPage(res, noticePage({ title: 'Your password is set', text, links }))
}

/** Sets the new password, or returns its errors. */
function setNewPassword(
  { ctx }: BrowserSession,
  identity: RecoveringIdentity,
  form: Parameters,
): Promise<{ errors: { newPassword?: string } } | undefined> {
  const reset = {
    token: form.get('token') ?? '',
    newPassword: form.get('newPassword') ?? '',
    kept: keptWays(form),
  }
  return resetPassword(asOwner(ctx, identity), identity, reset).then(
    () => undefined,
    (error: unknown) => fieldErrors(error, { newPassword: 'The new password' }),
  )
}

function doneWords(removed: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB').format(removed)
  return [
    'Every earlier sign-in has ended.',
    ...(removed.length > 0 ? [`What you did not keep is removed: ${list}.`] : []),
    'Sign in with the new password.',
  ].join(' ')
}

function nameIn(form: Parameters): string {
  return (form.get('username') ?? '').trim().toLowerCase()
}

function renderCode(
  { csrf, server }: BrowserSession,
  shown: { username?: string; error?: string },
): string {
  const offersMail = server.settings.mail !== undefined
  return recoveryCodePage({ action: '/recover/code', csrf, offersMail, ...shown })
}

async function renderNewPassword(
  browserSession: BrowserSession,
  identity: RecoveringIdentity,
  shown: Pick<NewPasswordProps, 'token' | 'error' | 'notice' | 'keeping'>,
): Promise<string> {
  return newPasswordPage({
    // The token is also in the URL, so that a refused form leads back to its page.
    action: `/recover/password?${new URLSearchParams({ token: shown.token })}`,
    csrf: browserSession.csrf,
    account: identity,
    ...(await waysOf(browserSession, identity)),
    ...shown,
  })
}
