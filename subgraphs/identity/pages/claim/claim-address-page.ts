// The page after a proof that is older than the cause of a claim: which address is the account's.
import { form } from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { moment } from '../time.ts'
import { addressQuestion, type AddressChoice } from './address-question.ts'

export interface ClaimAddressProps {
  csrf: string
  action: string
  claim: {
    /** The earlier address, whose reader claims the account. */
    address: string
    causedAt: Date
    /** The address of the account; null if it has none. */
    current: string | null
    account: { username: string; house: string }
  }
  error?: string | undefined
}

/** Renders the page, whose form takes `address`: `earlier` or `current`. */
export function claimAddressPage({ action, claim, csrf, error }: ClaimAddressProps): string {
  const { account } = claim
  const title = 'One more question'
  return page({
    title: error ? `Error: ${title}` : title,
    house: account.house,
    styles: ['account.css'],
    main: html`
      <h1>${title}</h1>
      <p class="lead">
        You have shown something that <strong>@${account.username}</strong> had before
        ${moment(claim.causedAt)}.
      </p>
      ${form({ action, csrf, look: 'stack' }, [
        addressQuestion(choicesOf(claim), { error }),
        html`<button class="primary">Continue</button>`,
      ])}
    `,
  })
}

const choicesOf = ({ address, current }: ClaimAddressProps['claim']): AddressChoice[] => [
  {
    value: 'earlier',
    title: address,
    about: 'It becomes the address of the account again, and you choose a new password.',
  },
  {
    value: 'current',
    title: current ?? 'None: the account has no address',
    about: 'The account is unlocked and stays as it is.',
  },
]
