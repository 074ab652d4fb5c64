// Messages of the account page after a successful form: `?done=<key>`. Anybody can write that URL.
import { findDeparture } from '../../domain/departure/departure.ts'
import type { AccountProps, AccountSection } from './account-props.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import type { SignedInBrowserSession } from '../browser-session.ts'

const DONE: Readonly<Record<string, readonly [AccountSection, text: string]>> = {
  profile: ['profile', 'Your profile is changed.'],
  username: ['username', 'Your username is changed.'],
  password: ['password', 'Your new password is set, and every other sign-in has ended.'],
  'passkey-added': ['passkeys', 'The passkey is added.'],
  'passkey-removed': ['passkeys', 'The passkey is removed.'],
  'wallet-linked': ['wallets', 'The wallet is linked.'],
  'wallet-unlinked': ['wallets', 'The wallet is unlinked.'],
  'email-sent': ['email', 'A mail is on its way. Follow the link in it.'],
  'email-removed': ['email', 'The address is removed.'],
  'totp-added': ['factors', 'Your authenticator app is on.'],
  'totp-removed': ['factors', 'The authenticator app is removed.'],
  'two-step': ['factors', 'Your choice is saved.'],
  'password-removed': ['password', 'Your password is removed, and every other sign-in has ended.'],
  'session-ended': ['sessions', 'That sign-in has ended.'],
  'export-requested': ['export', 'Your data is being collected.'],
  leaving: ['deletion', 'Your account will be deleted.'],
  staying: ['deletion', 'Your account stays.'],
  disconnected: ['apps', 'The app is disconnected.'],
}

/** The message in its section, unless it is no longer true. */
export async function doneNotice(
  browserSession: SignedInBrowserSession,
): Promise<AccountProps['notices']> {
  const done = queryParameters(browserSession.req).get('done') ?? ''
  if (!Object.hasOwn(DONE, done) || !(await isTrueOutcome(browserSession, done))) return undefined
  const [section, text] = DONE[done]!
  return { [section]: { kind: 'done', text } }
}

/** Whether the outcome in the URL is still true: the URL may be old, and anybody can write it. */
async function isTrueOutcome(
  { ctx, signedIn }: SignedInBrowserSession,
  done: string,
): Promise<boolean> {
  if (done !== 'leaving' && done !== 'staying') return true
  const isLeaving = (await findDeparture(ctx, signedIn.identity.id)) !== undefined
  return isLeaving === (done === 'leaving')
}
