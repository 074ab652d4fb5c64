// Setting up an authenticator app: a secret to scan or type, and the app's first code.
import { confirmTotp, findNewSecret, startTotp } from '../../domain/sign-in/totp-set-up.ts'
import type { TotpOwner, TotpSecret } from '../../domain/sign-in/totp.ts'
import type { Identity } from '../../tables.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { afterStepUp } from '../account/step-up.ts'
import { countChange } from '../attempts.ts'
import {
  formHandler,
  setSessionCookie,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { field, form, INPUTS, type FormProps } from '../form.ts'
import { html, type Html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageResponse } from '../page.ts'
import { newCodesPage } from './recovery-codes.ts'

/** POST: creates a secret and continues at the page that shows it. */
export const submitTotpStart = formHandler((unchecked) =>
  afterStepUp(unchecked, 'factors', async (browserSession) => {
    await countChange(browserSession)
    const { ctx, signedIn } = browserSession
    await startTotp(ctx, ownerOf(browserSession), signedIn.session)
    return { to: '/account/totp' }
  }),
)

export const showTotpSetUp: PageHandler = (browserSession) =>
  afterStepUp(browserSession, 'factors', (session) => setUp(session))

/** POST: enables the app with its first code. */
export const submitTotpCode = formHandler((unchecked, form) =>
  afterStepUp(unchecked, 'factors', async (browserSession) => {
    await countChange(browserSession)
    const { ctx, signedIn } = browserSession
    const owner = ownerOf(browserSession)
    const confirmed = await confirmTotp(ctx, owner, signedIn.session, form.get('code') ?? '')
    if (!confirmed) {
      const error =
        'That is not the code that the app shows now. Check that the clock of your device is right.'
      return setUp(browserSession, error)
    }
    setSessionCookie(browserSession, confirmed.token)
    const codes = confirmed.recoveryCodes
    if (codes.length === 0) return { to: sectionUrl('factors', 'totp-added') }
    return newCodesPage({ codes, account: signedIn.identity, after: 'totp' })
  }),
)

function ownerOf({ server, signedIn }: SignedInBrowserSession): TotpOwner {
  return { identityId: signedIn.identity.id, key: server.secret }
}

/** Shows the secret, or continues at the account page if no app is being set up. */
async function setUp(
  browserSession: SignedInBrowserSession,
  error?: string,
): Promise<PageResponse> {
  const { csrf, ctx, server, signedIn } = browserSession
  const { identity } = signedIn
  const names = { issuer: new URL(server.issuer).hostname, label: identity.username }
  const secret = await findNewSecret(ctx, ownerOf(browserSession), names)
  if (!secret) return { to: sectionUrl('factors') }
  const props = { action: '/account/totp/confirm', csrf, account: identity, secret, error }
  const page = totpPage({ ...props, qr: await qrCode(secret.uri) })
  return { page, status: error ? 400 : 200 }
}

/** A QR code: its modules per side, including the quiet zone, and the dark ones as an SVG path. */
type QrCode = Awaited<ReturnType<typeof qrCode>>

/** Draws a QR code here, so that nobody else sees its content. */
async function qrCode(text: string) {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: path.join('') }
}

interface TotpProps extends FormProps {
  account: Pick<Identity, 'username' | 'house'>
  secret: TotpSecret
  qr: QrCode
  error: string | undefined
}

export function totpPage({ account, action, csrf, error, qr, secret }: TotpProps): string {
  return page({
    title: 'Set up an authenticator app',
    isRefused: error !== undefined,
    house: account.house,
    styles: ['account.css'],
    lead: html`for <strong>@${account.username}</strong>. You will then need a code from it after
      your password or wallet.`,
    main: html`
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
        <li>
          ${form({ action, csrf, look: 'stack' }, [
            field({
              name: 'code',
              label: 'Code that the app shows now',
              hint: 'Six digits.',
              error,
              attributes: INPUTS.appCode,
            }),
            html`<button class="primary">Turn it on</button>`,
          ])}
        </li>
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
