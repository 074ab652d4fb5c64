// The second factor of an account: the authenticator app, and the choice to require a passkey.
import type { AccountProps } from '../account/account-props.ts'
import { sensitive } from '../account/step-up.ts'
import { form, hidden } from '../form.ts'
import { html, type Content } from '../html.ts'
import { day } from '../time.ts'

export function twoStep(props: AccountProps): Content {
  const { csrf, totp } = props
  const [action, text] = totp
    ? ['/account/totp/remove', 'Remove the app']
    : ['/account/totp', 'Set up an app']
  return [
    totp
      ? html`<p>You set up an authenticator app ${day(totp.confirmedAt)}.</p>`
      : html`<p class="nothing">You have no authenticator app.</p>`,
    sensitive(props, 'factors', text, () => form({ action, csrf }, html`<button>${text}</button>`)),
    props.passkeys.length === 0 || totp ? '' : passkeyChoice(props),
  ]
}

/** Whether the person signs in only with passkeys. */
export const isPasskeyAlone = ({ hasPassword, passkeys, wallets }: AccountProps): boolean =>
  passkeys.length > 0 && !hasPassword && !wallets.some(({ signsIn }) => signsIn)

function passkeyChoice(props: AccountProps): Content {
  const { requiresPasskey, csrf, isAdministrator, recoveryCodes } = props
  const said = (text: string) =>
    html`<p>
      ${text}
      ${
        requiresPasskey && recoveryCodes.count === 0
          ? 'Make recovery codes: without one, a lost passkey locks you out.'
          : ''
      }
    </p>`
  if (isPasskeyAlone(props)) {
    return said('You sign in with a passkey, which is both factors by itself.')
  }
  if (isAdministrator) {
    return said(
      'After your password or wallet, you are asked for a passkey, as every administrator is.',
    )
  }
  return [
    said(
      requiresPasskey
        ? 'After your password or wallet, you are asked for a passkey.'
        : 'Your password or wallet alone signs you in, although you have a passkey.',
    ),
    form({ action: '/account/two-step', csrf }, [
      hidden('wanted', requiresPasskey ? 'no' : 'yes'),
      html`<button>${requiresPasskey ? 'Stop asking for it' : 'Ask for the passkey, too'}</button>`,
    ]),
  ]
}
