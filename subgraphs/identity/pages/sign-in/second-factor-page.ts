// The second step of a sign-in: a code, or a passkey.
import { field } from '../field.ts'
import { form, scriptedForm, type ScriptUrls } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import type { ClientView } from './sign-in-page.ts'

export interface SecondFactorProps {
  /** The URL that takes `code` of the app, or `recoveryCode`. */
  action: string
  csrf: string
  client: ClientView | undefined
  account: { username: string; house: string }
  /** Whether the person has an authenticator app. */
  totp: boolean
  /** The URLs for a passkey, if the person has one. */
  passkey: ScriptUrls | undefined
  backUrl: string
  /** The error of the last attempt. */
  errors: { code?: string; recoveryCode?: string } | undefined
}

export function secondFactorPage(props: SecondFactorProps): string {
  const { account, client, errors } = props
  const title = 'One more step'
  const onwards = client
    ? html` to continue to <strong>${client.name}</strong> at
        <span class="host">${client.redirectHost}</span>`
    : ''
  return page({
    title: errors ? `Error: ${title}` : title,
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

const codeForm = (props: SecondFactorProps): Content => {
  const { action, csrf, errors } = props
  if (!props.totp) return recoveryForm(props)
  const ofApp = form({ action, csrf, look: 'stack' }, [
    field({
      name: 'code',
      label: 'Code from your authenticator app',
      hint: 'Six digits.',
      error: errors?.code,
      attributes: html`class="user-code" type="text" inputmode="numeric"
      autocomplete="one-time-code" maxlength="10" required`,
    }),
    html`<button class="primary">Sign in</button>`,
  ])
  const open = errors?.recoveryCode ? html`open` : ''
  return [
    ofApp,
    html`<details class="instead" ${open}>
      <summary>Use a recovery code instead</summary>
      ${recoveryForm(props)}
    </details>`,
  ]
}

const recoveryForm = ({ action, csrf, errors }: SecondFactorProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'recoveryCode',
      label: 'Recovery code',
      hint: 'One of the ten you kept. Each works once.',
      error: errors?.recoveryCode,
      attributes: html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"
      maxlength="40" required`,
    }),
    html`<button>Use the code</button>`,
  ])

const passkeyForm = ({ csrf, passkey, totp }: SecondFactorProps): Content => {
  if (!passkey) return ''
  const button = html`<button class="${totp ? '' : 'primary'}">Use a passkey</button>`
  const offered = scriptedForm({ does: 'passkey-confirm', csrf, ...passkey }, button)
  const or = html`<p class="or">or</p>`
  return html`<div class="methods">${totp ? [or, offered] : [offered, or]}</div>`
}
