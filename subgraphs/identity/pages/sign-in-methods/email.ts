// The e-mail address on the account page, and the page of the link in a verification mail.
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

export const email = (props: AccountProps): Content => [
  current(props),
  waiting(props),
  props.offersMail ? change(props) : '',
]

const current = ({ csrf, email }: AccountProps): Html =>
  email.verified === undefined
    ? html`<p class="nothing">You have given none.</p>`
    : html`<ul class="rows">
        <li>
          <div>
            <p class="title">${email.verified}</p>
            <p>Verified. Only you see it, and apps that you allow to.</p>
          </div>
          ${form(
            { action: '/account/email/remove', csrf },
            html`<button>Remove <span class="unseen">${email.verified}</span></button>`,
          )}
        </li>
      </ul>`

const waiting = ({ email }: AccountProps): Content =>
  email.unverified === undefined
    ? ''
    : html`<p>
        Waiting for you: follow the link in the mail to <strong>${email.unverified}</strong>.
      </p>`

const change = ({ csrf, email, errors, steppedUp }: AccountProps): Html => {
  const text = email.verified === undefined ? 'Add an address' : 'Change the address'
  if (!steppedUp) return confirmFirst('email', text)
  return form({ action: '/account/email#email-section', csrf, look: 'stack' }, [
    field({
      name: 'email',
      label: 'E-mail address',
      hint: 'We send a link to it. Until you follow it, nothing changes.',
      value: email.wanted,
      error: errors?.email,
      attributes: html`type="email" autocomplete="email" maxlength="254" required`,
    }),
    html`<button>Send the link</button>`,
  ])
}

interface VerificationProps {
  /** The URL that takes the field `token`. */
  action: string
  csrf: string
  token: string
  address: string
  account: { username: string; house: string }
}

/** Renders the page that asks before verifying, because programs that check mail open its links. */
export function verificationPage(props: VerificationProps): string {
  const { account, action, address, csrf, token } = props
  return linkPage(
    'Is this your account?',
    account,
    html`
      <p class="lead">
        Verify that <strong>${address}</strong> belongs to <strong>@${account.username}</strong>.
        Mail to it can then set a new password.
      </p>
      ${form({ action, csrf, look: 'stack' }, [
        html`<input type="hidden" name="token" value="${token}" />`,
        html`<button class="primary">Verify the address</button>`,
      ])}
    `,
  )
}

interface OtherAccountProps extends Omit<VerificationProps, 'action' | 'token'> {
  switchAction: string
  /** The signed-in person. */
  reader: { username: string }
}

/** Renders the page for somebody who is signed in to another account than the one that requested the verification. */
export function otherAccountPage(props: OtherAccountProps): string {
  const { account, address, csrf, reader, switchAction } = props
  return linkPage(
    'This link is for another account',
    account,
    html`
      <p class="lead">
        <strong>@${account.username}</strong> asked to use <strong>${address}</strong> as its
        address. You are signed in as <strong>@${reader.username}</strong>.
      </p>
      <p>
        Is <strong>@${account.username}</strong> yours? Then sign in to it to verify the address. If
        not, do nothing.
      </p>
      ${form({ action: switchAction, csrf, look: 'stack' }, html`<button>Sign in as @${account.username}</button>`)}
      <p class="aside"><a href="/account">Back to your account</a></p>
    `,
  )
}

function linkPage(title: string, { house }: VerificationProps['account'], content: Html): string {
  return page({
    title,
    house,
    main: html`<h1>${title}</h1>
      ${content}`,
  })
}
