// The changes made by the forms of the account page.
import { notFound } from '#foundation/domain/errors.ts'
import { consumeAttempt } from '../../domain/secrets/attempt-throttle.ts'
import { disconnectApp } from '../../domain/grants/consent.ts'
import { removeEmailAddress } from '../../domain/email/email-address.ts'
import { requestVerification } from '../../domain/email/email-verification.ts'
import { changePassword, provedPassword } from '../../domain/sign-in/password-change.ts'
import { removePasskey } from '../../domain/sign-in/passkey.ts'
import { endAllSessions, endSession } from '../../domain/sessions/session-end.ts'
import { updateUsername } from '../../domain/people/username.ts'
import { unlinkWallet } from '../../domain/wallets/wallet.ts'
import type { KeptWays } from '../../domain/sign-in/ways-in.ts'
import { ADDRESS } from '../claim/address-question.ts'
import { sectionUrl } from './account-groups.ts'
import { answerName, keepName, type KeptKind } from '../recovery/kept-ways.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { asPerson } from './as-person.ts'
import { rememberDevice } from '../known-device-cookie.ts'
import {
  clearSessionCookie,
  setSessionCookie,
  type SignedInBrowserSession,
} from '../browser-session.ts'

/** Limits changes by one person, because each stays in the audit trail for months. */
const CHANGES = { max: 100, windowMs: 15 * 60_000 }

/**
 * Performs the change of a form, and returns the section to continue at, or a page. Errors that the person can
 * mend are shown in the form (`refusalIn`).
 */
export type Change = (
  browserSession: SignedInBrowserSession,
  form: Parameters,
) => Promise<{ done: string } | { page: string }>

export const usernameIn = (form: Parameters): string =>
  (form.get('username') ?? '').trim().toLowerCase()

export const emailIn = (form: Parameters): string => (form.get('email') ?? '').trim()

export const changeUsername: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { session } = browserSession.signedIn
  await updateUsername(asPerson(browserSession), usernameIn(form), session)
  return { done: sectionUrl('username', 'username') }
}

export const submitPassword: Change = async (browserSession, form) => {
  const { identity, session } = browserSession.signedIn
  const passwords = {
    currentPassword: provedPassword(session) ? (form.get('currentPassword') ?? '') : undefined,
    newPassword: form.get('newPassword') ?? '',
    kept: keptWays(form),
  }
  const token = await changePassword(asPerson(browserSession), identity, session, passwords)
  setSessionCookie(browserSession, token)
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
    addresses: [...idsToKeep(form, 'email'), ...(form.get(ADDRESS) ? [form.get(ADDRESS)!] : [])],
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
  await removePasskey(ctx, signedIn.session, form.get('id') ?? '')
  return { done: sectionUrl('passkeys', 'passkey-removed') }
}

export const submitWalletUnlinking: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { session } = browserSession.signedIn
  await unlinkWallet(asPerson(browserSession), form.get('id') ?? '', session)
  return { done: sectionUrl('wallets', 'wallet-unlinked') }
}

export const submitEmail: Change = async (browserSession, form) => {
  if (!browserSession.server.settings.mail) throw notFound('Page', '/account/email')
  await countChange(browserSession)
  const { session } = browserSession.signedIn
  await requestVerification(asPerson(browserSession), emailIn(form), session)
  return { done: sectionUrl('email', 'email-sent') }
}

export const submitEmailRemoval: Change = async (browserSession) => {
  await countChange(browserSession)
  await removeEmailAddress(asPerson(browserSession), browserSession.signedIn.session)
  return { done: sectionUrl('email', 'email-removed') }
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
