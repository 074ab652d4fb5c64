// The form that changes a password and asks which other sign-in methods to keep, and the estimate of a new password.
import { passwordIssues } from '../../domain/sign-in/password.ts'
import { countForAddress } from '../../oauth/address-limit.ts'
import type { AccountProps } from '../account/account-props.ts'
import { sensitive } from '../account/step-up.ts'
import type { BrowserSession } from '../browser-session.ts'
import { field, form, hidden, INPUTS, newPasswordField, usernameOfPassword } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { waysToKeep } from '../recovery/kept-ways.ts'
import { textOf, type ScriptBody } from '../script-call.ts'

export function password(props: AccountProps): Content {
  const { csrf, hasPassword, passkeys } = props
  const change = hasPassword ? 'Change password' : 'Set a password'
  const remove = 'Remove the password'
  return [
    sensitive(props, 'password', change, () => passwordForm(props, change)),
    // Removing it needs a passkey, which can sign in alone.
    !hasPassword || passkeys.length === 0
      ? ''
      : sensitive(props, 'password', remove, () =>
          form({ action: '/account/password/remove', csrf }, html`<button>${remove}</button>`),
        ),
  ]
}

function passwordForm(props: AccountProps, text: string): Html {
  const { csrf, errors, profile, sentIn } = props
  const sent = sentIn('password')
  return form({ action: '/account/password#password-section', csrf, look: 'stack' }, [
    usernameOfPassword(profile.username),
    // The display name, for the script that checks the new password, which must not contain names.
    hidden('displayName', profile.displayName),
    !props.hasPassword ? html`<p>You have no password, and sign in without one.</p>` : '',
    props.needsPassword
      ? field({
          name: 'currentPassword',
          label: 'Current password',
          error: errors.currentPassword,
          attributes: INPUTS.password,
        })
      : html`<p>
          You have just confirmed who you are without it, so you do not need the old one.
        </p>`,
    newPasswordField({ name: 'newPassword', label: 'New password', error: errors.newPassword }),
    // The person has confirmed with the strongest factor, so the existing methods are their own. The form that removes
    // the password has no boxes to check.
    waysToKeep({ ...props, keeping: sent?.has('newPassword') ? sent : undefined }),
    html`<button>${text}</button>`,
  ])
}

/** Limits estimates for one network address, because each takes a few milliseconds. */
const AN_ADDRESS = { max: 300, windowMs: 15 * 60_000 }

/** Tells a script why a new password would be rejected, or null. The password is not stored. */
export async function judgePassword(browserSession: BrowserSession, body: ScriptBody) {
  await countForAddress(browserSession, 'strength', AN_ADDRESS)
  const names = { username: textOf(body, 'username'), displayName: textOf(body, 'displayName') }
  const password = textOf(body, 'password')
  const [issue] = await passwordIssues(browserSession.ctx, 'password', password, names)
  return { message: issue ? `It ${issue.reason}.` : null }
}
