// The second step of a sign-in: a code, or a passkey.
import { field } from './field.ts'
import { form, scriptedForm } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import type { ClientView, PasskeyUrls } from './sign-in.ts'

export interface SecondFactorProps {
  /** Takes `code`. */
  action: string
  csrf: string
  client: ClientView | undefined
  account: { username: string; house: string }
  /** Whether the person has an authenticator app. */
  totp: boolean
  /** Absent when the person has no passkey. */
  passkey: PasskeyUrls | undefined
  backUrl: string
  /** The error of the last attempt. */
  error: string | undefined
}

export function secondFactorPage(props: SecondFactorProps): string {
  const { account, client, error } = props
  const title = 'One more step'
  const onwards = client
    ? html` to continue to <strong>${client.name}</strong> at
        <span class="host">${client.redirectHost}</span>`
    : ''
  return page({
    title: error ? `Error: ${title}` : title,
    house: account.house,
    scripts: ['passkey.js'],
    main: html`
      <h1>${title}</h1>
      <p class="lead">Sign in as <strong>@${account.username}</strong>${onwards}</p>
      ${props.totp ? [codeForm(props), passkeyForm(props)] : [passkeyForm(props), codeForm(props)]}
      <p class="aside"><a href="${props.backUrl}">Sign in as somebody else</a></p>
    `,
  })
}

const codeForm = ({ action, csrf, error, totp }: SecondFactorProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'code',
      label: totp ? 'Code of your authenticator app' : 'Recovery code',
      hint: totp
        ? 'Six digits. One of your recovery codes works, too, once.'
        : 'One of the ten you kept. Each works once.',
      error,
      attributes: html`class="user-code" type="text" inputmode="${totp ? 'numeric' : 'text'}"
      autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40"
      required`,
    }),
    html`<button class="${totp ? 'primary' : ''}">${totp ? 'Sign in' : 'Use the code'}</button>`,
  ])

const passkeyForm = ({ csrf, passkey, totp }: SecondFactorProps): Content => {
  if (!passkey) return ''
  const urls = { challengeUrl: passkey.optionsUrl, verifyUrl: passkey.verifyUrl }
  const button = html`<button class="${totp ? '' : 'primary'}">Use a passkey</button>`
  const offered = scriptedForm({ does: 'passkey-confirm', csrf, ...urls }, button)
  const or = html`<p class="or">or</p>`
  return html`<div class="methods">${totp ? [or, offered] : [offered, or]}</div>`
}
