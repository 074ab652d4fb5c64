// The forms of the account page: path → the change, and the message after it.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound } from '#foundation/domain/errors.ts'
import {
  findDeparture,
  requestDeparture,
  withdrawDeparture,
} from '../../domain/departure/departure.ts'
import { removeEmailAddress } from '../../domain/email/email-address.ts'
import { requestVerification } from '../../domain/email/email-verification.ts'
import { disconnectApp } from '../../domain/grants/consent.ts'
import { updateProfile } from '../../domain/people/profile-change.ts'
import { updateUsername } from '../../domain/people/username.ts'
import { requestExport } from '../../domain/personal-data/export.ts'
import { endAllSessions, endSession } from '../../domain/sessions/session-end.ts'
import { removePasskey } from '../../domain/sign-in/passkey.ts'
import { changePassword, provedPassword } from '../../domain/sign-in/password-change.ts'
import { removePassword } from '../../domain/sign-in/password-removal.ts'
import { removeTotp } from '../../domain/sign-in/totp-set-up.ts'
import { changeTwoStep } from '../../domain/sign-in/two-step.ts'
import { unlinkWallet } from '../../domain/wallets/wallet.ts'
import { identityInput } from '../../input.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import {
  clearSessionCookie,
  setSessionCookie,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { rememberDevice } from '../cookies.ts'
import { noticePage } from '../notice-page.ts'
import type { PageResponse } from '../page.ts'
import { keptWays } from '../recovery/kept-ways.ts'
import type { ConfirmedPurpose } from '../sign-in/confirmation-page.ts'
import { newCodesPage } from '../sign-in-methods/recovery-codes.ts'
import { usernameIn } from '../form.ts'
import type { AccountSection } from './account-groups.ts'
import type { AccountResult } from './account-props.ts'
import { asPerson } from './as-person.ts'

/** Messages after a successful form, by the key in the URL: `?done=<key>`. */
const DONE = {
  profile: ['profile', 'Your profile is changed.'],
  username: ['username', 'Your username is changed.'],
  password: ['password', 'Your new password is set, and every other sign-in has ended.'],
  'password-removed': ['password', 'Your password is removed, and every other sign-in has ended.'],
  'passkey-added': ['passkeys', 'The passkey is added.'],
  'passkey-removed': ['passkeys', 'The passkey is removed.'],
  'wallet-linked': ['wallets', 'The wallet is linked.'],
  'wallet-unlinked': ['wallets', 'The wallet is unlinked.'],
  'email-sent': ['email', 'A mail is on its way. Follow the link in it.'],
  'email-removed': ['email', 'The address is removed.'],
  'totp-added': ['factors', 'Your authenticator app is on.'],
  'totp-removed': ['factors', 'The authenticator app is removed.'],
  'two-step': ['factors', 'Your choice is saved.'],
  'session-ended': ['sessions', 'That sign-in has ended.'],
  disconnected: ['apps', 'The app is disconnected.'],
  'export-requested': ['export', 'Your data is being collected.'],
  leaving: ['deletion', 'Your account will be deleted.'],
  staying: ['deletion', 'Your account stays.'],
} as const satisfies Record<string, readonly [AccountSection, text: string]>

type Done = keyof typeof DONE

export const sectionOf = (done: Done): AccountSection => DONE[done][0]

/** The message in its section, unless it is no longer true: the URL may be old, and anybody can write it. */
export async function doneNotice({
  ctx,
  req,
  signedIn,
}: SignedInBrowserSession): Promise<AccountResult> {
  const done = queryParameters(req).get('done') ?? ''
  if (!Object.hasOwn(DONE, done)) return {}
  if (done === 'leaving' || done === 'staying') {
    const isLeaving = (await findDeparture(ctx, signedIn.identity.id)) !== undefined
    if (isLeaving !== (done === 'leaving')) return {}
  }
  const [section, text] = DONE[done as Done]
  return { notices: { [section]: { kind: 'done', text } } }
}

/**
 * Performs the change of a form. Returns nothing, and the person continues at the section, or another response.
 * Errors that the person can mend are shown in the form. No text is a page, because many domain functions return one.
 */
type Change = (
  browserSession: SignedInBrowserSession,
  form: Parameters,
) => Promise<Exclude<PageResponse, string> | void>

export interface AccountForm {
  /** The message after a change that returns nothing. Its section is the one of the form. */
  done: Done
  /** What the person confirms first, for a sensitive change. */
  confirms?: ConfirmedPurpose
  /** False for a change that is not counted against the person's limit. */
  isCounted?: false
  change: Change
}

const textIn = (form: Parameters, name: string) => (form.get(name) ?? '').trim()

/** The profile in a form. Lines of the bio become one paragraph. */
export const profileIn = (form: Parameters) => ({
  displayName: textIn(form, 'displayName'),
  archetype: form.get('archetype') ?? '',
  bio: textIn(form, 'bio').replace(/\s+/g, ' '),
})

/** An empty text clears the bio. */
const changeProfile: Change = async (browserSession, form) => {
  const wanted = profileIn(form)
  const changes = { ...wanted, bio: wanted.bio || null }
  refuseIssues(identityInput.issues('UpdateProfileInput', changes))
  await updateProfile(asPerson(browserSession), changes, browserSession.signedIn.session)
}

const changeUsername: Change = async (browserSession, form) => {
  const { session } = browserSession.signedIn
  await updateUsername(asPerson(browserSession), usernameIn(form), session)
}

const submitPassword: Change = async (browserSession, form) => {
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
}

export const emailIn = (form: Parameters) => textIn(form, 'email')

const submitEmail: Change = async (browserSession, form) => {
  if (!browserSession.server.settings.mail) throw notFound('Page', '/account/email')
  const { session } = browserSession.signedIn
  await requestVerification(asPerson(browserSession), emailIn(form), session)
}

const submitTwoStep: Change = async ({ ctx, signedIn: { identity, session } }, form) => {
  const codes = await changeTwoStep(ctx, session, form.get('wanted') === 'yes')
  if (codes.length === 0) return undefined
  return { page: newCodesPage({ codes, account: identity, after: 'two-step' }), status: 200 }
}

const submitSessionEnd: Change = async (browserSession, form) => {
  const { ctx, signedIn } = browserSession
  const id = form.get('id') ?? ''
  await endSession(ctx, signedIn.identity.id, id, 'session_ended')
  if (id !== signedIn.session.id) return undefined
  clearSessionCookie(browserSession)
  return { to: '/sign-in' }
}

const submitEndOfAll: Change = async (browserSession) => {
  await endAllSessions(browserSession.ctx, browserSession.signedIn.identity.id)
  clearSessionCookie(browserSession)
  return { to: '/sign-in' }
}

const submitDeletion: Change = ({ ctx, signedIn: { identity, session } }, form) =>
  requestDeparture(ctx, identity, session, {
    username: textIn(form, 'confirmation').toLowerCase(),
    scrolls: form.get('scrolls') ?? '',
  })

/** Withdraws a deletion. Needs no step-up, because it only withdraws a request. */
const submitStay: Change = async (browserSession) => {
  const { ctx, signedIn } = browserSession
  if (await withdrawDeparture(ctx, signedIn.identity.id)) return undefined
  clearSessionCookie(browserSession)
  const text = 'Its two weeks were over before you chose to keep it.'
  const links = [{ href: '/sign-up', text: 'Create another account' }] as const
  return { page: noticePage({ title: 'Your account is deleted', text, links }), status: 200 }
}

export const ACCOUNT_FORMS: Readonly<Record<string, AccountForm>> = {
  '/account/profile': { done: 'profile', change: changeProfile },
  '/account/username': { done: 'username', confirms: 'username', change: changeUsername },
  '/account/password': {
    done: 'password',
    confirms: 'password',
    isCounted: false,
    change: submitPassword,
  },
  // The remaining passkey is known to work, because the person has just confirmed with it.
  '/account/password/remove': {
    done: 'password-removed',
    confirms: 'password',
    change: ({ ctx, signedIn: { identity, session } }) => removePassword(ctx, identity.id, session),
  },
  '/account/passkeys/remove': {
    done: 'passkey-removed',
    confirms: 'passkeys',
    change: ({ ctx, signedIn }, form) => removePasskey(ctx, signedIn.session, form.get('id') ?? ''),
  },
  '/account/wallets/unlink': {
    done: 'wallet-unlinked',
    confirms: 'wallets',
    change: async (browserSession, form) => {
      const { session } = browserSession.signedIn
      await unlinkWallet(asPerson(browserSession), form.get('id') ?? '', session)
    },
  },
  '/account/email': { done: 'email-sent', confirms: 'email', change: submitEmail },
  '/account/email/remove': {
    done: 'email-removed',
    confirms: 'email',
    change: async (browserSession) => {
      await removeEmailAddress(asPerson(browserSession), browserSession.signedIn.session)
    },
  },
  '/account/totp/remove': {
    done: 'totp-removed',
    confirms: 'factors',
    change: ({ ctx, signedIn: { identity, session } }) => removeTotp(ctx, identity.id, session),
  },
  '/account/two-step': { done: 'two-step', confirms: 'factors', change: submitTwoStep },
  '/account/sessions/end': { done: 'session-ended', isCounted: false, change: submitSessionEnd },
  '/account/sessions/end-all': { done: 'session-ended', isCounted: false, change: submitEndOfAll },
  '/account/apps/disconnect': {
    done: 'disconnected',
    change: ({ ctx, signedIn }, form) =>
      disconnectApp(ctx, signedIn.identity.id, form.get('id') ?? ''),
  },
  '/account/export': {
    done: 'export-requested',
    confirms: 'export',
    change: ({ ctx, signedIn }) => requestExport(ctx, signedIn.session),
  },
  '/account/deletion': { done: 'leaving', confirms: 'deletion', change: submitDeletion },
  '/account/deletion/withdraw': { done: 'staying', isCounted: false, change: submitStay },
}
