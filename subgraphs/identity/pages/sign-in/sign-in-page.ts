// The sign-in page, with three methods: password, passkey and wallet. The first needs no script.
import { field, notice } from '../field.ts'
import { form, scriptedForm, type ScriptUrls } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

/** The app that sent the person. */
export interface ClientView {
  name: string
  /** The host of its redirect URI, where the person will be sent. */
  redirectHost: string
}

export interface SignInProps {
  /** The URL that takes `username` and `password`. */
  action: string
  csrf: string
  /** The app that sent the person, if any. */
  client?: ClientView | undefined
  /** The mailed link that sent the person, if any. */
  verification?: { address: string; username: string } | undefined
  username?: string | undefined
  /** The error of the last attempt. */
  error?: string | undefined
  /** The person who is already signed in when an attempt fails, and where they can continue. */
  already?: { username: string; url: string } | undefined
  signUpUrl: string
  passkey: ScriptUrls
  wallet: ScriptUrls
}

export function signInPage(props: SignInProps): string {
  return page({
    title: props.error ? 'Error: Sign in' : 'Sign in',
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    main: html`
      <h1>Sign in</h1>
      ${lead(props)} ${props.error ? notice({ kind: 'error', text: props.error }) : ''}
      ${continueAs(props)} ${passwordForm(props)} ${otherMethods(props)}
      <p class="aside"><a href="/recover">Forgot your password?</a></p>
      <p class="aside">New here? <a href="${props.signUpUrl}">Create an account</a></p>
    `,
  })
}

function lead({ client, verification }: SignInProps): Html {
  if (client) {
    return html`<p class="lead">
      to continue to <strong>${client.name}</strong> at
      <span class="host">${client.redirectHost}</span>
    </p>`
  }
  if (!verification) return html`<p class="lead">to see and change your account</p>`
  const { address, username } = verification
  return html`<p class="lead">
    as <strong>@${username}</strong>, to verify that <strong>${address}</strong> is yours
  </p>`
}

const continueAs = ({ already }: SignInProps): Content =>
  already
    ? html`<p><a class="button" href="${already.url}">Continue as @${already.username}</a></p>`
    : ''

const passwordForm = ({ action, csrf, username }: SignInProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'username',
      label: 'Username',
      value: username,
      hint: username?.includes('@')
        ? 'You sign in with your username, not with an e-mail address.'
        : undefined,
      attributes: html`type="text" autocomplete="username webauthn" autocapitalize="none"
      spellcheck="false" maxlength="30" required`,
    }),
    field({
      name: 'password',
      label: 'Password',
      attributes: html`type="password" autocomplete="current-password" required`,
    }),
    html`<button class="primary">Sign in</button>`,
  ])

const otherMethods = ({ csrf, passkey, wallet }: SignInProps): Html =>
  html`<div class="methods">
    <p class="or">or</p>
    ${scriptedForm(
      { does: 'passkey-sign-in', csrf, ...passkey },
      html`<button>Use a passkey</button>`,
    )}
    ${scriptedForm({ does: 'wallet', csrf, ...wallet }, html`<button>Use a wallet</button>`)}
  </div>`
