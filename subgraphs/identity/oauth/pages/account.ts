// A person's own page: who they are, how they sign in, where they are signed in, and which apps may
// act for them. Each section is a file of its own.
import { connectedApps, type ConnectedApp } from './connected-apps.ts'
import { notice, type Notice } from './field.ts'
import { form } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import { passkeys, type PasskeyView } from './passkeys.ts'
import { password } from './password.ts'
import { profile, username, type ProfileView } from './profile.ts'
import { sessions, type SessionView } from './sessions.ts'
import type { PasskeyUrls, WalletUrls } from './sign-in.ts'
import { wallets, type WalletView } from './wallets.ts'

export type AccountSection = 'username' | 'password' | 'passkeys' | 'wallets' | 'sessions' | 'apps'

/** Where the forms are posted to, each with `csrf`. */
export interface AccountActions {
  /** `username` */
  changeUsername: string
  /**
   * `currentPassword`, `newPassword`, and a `keepName` for each of what else stays; the `username`
   * beside them is for password managers.
   */
  changePassword: string
  /** `id` */
  removePasskey: string
  /** `id` */
  unlinkWallet: string
  /** A page: `?for=passkeys`, `?for=wallets`. */
  reauthenticate: string
  /** `id` */
  endSession: string
  /** This one, too. */
  endAllSessions: string
  /** `id`, the client's */
  disconnectApp: string
  signOut: string
}

export interface AccountProps {
  csrf: string
  now: Date
  actions: AccountActions
  profile: ProfileView
  /** The person has just proved again who they are: a way to sign in may be added. */
  mayAdd: boolean
  passkeys: readonly PasskeyView[]
  passkey: PasskeyUrls
  wallets: readonly WalletView[]
  wallet: WalletUrls
  sessions: readonly SessionView[]
  apps: readonly ConnectedApp[]
  /** What came of the form sent last, in its section. */
  notices?: Partial<Record<AccountSection, Notice>> | undefined
  /** What was wrong with a field of it. */
  errors?: Partial<Record<'username' | 'currentPassword' | 'newPassword', string>> | undefined
  /** The username that was refused, to be corrected. */
  wantedUsername?: string | undefined
  /** The names of the boxes that were checked; none of them is where nothing was sent. */
  keeping?: ReadonlySet<string> | undefined
}

export function accountPage(props: AccountProps): string {
  const { csrf, actions, errors = {}, profile: person } = props
  return page({
    title: Object.keys(errors).length > 0 ? 'Error: Your account' : 'Your account',
    shape: 'account',
    house: person.house,
    styles: ['account.css'],
    scripts: ['passkey.js', 'wallet.js'],
    aside: form({ action: actions.signOut, csrf }, html`<button>Sign out</button>`),
    main: [
      profile(person),
      section(props, 'username', 'Username', 'What you sign in with, and how others find you.'),
      section(props, 'password', 'Password', 'Changing it ends every other sign-in.'),
      section(props, 'passkeys', 'Passkeys', 'Sign in with a finger, a face or a key.'),
      section(
        props,
        'wallets',
        'Wallets',
        'Sign in with a wallet, and own what is yours on a chain.',
      ),
      section(props, 'sessions', 'Sign-ins', 'Where you are signed in now.'),
      section(props, 'apps', 'Connected apps', 'What you allowed to act for you.'),
    ],
  })
}

const CONTENTS: Record<AccountSection, (props: AccountProps) => Content> = {
  username,
  password,
  passkeys,
  wallets,
  sessions,
  apps: connectedApps,
}

function section(props: AccountProps, id: AccountSection, title: string, about: string): Html {
  const said = props.notices?.[id]
  return html`<section id="${id}-section" aria-labelledby="${id}-title">
    <div class="about">
      <h2 id="${id}-title">${title}</h2>
      <p>${about}</p>
    </div>
    <div class="content">${said ? notice(said) : ''} ${CONTENTS[id](props)}</div>
  </section>`
}
