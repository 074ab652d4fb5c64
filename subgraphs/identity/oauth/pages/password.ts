// The form that changes a password, and asks which other sign-in methods to keep.
import type { AccountProps } from './account-props.ts'
import { field } from './field.ts'
import { form } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { ago, day } from './time.ts'

export type KeptKind = 'passkey' | 'wallet' | 'recovery' | 'email' | 'totp'

/** The name of the box that keeps something when the password changes. */
export const keepName = (kind: KeptKind, id: string) => `keep-${kind}-${id}`

export const password = (props: AccountProps): Content => [change(props), removal(props)]

/** For somebody with a passkey, which signs in by itself. */
const removal = ({ actions, csrf, hasPassword, steppedUp, passkeys }: AccountProps): Content => {
  if (!hasPassword || passkeys.length === 0) return ''
  const text = 'Remove the password'
  return steppedUp
    ? form({ action: actions.removePassword, csrf }, html`<button>${text}</button>`)
    : html`<p><a class="button" href="${actions.confirm}?for=password">${text}</a></p>`
}

const change = (props: AccountProps): Html =>
  props.steppedUp
    ? passwordForm(props)
    : html`<p>
        <a class="button" href="${props.actions.confirm}?for=password">${changeWords(props)}</a>
      </p>`

const changeWords = ({ hasPassword }: AccountProps): string =>
  hasPassword ? 'Change password' : 'Set a password'

const passwordForm = (props: AccountProps): Html =>
  form({ action: props.actions.changePassword, csrf: props.csrf, look: 'stack' }, [
    // For password managers, which store the password with it.
    html`<input
      name="username"
      value="${props.profile.username}"
      autocomplete="username"
      hidden
    />`,
    // For the script that judges the new password, which must not contain names.
    html`<input type="hidden" name="displayName" value="${props.profile.displayName}" />`,
    !props.hasPassword ? html`<p>You have no password, and sign in without one.</p>` : '',
    props.needsPassword
      ? field({
          name: 'currentPassword',
          label: 'Current password',
          error: props.errors?.currentPassword,
          attributes: html`type="password" autocomplete="current-password" required`,
        })
      : html`<p>
          You have just confirmed who you are without it, so you do not need the old one.
        </p>`,
    field({
      name: 'newPassword',
      label: 'New password',
      hint: 'At least 12 characters. Several words in a row are easy to keep in mind.',
      error: props.errors?.newPassword,
      attributes: html`type="password" autocomplete="new-password" minlength="12"
      data-judge-url="/password/strength" required`,
    }),
    // The person has confirmed with the strongest factor, so the existing methods are their own.
    waysToKeep({ ...props, keepsAll: props.keeping === undefined }),
    html`<button>${changeWords(props)}</button>`,
  ])

/** The ways in besides the password, and which of their boxes are checked. */
export type KeptProps = Pick<
  AccountProps,
  'now' | 'passkeys' | 'wallets' | 'recoveryCodes' | 'keeping'
> & {
  email: Pick<AccountProps['email'], 'verified'>
  /** The authenticator app, if the form asks about it. */
  app?: AccountProps['totp']
  /** Whether all boxes are checked. */
  keepsAll?: boolean
}

/**
 * In a recovery none is checked at first, because an attacker may have added one. The
 * form posts what to keep, so that a method added while it is open is removed, too.
 */
export function waysToKeep(props: KeptProps): Content {
  const choices = choicesOf(props)
  if (choices.length === 0) return ''
  return html`<fieldset class="field" aria-describedby="keep-hint">
    <legend>Keep these ways into your account</legend>
    <p class="hint" id="keep-hint">What you do not check is removed.</p>
    ${choices.map((choice) => checkbox(props, choice))}
  </fieldset>`
}

/** What the sent form does not keep, in words: `the passkey Phone`. */
export function removedWays(props: KeptProps): string[] {
  const removed = choicesOf(props).filter(({ name }) => !props.keeping?.has(name))
  return removed.map(({ words }) => words)
}

const choicesOf = (props: KeptProps): Choice[] => [
  ...passkeyChoices(props),
  ...walletChoices(props),
  ...recoveryChoices(props),
  ...emailChoices(props),
  ...appChoices(props),
]

interface Choice {
  name: string
  title: Content
  about: Content
  /** Within a sentence. */
  words: string
}

const passkeyChoices = ({ now, passkeys }: KeptProps): Choice[] =>
  passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    name: keepName('passkey', id),
    title: ['Passkey ', name],
    about: [
      html`Added ${day(createdAt)}`,
      lastUsedAt ? html` · last used ${ago(lastUsedAt, now)}` : ' · not used yet',
    ],
    words: `the passkey ${name}`,
  }))

const walletChoices = ({ wallets }: KeptProps): Choice[] =>
  wallets
    .filter(({ signsIn }) => signsIn)
    .map(({ id, address, linkedAt }) => ({
      name: keepName('wallet', id),
      title: ['Wallet ', html`<code>${address}</code>`],
      about: html`Linked ${day(linkedAt)}`,
      words: `the wallet ${address}`,
    }))

const recoveryChoices = ({ recoveryCodes: { createdAt } }: KeptProps): Choice[] =>
  createdAt === null
    ? []
    : [
        {
          name: keepName('recovery', createdAt.toISOString()),
          title: 'Recovery codes',
          about: html`Made ${day(createdAt)}`,
          words: 'the recovery codes',
        },
      ]

const emailChoices = ({ email }: KeptProps): Choice[] =>
  email.verified === undefined
    ? []
    : [
        {
          name: keepName('email', email.verified),
          title: ['E-mail address ', html`<code>${email.verified}</code>`],
          about: 'Mail to it sets a new password',
          words: `the e-mail address ${email.verified}`,
        },
      ]

const appChoices = ({ app }: KeptProps): Choice[] =>
  app
    ? [
        {
          name: keepName('totp', app.confirmedAt.toISOString()),
          title: 'Authenticator app',
          about: html`Set up ${day(app.confirmedAt)}`,
          words: 'the authenticator app',
        },
      ]
    : []

const checkbox = ({ keeping, keepsAll }: KeptProps, { name, title, about }: Choice): Html =>
  html`<label class="choice">
    <input
      type="checkbox"
      name="${name}"
      value="keep"
      ${keepsAll || keeping?.has(name) ? 'checked' : ''}
    />
    <span>${title} <small>${about}</small></span>
  </label>`
