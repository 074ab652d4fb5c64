// The page of a claim: what has happened, what happens when, and how to prove ownership of the account.
import type { findOlderProofs } from '../../domain/recovery/claim-proof.ts'
import type { ClaimForReader } from '../../domain/recovery/claim-reader.ts'
import {
  field,
  form,
  INPUTS,
  scriptedForm,
  usernameOfPassword,
  type FormProps,
  type ScriptUrls,
} from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import { day, moment } from '../time.ts'

export interface ClaimProps extends FormProps {
  claim: Omit<ClaimForReader, 'identityId'>
  /** The account's proofs that are older than the cause. */
  proofs: Awaited<ReturnType<typeof findOlderProofs>>
  /** Whether the claimant has waited long enough and nobody has objected. */
  isUnopposed: boolean
  openAction: string
  disputeAction: string
  passkey: ScriptUrls
  wallet: ScriptUrls
  errors?: { password?: string; code?: string } | undefined
}

export const claimPage = (props: ClaimProps): string =>
  page({
    title: props.claim.role === 'claimant' ? 'The account is locked' : 'Is this your account?',
    isRefused: props.errors !== undefined,
    house: props.claim.account.house,
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    main: props.claim.role === 'claimant' ? forClaimant(props) : forHolder(props),
  })

const forClaimant = (props: ClaimProps): Content => {
  const { account, address, causedAt } = props.claim
  return [
    html`<p class="lead">
      Nobody can sign in as <strong>@${account.username}</strong>. Nothing else has changed.
    </p>`,
    html`<p>
      <strong>${address}</strong> is an earlier address of this account. Mail to it alone does not
      open the account, because somebody else may read it.
    </p>`,
    proofSection(
      props,
      'Open it now',
      html`Show something that the account had before ${moment(causedAt)}, when we first wrote to
      this address in the last week. You then say which address is the account’s.`,
    ),
    waiting(props),
  ]
}

const waiting = ({ claim, csrf, isUnopposed, openAction }: ClaimProps): Content => {
  if (claim.disputedAt) {
    return administratorDecides(
      'Somebody who uses the account has said that it is theirs. Waiting does not open it any more.',
    )
  }
  if (!isUnopposed) {
    return html`<h2>Or wait</h2>
      <p>
        If nobody objects by ${day(claim.opensAt)}, the link in your mail opens the account. We have
        written to every other address that the account knows. Keep your mail.
      </p>`
  }
  return html`<h2>Nobody has objected</h2>
    <p>You can choose a new password now.</p>
    ${form({ action: openAction, csrf, look: 'stack' }, html`<button class="primary">Open the account</button>`)}`
}

const administratorDecides = (reason: string): Content =>
  html`<h2>An administrator decides</h2>
    <p>${reason} Ask an administrator, who can give you a code.</p>
    <p><a class="button" href="/recover/code">Use a code</a></p>`

const forHolder = (props: ClaimProps): Content => {
  const { account, address, causedAt, claimedAt } = props.claim
  return [
    html`<p class="lead"><strong>@${account.username}</strong> is locked. Nobody can sign in.</p>`,
    html`<p>
      On ${day(claimedAt)}, somebody who reads the mail of <strong>${address}</strong>, an earlier
      address of the account, said that they are its owner.
    </p>`,
    proofSection(
      props,
      'Unlock it now',
      html`Show something that the account had before ${moment(causedAt)}. You then say which
      address is the account’s.`,
    ),
    objection(props),
  ]
}

const objection = ({ claim, csrf, disputeAction }: ClaimProps): Content =>
  claim.disputedAt
    ? administratorDecides(
        'Somebody has objected, so waiting does not open the account for anybody.',
      )
    : html`<h2>Or object</h2>
        <p>
          If <strong>${claim.address}</strong> is not your address, object, and an administrator
          decides. If nobody objects by ${day(claim.opensAt)}, its reader can choose a new password.
        </p>
        ${form({ action: disputeAction, csrf, look: 'stack' }, html`<button>It is not my address</button>`)}`

/** The forms for what the account has had before the claim. */
function proofSection(props: ClaimProps, title: string, text: Content): Content {
  const { action, claim, csrf, errors, passkey, proofs, wallet } = props
  const offered = [
    proofs.password &&
      form({ action, csrf, look: 'stack' }, [
        usernameOfPassword(claim.account.username),
        field({
          name: 'password',
          label: 'Password',
          error: errors?.password,
          attributes: INPUTS.password,
        }),
        html`<button class="primary">Use the password</button>`,
      ]),
    proofs.passkey &&
      scriptedForm(
        { does: 'passkey-confirm', csrf, ...passkey },
        html`<button>Use a passkey</button>`,
      ),
    proofs.wallet &&
      scriptedForm({ does: 'wallet', csrf, ...wallet }, html`<button>Use a wallet</button>`),
    (proofs.app || proofs.recoveryCodes) &&
      form({ action, csrf, look: 'stack' }, [
        field({
          name: 'code',
          label: codeLabel(proofs),
          error: errors?.code,
          attributes: INPUTS.oneTimeCode,
        }),
        html`<button>Use the code</button>`,
      ]),
  ].filter((each) => each !== false)
  if (offered.length > 0) {
    return html`<h2>${title}</h2>
      <p>${text}</p>
      ${offered}`
  }
  return claim.contested
    ? html`<p>Both sides know the password, so it does not open the account.</p>`
    : html`<p>The account has nothing left from before ${moment(claim.causedAt)}.</p>`
}

function codeLabel({ app, recoveryCodes }: ClaimProps['proofs']): string {
  if (!recoveryCodes) return 'Code from your authenticator app'
  return app ? 'Code from your authenticator app, or a recovery code' : 'Recovery code'
}
