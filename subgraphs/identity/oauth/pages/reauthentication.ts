// Asks the person to confirm that it is them, before a sign-in method is added.
import { field } from './field.ts'
import { form, scriptedForm } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import type { PasskeyUrls } from './sign-in.ts'

export interface ReauthenticationProps {
  /** Takes `password`; the `username` beside it is for password managers. */
  action: string
  csrf: string
  /** What is added next. */
  purpose: 'passkeys' | 'wallets' | 'email' | 'second-factor' | 'recovery' | 'password'
  account: { username: string; house: string }
  /** Absent when the person has no passkey. */
  passkey: PasskeyUrls | undefined
  /** The error of the password. */
  error?: string | undefined
}

const ADDED: Record<ReauthenticationProps['purpose'], string> = {
  passkeys: 'add a passkey that signs in to',
  wallets: 'add a wallet that signs in to',
  email: 'give an e-mail address that gets back in to',
  'second-factor': 'change the authenticator app of',
  password: 'remove the password of',
  recovery: 'make recovery codes that get back in to',
}

export function reauthenticationPage(props: ReauthenticationProps): string {
  const { account, error, purpose } = props
  const title = 'Confirm that it is you'
  return page({
    title: error ? `Error: ${title}` : title,
    house: account.house,
    scripts: ['passkey.js'],
    main: html`
      <h1>${title}</h1>
      <p class="lead">to ${ADDED[purpose]} <strong>@${account.username}</strong></p>
      ${passwordForm(props)} ${passkeyForm(props)}
      <p class="aside"><a href="/account#${purpose}-section">Back to your account</a></p>
    `,
  })
}

const passwordForm = ({ action, account, csrf, error }: ReauthenticationProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    html`<input name="username" value="${account.username}" autocomplete="username" hidden />`,
    field({
      name: 'password',
      label: 'Password',
      error,
      attributes: html`type="password" autocomplete="current-password" required`,
    }),
    html`<button class="primary">Confirm</button>`,
  ])

const passkeyForm = ({ csrf, passkey }: ReauthenticationProps): Content =>
  passkey
    ? html`<div class="methods">
        <p class="or">or</p>
        ${scriptedForm(
          {
            does: 'passkey-confirm',
            csrf,
            challengeUrl: passkey.optionsUrl,
            verifyUrl: passkey.verifyUrl,
          },
          html`<button>Use a passkey</button>`,
        )}
      </div>`
    : ''
