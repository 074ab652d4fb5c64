// The form that changes a password and asks which other sign-in methods to keep.
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { field, newPasswordField } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { waysToKeep } from '../recovery/kept-ways.ts'

export const password = (props: AccountProps): Content => [change(props), removal(props)]

/** The form that removes the password, shown only with a passkey, which can sign in alone. */
const removal = ({ csrf, hasPassword, steppedUp, passkeys }: AccountProps): Content => {
  if (!hasPassword || passkeys.length === 0) return ''
  const text = 'Remove the password'
  return steppedUp
    ? form({ action: '/account/password/remove', csrf }, html`<button>${text}</button>`)
    : confirmFirst('password', text)
}

const change = (props: AccountProps): Html =>
  props.steppedUp ? passwordForm(props) : confirmFirst('password', changeWords(props))

const changeWords = ({ hasPassword }: AccountProps): string =>
  hasPassword ? 'Change password' : 'Set a password'

const passwordForm = (props: AccountProps): Html =>
  form({ action: '/account/password#password-section', csrf: props.csrf, look: 'stack' }, [
    // The username, for password managers, which store it along with the password.
    html`<input
      name="username"
      value="${props.profile.username}"
      autocomplete="username"
      hidden
    />`,
    // The display name, for the script that checks the new password, which must not contain names.
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
    newPasswordField({
      name: 'newPassword',
      label: 'New password',
      error: props.errors?.newPassword,
    }),
    // The person has confirmed with the strongest factor, so the existing methods are their own.
    waysToKeep(props),
    html`<button>${changeWords(props)}</button>`,
  ])
