// The e-mail address on the account page, and the page of the link in a verification mail.
import { linkIsOver } from '../../domain/email/email-address.ts'
import { findVerification, verifyEmailAddress } from '../../domain/email/email-verification.ts'
import type { Identity } from '../../tables.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { AccountProps } from '../account/account-props.ts'
import { emailIn } from '../account/account-forms.ts'
import { sensitive } from '../account/step-up.ts'
import { orCountFailure } from '../attempts.ts'
import { formHandler, type PageHandler } from '../browser-session.ts'
import {
  linkUrl,
  pageUrl,
  signInForVerification,
  tokenOf,
  verificationParameters,
} from '../destination.ts'
import { field, form, hidden } from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import { noticePage } from '../notice-page.ts'
import { rowButton, rows } from '../rows.ts'

export const email = (props: AccountProps): Content => {
  const { csrf, email, unverifiedEmail } = props
  const address = email?.address
  const removal = { action: '/account/email/remove', csrf }
  return [
    rows(
      email
        ? [
            {
              title: email.address,
              about: html`<p>Verified. Only you see it, and apps that you allow to.</p>`,
              end: form(removal, rowButton('Remove', email.address)),
            },
          ]
        : [],
      'You have given none.',
    ),
    unverifiedEmail === undefined
      ? ''
      : html`<p>
          Waiting for you: follow the link in the mail to <strong>${unverifiedEmail}</strong>.
        </p>`,
    props.offersMail ? change(props, address ? 'Change the address' : 'Add an address') : '',
  ]
}

const change = (props: AccountProps, text: string): Content =>
  sensitive(props, 'email', text, () => {
    const { csrf, errors, sentIn } = props
    const sent = sentIn('email')
    return form({ action: '/account/email#email-section', csrf, look: 'stack' }, [
      field({
        name: 'email',
        label: 'E-mail address',
        hint: 'We send a link to it. Until you follow it, nothing changes.',
        value: sent && emailIn(sent),
        error: errors.email,
        attributes: html`type="email" autocomplete="email" maxlength="254" required`,
      }),
      html`<button>Send the link</button>`,
    ])
  })

/**
 * Shows the page that verifies an address, only to the requesting account: another mailbox's owner must not use it. A
 * GET changes nothing, because programs that check mail open every link.
 */
export const showVerification: PageHandler = async (browserSession) => {
  const { csrf, ctx, server, signedIn } = browserSession
  const token = tokenOf(browserSession)
  const found = await findVerification(ctx, token)
  if (!found) throw linkIsOver()
  if (!signedIn) return { to: signInForVerification(server, token) }
  const props = { csrf, address: found.address, account: found }
  if (signedIn.identity.id === found.id) {
    return verificationPage({ ...props, action: linkUrl(server, '/email/verify', token), token })
  }
  const switchAction = pageUrl(server, '/consent/switch', verificationParameters(token))
  return otherAccountPage({ ...props, switchAction, reader: signedIn.identity })
}

export const submitVerification = formHandler(async (browserSession, form) => {
  const { ctx, server, signedIn } = browserSession
  const token = form.get('token') ?? ''
  if (!signedIn) return { to: signInForVerification(server, token) }
  await orCountFailure(browserSession, () => verifyEmailAddress(ctx, token, signedIn.session))
  const text =
    'You can now reset your password with it, and we write to it when your account changes.'
  const links = [{ href: sectionUrl('email'), text: 'Open your account' }] as const
  return noticePage({ title: 'The address is verified', text, links })
})

interface VerificationProps {
  csrf: string
  address: string
  account: Pick<Identity, 'username' | 'house'>
}

export const verificationPage = ({
  account,
  action,
  address,
  csrf,
  token,
}: VerificationProps & { action: string; token: string }): string =>
  page({
    title: 'Is this your account?',
    house: account.house,
    lead: html`Verify that <strong>${address}</strong> belongs to
      <strong>@${account.username}</strong>. Mail to it can then set a new password.`,
    main: form({ action, csrf, look: 'stack' }, [
      hidden('token', token),
      html`<button class="primary">Verify the address</button>`,
    ]),
  })

/** Renders the page for somebody who is signed in to another account than the one that requested the verification. */
export const otherAccountPage = ({
  account: { house, username },
  address,
  csrf,
  reader,
  switchAction,
}: VerificationProps & { switchAction: string; reader: Pick<Identity, 'username'> }): string =>
  page({
    title: 'This link is for another account',
    house,
    lead: html`<strong>@${username}</strong> asked to use <strong>${address}</strong> as its
      address. You are signed in as <strong>@${reader.username}</strong>.`,
    main: html`
      <p>
        Is <strong>@${username}</strong> yours? Then sign in to it to verify the address. If not, do
        nothing.
      </p>
      ${form(
        { action: switchAction, csrf, look: 'stack' },
        html`<button>Sign in as @${username}</button>`,
      )}
      <p class="aside"><a href="/account">Back to your account</a></p>
    `,
  })
