// The pages where somebody who has lost their password recovers the account.
import { field, newPasswordField, notice } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { waysToKeep, type KeptProps } from './kept-ways.ts'
import { moment } from '../time.ts'

interface FormProps {
  action: string
  csrf: string
}

interface RecoveryProps extends FormProps {
  username?: string | undefined
  error?: string | undefined
}

/** Renders the page that requests a link; its form takes `username`. */
export function recoveryPage({ action, csrf, error, username }: RecoveryProps): string {
  const title = 'Set a new password'
  return page({
    title: error ? `Error: ${title}` : title,
    main: html`
      <h1>${title}</h1>
      <p class="lead">We send a link to the e-mail address of your account.</p>
      ${error ? notice({ kind: 'error', text: error }) : ''}
      ${form({ action, csrf, look: 'stack' }, [
        usernameField(username),
        html`<button class="primary">Send the link</button>`,
      ])}
      <p class="aside">
        Have a recovery code, or a code of an administrator?
        <a href="/recover/code">Use a code</a>
      </p>
      ${back}
    `,
  })
}

interface CodeProps extends FormProps {
  /** Whether a mailed link is an alternative. */
  offersMail: boolean
  username?: string | undefined
  error?: string | undefined
}

/** Renders the page for a recovery code; its form takes `username` and `code`. */
export function recoveryCodePage({ action, csrf, error, offersMail, username }: CodeProps): string {
  const title = 'Use a recovery code'
  return page({
    title: error ? `Error: ${title}` : title,
    main: html`
      <h1>${title}</h1>
      <p class="lead">One of the ten you kept, or the one an administrator gave you.</p>
      ${error ? notice({ kind: 'error', text: error }) : ''}
      ${form({ action, csrf, look: 'stack' }, [
        usernameField(username),
        field({
          name: 'code',
          label: 'Code',
          hint: 'For example ABCD-1234-EFGH-5678. Each code works once.',
          attributes: html`type="text" autocomplete="one-time-code" autocapitalize="characters"
          spellcheck="false" maxlength="40" required`,
        }),
        html`<button class="primary">Continue</button>`,
      ])}
      ${offersMail ? html`<p class="aside"><a href="/recover">Get a link by mail</a></p>` : ''}
      ${back}
    `,
  })
}

const usernameField = (value?: string): Html =>
  field({
    name: 'username',
    label: 'Username',
    value,
    attributes: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false"
    maxlength="30" required`,
  })

const back = html`<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`

export interface NewPasswordProps extends FormProps, KeptProps {
  token: string
  account: { username: string; displayName: string; house: string }
  /** Whether the account has ways in that this recovery does not remove. */
  othersStay: boolean
  /** The claim that opened the account, if any. */
  claim?: { address: string; causedAt: Date } | undefined
  /** The error of the form as a whole. */
  notice?: string | undefined
  /** The error of the password. */
  error?: string | undefined
}

/** Renders the page that sets a password; its form takes `token`, `newPassword`, and a `keepName` per kept method. */
export function newPasswordPage(props: NewPasswordProps): string {
  const { account, action, csrf, error, token } = props
  const title = 'Choose a new password'
  const isRefused = props.keeping !== undefined
  return page({
    title: isRefused ? `Error: ${title}` : title,
    house: account.house,
    styles: ['account.css'],
    scripts: ['password.js'],
    main: html`
      <h1>${title}</h1>
      <p class="lead">for <strong>@${account.username}</strong>. This signs you out everywhere.</p>
      ${restored(props)} ${props.notice ? notice({ kind: 'error', text: props.notice }) : ''}
      ${form({ action, csrf, look: 'stack' }, [
        html`<input type="hidden" name="token" value="${token}" />`,
        html`<input name="username" value="${account.username}" autocomplete="username" hidden />`,
        html`<input type="hidden" name="displayName" value="${account.displayName}" />`,
        newPasswordField({ name: 'newPassword', label: 'New password', error }),
        waysToKeep(props),
        props.othersStay ? stays : '',
        html`<button class="primary">Set the password</button>`,
      ])}
    `,
  })
}

const stays = html`<p>
  A link in a mail removes no passkey, wallet or recovery codes that are older than a week or serve
  as your second factor. <a href="/recover/code">A recovery code</a> does.
</p>`

const restored = ({ claim }: NewPasswordProps): Content =>
  claim
    ? html`<p>
        <strong>${claim.address}</strong> becomes the address of the account again. Every way into
        the account that was added since ${moment(claim.causedAt)} is removed.
      </p>`
    : ''

interface NotMeProps extends FormProps {
  token: string
  account: { username: string; house: string }
  /** Whether the link opens the account again at once. */
  opens: boolean
  /** Whether the link needs the password that ended its claim. */
  needsPassword: boolean
  /** The error of that password. */
  error?: string | undefined
}

const OPENS = [
  'Every sign-in ends, and every app is disconnected.',
  'The password stops working, and so does everything that could set another.',
  'You choose a new password at once, and which passkeys and wallets stay.',
]

/** The consequences of a link to an earlier address of the account. */
const LOCKS_ALONE = [
  'Every sign-in ends, every app is disconnected, and nobody can sign in.',
  'You get back in at once with something that you had before: a passkey, a wallet, your authenticator app, a recovery code, or the password if it is the same.',
  'Without such a thing you wait for seven days, because mail to this address does not show any more whose the account is. Everybody who knows the account hears of it and can object. Then an administrator decides.',
]

/** The consequences of a link whose claim a password has ended. */
const CONTESTS = [
  'Somebody entered the right password, so the account kept its other address.',
  'If you are the owner, enter the password that the account had then. Every sign-in ends, and nobody can sign in.',
  'Both of you know that password, so it opens nothing any more. If somebody objects within seven days, an administrator decides.',
]

function consequencesOf({ needsPassword, opens }: NotMeProps): readonly string[] {
  if (opens) return OPENS
  return needsPassword ? CONTESTS : LOCKS_ALONE
}

/**
 * Renders the page that asks before locking, because programs that check mail open its links. The form takes `token`,
 * and `password` if the link needs it.
 */
export function notMePage(props: NotMeProps): string {
  const { account, action, csrf, error, needsPassword, token } = props
  const title = 'Was this not you?'
  const consequences = consequencesOf(props).map((text) => html`<li>${text}</li>`)
  return page({
    title: error ? `Error: ${title}` : title,
    house: account.house,
    main: html`
      <h1>${title}</h1>
      <p class="lead">Lock <strong>@${account.username}</strong>, and take it back.</p>
      <ul class="wishes">
        ${consequences}
      </ul>
      ${form({ action, csrf, look: 'stack' }, [
        html`<input type="hidden" name="token" value="${token}" />`,
        needsPassword ? earlierPassword(account.username, error) : '',
        html`<button class="primary">Lock my account</button>`,
      ])}
    `,
  })
}

const earlierPassword = (username: string, error: string | undefined): Content => [
  html`<input name="username" value="${username}" autocomplete="username" hidden />`,
  field({
    name: 'password',
    label: 'Password',
    error,
    attributes: html`type="password" autocomplete="current-password" required`,
  }),
]
