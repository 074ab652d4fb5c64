// The page where a person confirms who they are with their strongest factor.
import type { Identity } from '../../tables.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { who } from '../authorization/consent.ts'
import type { ClientView } from '../destination.ts'
import { field, form, INPUTS, scriptedForm, usernameOfPassword, type ScriptUrls } from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'

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
  account: Pick<Identity, 'displayName' | 'username' | 'house'>
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
  const { account, csrf, errors, next } = props
  const isOfApp = 'client' in next
  return page({
    title: 'Confirm that it is you',
    isRefused: errors !== undefined,
    house: account.house,
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    lead: isOfApp
      ? html`to continue to <strong>${next.client.name}</strong>`
      : html`to ${PURPOSES[next.purpose]} <strong>@${account.username}</strong>`,
    main: [
      isOfApp ? who({ account, csrf, switchAction: next.switchAction }) : '',
      methods(props),
      otherWay(props),
      isOfApp
        ? ''
        : html`<p class="aside">
            <a href="${next.back}"
              >Back to ${next.purpose === 'console' ? 'the console' : 'your account'}</a
            >
          </p>`,
    ],
  })
}

/** The forms for the person's methods, the first one apart from the others. */
function methods(props: ConfirmationProps): Content {
  const { csrf, passkey, passwordAction, wallet } = props
  const [first = '', ...others] = [
    passwordAction === undefined ? undefined : passwordForm(props, passwordAction),
    passkey &&
      scriptedForm(
        { does: 'passkey-confirm', csrf, ...passkey },
        html`<button class="${isAlone(props) ? 'primary' : ''}">Use a passkey</button>`,
      ),
    wallet &&
      scriptedForm({ does: 'wallet', csrf, ...wallet }, [
        codeField(props, 'walletCode'),
        html`<button>Use a wallet</button>`,
      ]),
  ].filter((each) => each !== undefined)
  return [
    first,
    isAlone(props) ? without : '',
    others.length === 0
      ? ''
      : html`<div class="methods">
          <p class="or">or</p>
          ${others}
        </div>`,
  ]
}

const passwordForm = (props: ConfirmationProps, action: string): Content =>
  form({ action, csrf: props.csrf, look: 'stack' }, [
    usernameOfPassword(props.account.username),
    field({
      name: 'password',
      label: 'Password',
      error: props.errors?.password,
      attributes: INPUTS.password,
    }),
    codeField(props, 'code', props.errors?.code),
    html`<button class="primary">Confirm</button>`,
  ])

const codeField = ({ asksCode }: ConfirmationProps, name: string, error?: string): Content =>
  asksCode
    ? field({
        name,
        label: 'Code from your authenticator app',
        error,
        attributes: INPUTS.appCode,
      })
    : ''

/** Whether a passkey is the only way to confirm. */
const isAlone = ({ passkey, passwordAction, wallet }: ConfirmationProps): boolean =>
  passkey !== undefined && passwordAction === undefined && wallet === undefined

const without = html`<p class="without">
  You need your passkey here. Open this page in a browser that supports passkeys, with JavaScript
  on.
</p>`

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
