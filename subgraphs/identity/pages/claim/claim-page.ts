// The page of a claim: what has happened, what happens when, and how to prove ownership of the account.
import { field } from '../field.ts'
import { form, scriptedForm, type ScriptUrls } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { day, moment } from '../time.ts'

export interface ClaimProps {
  csrf: string
  claim: {
    role: 'claimant' | 'holder'
    /** The earlier address, whose reader claims the account. */
    address: string
    causedAt: Date
    claimedAt: Date
    opensAt: Date
    disputedAt: Date | null
    contested: boolean
    account: { username: string; house: string }
  }
  /** The account's proofs that are older than the cause. */
  proofs: {
    password: boolean
    passkey: boolean
    wallet: boolean
    app: boolean
    recoveryCodes: boolean
  }
  /** Whether the claimant has waited long enough and nobody has objected. */
  isUnopposed: boolean
  /** The URL that takes `password` or `code`. */
  action: string
  openAction: string
  disputeAction: string
  passkey: ScriptUrls
  wallet: ScriptUrls
  errors?: { password?: string; code?: string } | undefined
}

export function claimPage(props: ClaimProps): string {
  const { claim, errors } = props
  const title = claim.role === 'claimant' ? 'The account is locked' : 'Is this your account?'
  return page({
    title: errors ? `Error: ${title}` : title,
    house: claim.account.house,
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    main: html`
      <h1>${title}</h1>
      ${claim.role === 'claimant' ? forClaimant(props) : forHolder(props)}
    `,
  })
}

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
    proofSection(props, {
      title: 'Open it now',
      text: html`Show something that the account had before ${moment(causedAt)}, when we first wrote
      to this address in the last week. You then say which address is the account’s.`,
    }),
    waiting(props),
  ]
}

const waiting = ({ claim, csrf, isUnopposed, openAction }: ClaimProps): Content => {
  if (claim.disputedAt) {
    return html`<h2>An administrator decides</h2>
      <p>
        Somebody who uses the account has said that it is theirs. Waiting does not open it any more.
        Ask an administrator, who can give you a code.
      </p>
      <p><a class="button" href="/recover/code">Use a code</a></p>`
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

const forHolder = (props: ClaimProps): Content => {
  const { account, address, causedAt, claimedAt } = props.claim
  return [
    html`<p class="lead"><strong>@${account.username}</strong> is locked. Nobody can sign in.</p>`,
    html`<p>
      On ${day(claimedAt)}, somebody who reads the mail of <strong>${address}</strong>, an earlier
      address of the account, said that they are its owner.
    </p>`,
    proofSection(props, {
      title: 'Unlock it now',
      text: html`Show something that the account had before ${moment(causedAt)}. You then say which
      address is the account’s.`,
    }),
    objection(props),
  ]
}

const objection = ({ claim, csrf, disputeAction }: ClaimProps): Content =>
  claim.disputedAt
    ? html`<h2>An administrator decides</h2>
        <p>
          Somebody has objected, so waiting does not open the account for anybody. Ask an
          administrator, who can give you a code.
        </p>
        <p><a class="button" href="/recover/code">Use a code</a></p>`
    : html`<h2>Or object</h2>
        <p>
          If <strong>${claim.address}</strong> is not your address, object, and an administrator
          decides. If nobody objects by ${day(claim.opensAt)}, its reader can choose a new password.
        </p>
        ${form({ action: disputeAction, csrf, look: 'stack' }, html`<button>It is not my address</button>`)}`

function proofSection(props: ClaimProps, { title, text }: { title: string; text: Html }): Content {
  const forms = [passwordForm(props), passkeyForm(props), walletForm(props), codeForm(props)]
  const offered = forms.filter((each) => each !== undefined)
  if (offered.length === 0) {
    return props.claim.contested
      ? html`<p>Both sides know the password, so it does not open the account.</p>`
      : html`<p>The account has nothing left from before ${moment(props.claim.causedAt)}.</p>`
  }
  return html`<h2>${title}</h2>
    <p>${text}</p>
    ${offered}`
}

const passwordForm = ({ action, claim, csrf, errors, proofs }: ClaimProps): Html | undefined =>
  proofs.password
    ? form({ action, csrf, look: 'stack' }, [
        html`<input
          name="username"
          value="${claim.account.username}"
          autocomplete="username"
          hidden
        />`,
        field({
          name: 'password',
          label: 'Password',
          error: errors?.password,
          attributes: html`type="password" autocomplete="current-password" required`,
        }),
        html`<button class="primary">Use the password</button>`,
      ])
    : undefined

const passkeyForm = ({ csrf, passkey, proofs }: ClaimProps): Html | undefined =>
  proofs.passkey
    ? scriptedForm(
        { does: 'passkey-confirm', csrf, ...passkey },
        html`<button>Use a passkey</button>`,
      )
    : undefined

const walletForm = ({ csrf, proofs, wallet }: ClaimProps): Html | undefined =>
  proofs.wallet
    ? scriptedForm({ does: 'wallet', csrf, ...wallet }, html`<button>Use a wallet</button>`)
    : undefined

const codeForm = ({ action, csrf, errors, proofs }: ClaimProps): Html | undefined =>
  proofs.app || proofs.recoveryCodes
    ? form({ action, csrf, look: 'stack' }, [
        field({
          name: 'code',
          label: codeLabel(proofs),
          error: errors?.code,
          attributes: html`type="text" autocomplete="one-time-code" autocapitalize="characters"
          spellcheck="false" maxlength="40" required`,
        }),
        html`<button>Use the code</button>`,
      ])
    : undefined

function codeLabel({ app, recoveryCodes }: ClaimProps['proofs']): string {
  if (!recoveryCodes) return 'Code from your authenticator app'
  return app ? 'Code from your authenticator app, or a recovery code' : 'Recovery code'
}
