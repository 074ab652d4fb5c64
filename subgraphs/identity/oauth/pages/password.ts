// The form that changes a password, and offers to remove what else signs in to the account.
import type { AccountProps } from './account.ts'
import { field } from './field.ts'
import { form } from './form.ts'
import { html, type Content, type Html } from './html.ts'
import { ago, day } from './time.ts'

/** The name of the box that removes a passkey or a wallet along with the old password. */
export const removalName = (kind: 'passkey' | 'wallet', id: string) => `remove-${kind}-${id}`

export const password = (props: AccountProps): Html =>
  form({ action: props.actions.changePassword, csrf: props.csrf, look: 'stack' }, [
    // So that a password manager knows whose password it keeps.
    html`<input
      name="username"
      value="${props.profile.username}"
      autocomplete="username"
      hidden
    />`,
    field({
      name: 'currentPassword',
      label: 'Current password',
      error: props.errors?.currentPassword,
      attributes: html`type="password" autocomplete="current-password" required`,
    }),
    field({
      name: 'newPassword',
      label: 'New password',
      hint: 'At least 12 characters. Several words in a row are easy to keep in mind.',
      error: props.errors?.newPassword,
      attributes: html`type="password" autocomplete="new-password" minlength="12" required`,
    }),
    removals(props),
    html`<button>Change password</button>`,
  ])

/** All of them are checked at first: whoever knew the old password may have added one. */
function removals(props: AccountProps): Content {
  const choices = [...passkeyChoices(props), ...walletChoices(props)]
  if (choices.length === 0) return ''
  return html`<fieldset class="field" aria-describedby="removals-hint">
    <legend>Also remove these ways to sign in</legend>
    <p class="hint" id="removals-hint">Uncheck what is yours and what you want to keep.</p>
    ${choices.map((choice) => checkbox(props, choice))}
  </fieldset>`
}

interface Choice {
  name: string
  title: Content
  about: Content
}

const passkeyChoices = ({ now, passkeys }: AccountProps): Choice[] =>
  passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    name: removalName('passkey', id),
    title: ['Passkey ', name],
    about: [
      html`Added ${day(createdAt)}`,
      lastUsedAt ? html` · last used ${ago(lastUsedAt, now)}` : ' · not used yet',
    ],
  }))

const walletChoices = ({ wallets }: AccountProps): Choice[] =>
  wallets
    .filter(({ signsIn }) => signsIn)
    .map(({ id, address, linkedAt }) => ({
      name: removalName('wallet', id),
      title: ['Wallet ', html`<code>${address}</code>`],
      about: html`Linked ${day(linkedAt)}`,
    }))

const checkbox = ({ removing }: AccountProps, { name, title, about }: Choice): Html =>
  html`<label class="choice">
    <input
      type="checkbox"
      name="${name}"
      value="remove"
      ${removing?.has(name) === false ? '' : 'checked'}
    />
    <span>${title} <small>${about}</small></span>
  </label>`
