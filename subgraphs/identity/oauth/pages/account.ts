// The account page: profile, sign-in methods, sessions and connected apps. Each section has its own file.
import type { AccountProps, AccountSection } from './account-props.ts'
import { connectedApps } from './connected-apps.ts'
import { email } from './email.ts'
import { notice } from './field.ts'
import { form } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import { passkeys } from './passkeys.ts'
import { password } from './password.ts'
import { profileForm } from './profile-form.ts'
import { profile, username } from './profile.ts'
import { recovery } from './recovery-codes.ts'
import { sessions } from './sessions.ts'
import { twoStep } from './two-step.ts'
import { wallets } from './wallets.ts'

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
      section(props, 'profile', 'Profile', 'How others meet you, in every service.'),
      section(props, 'username', 'Username', 'What you sign in with, and how others find you.'),
      props.offersMail || props.email.verified !== undefined
        ? section(props, 'email', 'E-mail', 'How you get back in, and hear of what happens here.')
        : '',
      section(props, 'password', 'Password', 'Changing it ends every other sign-in.'),
      section(props, 'passkeys', 'Passkeys', 'Sign in with a finger, a face or a key.'),
      section(
        props,
        'wallets',
        'Wallets',
        'Sign in with a wallet, and own what is yours on a chain.',
      ),
      section(
        props,
        'factors',
        'Second factor',
        'So that a password that somebody else knows is not enough.',
      ),
      section(
        props,
        'recovery',
        'Recovery codes',
        'Each sets a new password once, when all else is lost.',
      ),
      section(props, 'sessions', 'Sign-ins', 'Where you are signed in now.'),
      section(props, 'apps', 'Connected apps', 'What you allowed to act for you.'),
    ],
  })
}

const CONTENTS: Record<AccountSection, (props: AccountProps) => Content> = {
  profile: profileForm,
  username,
  email,
  password,
  passkeys,
  wallets,
  factors: twoStep,
  recovery,
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
