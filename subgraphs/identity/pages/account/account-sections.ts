// The sections of the account: title, content, and a short text for links.
import type { Content } from '../html.ts'
import { email } from '../sign-in-methods/email.ts'
import { passkeys } from '../sign-in-methods/passkeys.ts'
import { password } from '../sign-in-methods/password.ts'
import { recovery } from '../sign-in-methods/recovery-codes.ts'
import { isPasskeyAlone, twoStep } from '../sign-in-methods/two-step.ts'
import { wallets } from '../sign-in-methods/wallets.ts'
import { dayWords } from '../time.ts'
import type { AccountSection } from './account-groups.ts'
import type { AccountProps } from './account-props.ts'
import { connectedApps, sessions } from './devices.ts'
import { profileForm, username } from './profile.ts'
import { dataExport, deletion } from './your-data.ts'

interface Section {
  title: string
  about: string
  content: (props: AccountProps) => Content
  /** A short text next to the link on the first page; `about` by default. */
  state?: (props: AccountProps) => string
  /** Whether the section is shown; always by default. */
  isShown?: (props: AccountProps) => boolean
}

export const SECTIONS: Readonly<Record<AccountSection, Section>> = {
  profile: {
    title: 'Profile',
    about: 'How others meet you, in every service.',
    content: profileForm,
  },
  username: {
    title: 'Username',
    about: 'What you sign in with, and how others find you.',
    content: username,
  },
  email: {
    title: 'E-mail',
    about: 'For getting back in, and for notices about your account.',
    content: email,
    state: (props) => props.email?.address ?? 'None yet',
    isShown: (props) => props.offersMail || props.email !== undefined,
  },
  password: {
    title: 'Password',
    about: 'Changing it ends every other sign-in.',
    content: password,
    state: ({ hasPassword }) => (hasPassword ? 'Set' : 'None'),
  },
  passkeys: {
    title: 'Passkeys',
    about: 'Sign in with a finger, a face or a key.',
    content: passkeys,
    state: (props) => countWords(props.passkeys.length, 'passkey'),
  },
  wallets: {
    title: 'Wallets',
    about: 'Sign in with a wallet, and own what is yours on a chain.',
    content: wallets,
    state: (props) => countWords(props.wallets.length, 'wallet'),
  },
  factors: {
    title: 'Second factor',
    about: 'With one, your password alone does not open your account.',
    content: twoStep,
    state: factorWords,
  },
  recovery: {
    title: 'Recovery codes',
    about: 'Each opens your account once, if you lose everything else.',
    content: recovery,
    state: ({ recoveryCodes: { count } }) =>
      count === 0 ? 'None' : `${countWords(count, 'code')} left`,
  },
  sessions: {
    title: 'Sign-ins',
    about: 'Where you are signed in now.',
    content: sessions,
    state: (props) => countWords(props.sessions.length, 'browser'),
  },
  apps: {
    title: 'Connected apps',
    about: 'Apps that may act for you.',
    content: connectedApps,
    state: (props) => countWords(props.apps.length, 'app'),
  },
  export: {
    title: 'A copy of your data',
    about: 'Everything that all services hold about you, in one file.',
    content: dataExport,
    state: exportWords,
  },
  deletion: {
    title: 'Delete your account',
    about: 'You have two weeks to change your mind.',
    content: deletion,
    state: ({ deletion }) =>
      deletion ? `On ${dayWords(deletion.dueAt)}` : 'Your account stays as long as you like',
  },
}

function factorWords(props: AccountProps): string {
  if (props.totp) return 'An authenticator app'
  return props.requiresPasskey || isPasskeyAlone(props) ? 'A passkey' : 'None'
}

function exportWords({ export: copy }: AccountProps): string {
  if (!copy) return 'Not requested'
  return copy.readyAt ? `Ready until ${dayWords(copy.expiresAt)}` : 'On its way'
}

function countWords(count: number, noun: string): string {
  return `${count === 0 ? 'No' : count} ${noun}${count === 1 ? '' : 's'}`
}
