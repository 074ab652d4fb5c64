// The second factor of an account: the authenticator app, and the choice to require a passkey.
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { day } from '../time.ts'

export const twoStep = (props: AccountProps): Content => [app(props), passkeysToo(props)]

const app = ({ csrf, steppedUp, totp }: AccountProps): Content => {
  const [action, text] = totp
    ? ['/account/totp/remove', 'Remove the app']
    : ['/account/totp', 'Set up an app']
  return [
    totp
      ? html`<p>You set up an authenticator app ${day(totp.confirmedAt)}.</p>`
      : html`<p class="nothing">You have no authenticator app.</p>`,
    steppedUp
      ? form({ action, csrf }, html`<button>${text}</button>`)
      : confirmFirst('factors', text),
  ]
}

const passkeysToo = (props: AccountProps): Content => {
  if (props.passkeys.length === 0 || props.totp) return ''
  return isPasskeyAlone(props) ? passkeyIsBoth(props) : passkeyChoice(props)
}

/** Whether the person signs in only with passkeys. */
export const isPasskeyAlone = ({ hasPassword, passkeys, wallets }: AccountProps): boolean =>
  passkeys.length > 0 && !hasPassword && !wallets.some(({ signsIn }) => signsIn)

const passkeyIsBoth = (props: AccountProps): Html =>
  html`<p>You sign in with a passkey, which is both factors by itself. ${withoutCodes(props)}</p>`

const passkeyChoice = (props: AccountProps): Content => {
  const { asksPasskey, csrf, isAdministrator } = props
  return isAdministrator
    ? html`<p>
        After your password or wallet, you are asked for a passkey, as every administrator is.
        ${withoutCodes(props)}
      </p>`
    : html`<p>
          ${
            asksPasskey
              ? 'After your password or wallet, you are asked for a passkey.'
              : 'Your password or wallet alone signs you in, although you have a passkey.'
          }
          ${withoutCodes(props)}
        </p>
        ${form({ action: '/account/two-step', csrf }, [
          html`<input type="hidden" name="wanted" value="${asksPasskey ? 'no' : 'yes'}" />`,
          html`<button>${asksPasskey ? 'Stop asking for it' : 'Ask for the passkey, too'}</button>`,
        ])}`
}

const withoutCodes = ({ asksPasskey, recoveryCodes }: AccountProps): string =>
  asksPasskey && recoveryCodes.count === 0
    ? 'Make recovery codes: without one, a lost passkey locks you out.'
    : ''
