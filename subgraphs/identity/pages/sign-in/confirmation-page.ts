// The page where a person confirms who they are with their strongest factor.
import { sectionUrl } from '../account/account-groups.ts'
import { who } from '../authorization/consent-page.ts'
import { field } from '../field.ts'
import { form, scriptedForm, type ScriptUrls } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import type { ClientView } from './sign-in-page.ts'

/** The action that follows, by its section of the account. */
const PURPOSES = {
  username: 'change the username of',
  password: 'change the password of',
  email: 'change the e-mail address of',
  passkeys: 'change the passkeys of',
  wallets: 'change the wallets of',
  recovery: 'make recovery codes for',
  factors: 'change the second factor of',
  export: 'export the data of',
  deletion: 'delete the account of',
  console: 'make changes as',
} as const

export type ConfirmedPurpose = keyof typeof PURPOSES

export function isConfirmedPurpose(name: string): name is ConfirmedPurpose {
  return Object.hasOwn(PURPOSES, name)
}

/** The path to return to. */
export function purposePath(purpose: ConfirmedPurpose): string {
  return purpose === 'console' ? '/admin' : sectionUrl(purpose)
}

export interface ConfirmationProps {
  csrf: string
  account: { displayName: string; username: string; house: string }
  /** What the confirmation is for: an action on the account, or the request of an app. */
  next: { purpose: ConfirmedPurpose; back: string } | { client: ClientView; switchAction: string }
  /** The URL that takes `password`, and `code` if needed; undefined without a password, or with a stronger factor. */
  passwordAction: string | undefined
  /** Whether a password or a wallet also needs a code of the authenticator app. */
  asksCode: boolean
  passkey: ScriptUrls | undefined
  wallet: ScriptUrls | undefined
  /** Whether a mailed link can remove the passkey. */
  mailHelps: boolean
  /** The sign-in page, where a recovery code can replace the second factor. An app's request continues from there. */
  signInUrl: string
  errors?: { password?: string; code?: string } | undefined
}

export function confirmationPage(props: ConfirmationProps): string {
  const { account, errors } = props
  const title = 'Confirm that it is you'
  return page({
    title: errors ? `Error: ${title}` : title,
    house: account.house,
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    main: html`
      <h1>${title}</h1>
      ${lead(props)} ${methods(props)} ${aside(props)}
    `,
  })
}

const lead = ({ account, csrf, next }: ConfirmationProps): Content =>
  'client' in next
    ? [
        html`<p class="lead">to continue to <strong>${next.client.name}</strong></p>`,
        who({ account, csrf, switchAction: next.switchAction }),
      ]
    : html`<p class="lead">to ${PURPOSES[next.purpose]} <strong>@${account.username}</strong></p>`

function methods(props: ConfirmationProps): Content {
  const shown = [passwordForm(props), passkeyForm(props), walletForm(props)].filter(
    (each) => each !== undefined,
  )
  const [first, ...others] = shown
  if (others.length === 0) return first ?? ''
  return [
    first!,
    html`<div class="methods">
      <p class="or">or</p>
      ${others}
    </div>`,
  ]
}

const passwordForm = (props: ConfirmationProps): Html | undefined =>
  props.passwordAction === undefined
    ? undefined
    : form({ action: props.passwordAction, csrf: props.csrf, look: 'stack' }, [
        html`<input
          name="username"
          value="${props.account.username}"
          autocomplete="username"
          hidden
        />`,
        field({
          name: 'password',
          label: 'Password',
          error: props.errors?.password,
          attributes: html`type="password" autocomplete="current-password" required`,
        }),
        codeField(props, 'code', props.errors?.code),
        html`<button class="primary">Confirm</button>`,
      ])

const codeField = (
  { asksCode }: Pick<ConfirmationProps, 'asksCode'>,
  name: string,
  error?: string,
): Content =>
  asksCode
    ? field({
        name,
        label: 'Code from your authenticator app',
        error,
        attributes: html`class="user-code" type="text" inputmode="numeric"
        autocomplete="one-time-code" maxlength="10" required`,
      })
    : ''

const passkeyForm = (props: ConfirmationProps): Html | undefined => {
  const { csrf, passkey } = props
  if (!passkey) return undefined
  const offered = scriptedForm(
    { does: 'passkey-confirm', csrf, ...passkey },
    html`<button class="${isAlone(props) ? 'primary' : ''}">Use a passkey</button>`,
  )
  return isAlone(props) ? html`${offered} ${without}` : offered
}

/** Whether a passkey is the only way to confirm. */
const isAlone = ({ passkey, passwordAction, wallet }: ConfirmationProps): boolean =>
  passkey !== undefined && passwordAction === undefined && wallet === undefined

const without = html`<p class="without">
  You need your passkey here. Open this page in a browser that supports passkeys, with JavaScript
  on.
</p>`

const walletForm = (props: ConfirmationProps): Html | undefined =>
  props.wallet &&
  scriptedForm({ does: 'wallet', csrf: props.csrf, ...props.wallet }, [
    codeField(props, 'walletCode'),
    html`<button>Use a wallet</button>`,
  ])

const aside = (props: ConfirmationProps): Content => [
  otherWay(props),
  'back' in props.next
    ? html`<p class="aside">
        <a href="${props.next.back}"
          >Back to ${props.next.purpose === 'console' ? 'the console' : 'your account'}</a
        >
      </p>`
    : '',
]

/** Help for somebody who has lost the factor. */
function otherWay(props: ConfirmationProps): Content {
  if (isAlone(props)) {
    return html`<p class="aside">
      Lost your passkey? <a href="/recover">Recover your account</a> ${
        props.mailHelps
          ? 'by mail or with a recovery code'
          : 'with a recovery code, or a code from an administrator'
      },
      and do not keep the passkey there.
    </p>`
  }
  if (!props.asksCode) return ''
  return html`<p class="aside">
    No code at hand? <a href="${props.signInUrl}">Sign in again</a> with a recovery code.
  </p>`
}
