// The changes made by the forms of the account page.
import { DomainError, notFound } from '#foundation/domain/errors.ts'
import { consumeAttempt } from '../../../domain/secrets/attempt-throttle.ts'
import { disconnectApp } from '../../../domain/grants/consent.ts'
import { removeEmailAddress } from '../../../domain/email/email-address.ts'
import { requestVerification } from '../../../domain/email/email-verification.ts'
import { changePassword, provedPassword } from '../../../domain/sign-in/password-change.ts'
import { removePasskey } from '../../../domain/sign-in/passkey.ts'
import { endAllSessions, endSession } from '../../../domain/sessions/session-end.ts'
import { updateUsername } from '../../../domain/people/username.ts'
import { unlinkWallet } from '../../../domain/wallets/wallet.ts'
import type { KeptWays } from '../../../domain/sign-in/ways-in.ts'
import { sectionUrl } from '../../pages/account/account-groups.ts'
import type { AccountProps, AccountSection } from '../../pages/account/account-props.ts'
import { answerName, keepName, type KeptKind } from '../../pages/recovery/kept-ways.ts'
import { dayWords } from '../../pages/time.ts'
import type { Parameters } from '../../parameters.ts'
import { asPerson } from './as-person.ts'
import { rememberDevice } from '../known-device-cookie.ts'
import { fieldErrors } from '../field-errors.ts'
import {
  clearSessionCookie,
  setSessionCookie,
  type SignedInBrowserSession,
} from '../browser-session.ts'

/** Limited because each stays in the audit trail for months. */
const CHANGES = { max: 100, windowMs: 15 * 60_000 }

/**
 * Performs the change of a form, and returns the section or page to continue at. The page shows field errors;
 * other errors are thrown.
 */
export type Change = (
  browserSession: SignedInBrowserSession,
  form: Parameters,
) => Promise<
  { done: string } | { page: string } | (Partial<AccountProps> & { wantedEmail?: string })
>

export const usernameIn = (form: Parameters): string =>
  (form.get('username') ?? '').trim().toLowerCase()

export const emailIn = (form: Parameters): string => (form.get('email') ?? '').trim()

export const changeUsername: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const wantedUsername = usernameIn(form)
  const { session } = browserSession.signedIn
  const refusal = await updateUsername(asPerson(browserSession), wantedUsername, session).then(
    () => undefined,
    usernameErrors,
  )
  if (refusal) return { ...refusal, wantedUsername }
  return { done: sectionUrl('username', 'username') }
}

function usernameErrors(error: unknown): Pick<AccountProps, 'errors'> {
  const details = error instanceof DomainError ? error.extensions.details : {}
  if (details.reason !== 'USERNAME_CHANGED_RECENTLY') {
    return fieldErrors(error, { username: 'The username' })
  }
  const availableAt = dayWords(new Date(details.availableAt as string))
  return { errors: { username: `You can change your username again from ${availableAt}.` } }
}

export const submitPassword: Change = async (browserSession, form) => {
  const { identity, session } = browserSession.signedIn
  const passwords = {
    currentPassword: provedPassword(session) ? (form.get('currentPassword') ?? '') : undefined,
    newPassword: form.get('newPassword') ?? '',
    kept: keptWays(form),
  }
  const labels = { currentPassword: 'The current password', newPassword: 'The new password' }
  const changed = await changePassword(
    asPerson(browserSession),
    identity,
    session,
    passwords,
  ).catch((error: unknown) => fieldErrors(error, labels))
  if (typeof changed !== 'string') return { ...changed, keeping: form }
  setSessionCookie(browserSession, changed)
  // The change invalidated all known devices, including this one.
  await rememberDevice(browserSession, identity.id)
  return { done: sectionUrl('password', 'password') }
}

/** The ways in that the form keeps. */
export function keptWays(form: Parameters): KeptWays {
  return {
    passkeys: idsToKeep(form, 'passkey'),
    wallets: idsToKeep(form, 'wallet'),
    recoveryCodes: idsToKeep(form, 'recovery'),
    addresses: idsToKeep(form, 'email'),
    totp: idsToKeep(form, 'totp'),
  }
}

function idsToKeep(form: Parameters, kind: KeptKind): string[] {
  const kept = [...form].filter(([, value]) => value === 'keep').map(([name]) => name)
  return [keepName(kind, ''), answerName(kind, '')].flatMap((prefix) =>
    kept.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
  )
}

export const submitPasskeyRemoval: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { ctx, signedIn } = browserSession
  const refusal = await removePasskey(ctx, signedIn.session, form.get('id') ?? '').then(
    () => undefined,
    (error: unknown) => ruleNotice('passkeys', error),
  )
  return refusal ?? { done: sectionUrl('passkeys', 'passkey-removed') }
}

export const submitWalletUnlinking: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { session } = browserSession.signedIn
  const refusal = await unlinkWallet(asPerson(browserSession), form.get('id') ?? '', session).then(
    () => undefined,
    (error: unknown) => ruleNotice('wallets', error),
  )
  return refusal ?? { done: sectionUrl('wallets', 'wallet-unlinked') }
}

export const submitEmail: Change = async (browserSession, form) => {
  if (!browserSession.server.config.domainSettings.mail) throw notFound('Page', '/account/email')
  await countChange(browserSession)
  const wanted = emailIn(form)
  const { session } = browserSession.signedIn
  const refusal = await requestVerification(asPerson(browserSession), wanted, session).then(
    () => undefined,
    (error: unknown) => fieldErrors(error, { email: 'The e-mail address' }),
  )
  if (refusal) return { ...refusal, wantedEmail: wanted }
  return { done: sectionUrl('email', 'email-sent') }
}

export const submitEmailRemoval: Change = async (browserSession) => {
  await countChange(browserSession)
  const { session } = browserSession.signedIn
  const refusal = await removeEmailAddress(asPerson(browserSession), session).then(
    () => undefined,
    (error: unknown) => ruleNotice('email', error),
  )
  return refusal ?? { done: sectionUrl('email', 'email-removed') }
}

/** The notice of a broken rule in the section. @throws any other error */
export function ruleNotice(section: AccountSection, error: unknown): Pick<AccountProps, 'notices'> {
  const isRule = error instanceof DomainError && error.extensions.details.reason === 'LAST_WAY_IN'
  if (!isRule) throw error
  return { notices: { [section]: { kind: 'error', text: error.message } } }
}

export const submitSessionEnd: Change = async (browserSession, form) => {
  const { ctx, signedIn } = browserSession
  const id = form.get('id') ?? ''
  await endSession(ctx, signedIn.identity.id, id, 'session_ended')
  if (id !== signedIn.session.id) return { done: sectionUrl('sessions', 'session-ended') }
  clearSessionCookie(browserSession)
  return { done: '/sign-in' }
}

export const submitEndOfAll: Change = async (browserSession) => {
  await endAllSessions(browserSession.ctx, browserSession.signedIn.identity.id)
  clearSessionCookie(browserSession)
  return { done: '/sign-in' }
}

export const submitDisconnection: Change = async (browserSession, form) => {
  await countChange(browserSession)
  await disconnectApp(browserSession.ctx, browserSession.signedIn.identity.id, form.get('id') ?? '')
  return { done: sectionUrl('apps', 'disconnected') }
}

/**
 * Counts a change against the person's limit. Ending sessions does not count, so that an intruder cannot keep
 * the owner from signing them out.
 */
export function countChange({ ctx, signedIn }: SignedInBrowserSession): Promise<void> {
  return consumeAttempt(ctx, `changes:${signedIn.identity.id}`, CHANGES)
}
