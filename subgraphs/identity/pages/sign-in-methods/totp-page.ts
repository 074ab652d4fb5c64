// Setting up an authenticator app, step by step.
import { sectionUrl } from '../account/account-groups.ts'
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html, type Html } from '../html.ts'
import { page } from '../layout.ts'
import type { QrCode } from '../qr.ts'

export interface TotpProps {
  /** The URL that takes the field `code`. */
  action: string
  csrf: string
  account: { username: string; house: string }
  secret: { text: string; uri: string }
  qr: QrCode
  error: string | undefined
}

export function totpPage(props: TotpProps): string {
  const { account, error, qr, secret } = props
  const title = 'Set up an authenticator app'
  return page({
    title: error ? `Error: ${title}` : title,
    house: account.house,
    styles: ['account.css'],
    main: html`
      <h1>${title}</h1>
      <p class="lead">
        for <strong>@${account.username}</strong>. You will then need a code from it after your
        password or wallet.
      </p>
      <ol class="steps">
        <li>
          <p>Scan this with the app, for example Aegis, Ente Auth or Google Authenticator.</p>
          ${drawing(qr)}
        </li>
        <li>
          <p>
            No camera? <a href="${secret.uri}">Open the app on this device</a>, or type this key:
          </p>
          <p class="secret"><code>${inGroups(secret.text)}</code></p>
        </li>
        <li>${codeForm(props)}</li>
      </ol>
      <p class="aside"><a href="${sectionUrl('factors')}">Back to your account</a></p>
    `,
  })
}

const drawing = ({ path, size }: QrCode): Html =>
  html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="QR code of the key below"
  >
    <path d="${path}" />
  </svg>`

/** Splits a secret into groups of four, which are easier to type. */
const inGroups = (text: string) => text.replaceAll(/.{4}(?=.)/g, '$& ')

const codeForm = ({ action, csrf, error }: TotpProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'code',
      label: 'Code that the app shows now',
      hint: 'Six digits.',
      error,
      attributes: html`class="user-code" type="text" inputmode="numeric"
      autocomplete="one-time-code" maxlength="10" required`,
    }),
    html`<button class="primary">Turn it on</button>`,
  ])
