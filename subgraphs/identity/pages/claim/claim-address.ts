// The page that decides a claim after a proof that is older than its cause: which address is the account's.
import { linkIsOver } from '../../domain/email/email-address.ts'
import {
  decideClaim,
  findProvedClaim,
  type ProvedClaim,
} from '../../domain/recovery/claim-decision.ts'
import { countFailure } from '../attempts.ts'
import { formHandler, type BrowserSession, type PageHandler } from '../browser-session.ts'
import { linkUrl, samePage, tokenOf } from '../destination.ts'
import { form, type FormProps } from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { moment } from '../time.ts'
import { ADDRESS, addressQuestion } from './address-question.ts'

export const CLAIM_ENDED = '/claim/ended'

export const showClaimAddress: PageHandler = async (browserSession) =>
  renderQuestion(browserSession, await getProvedClaim(browserSession))

export const submitClaimAddress = formHandler(async (browserSession, form) => {
  const { ctx, server } = browserSession
  const claim = await getProvedClaim(browserSession)
  const address = form.get(ADDRESS)
  if (address !== 'earlier' && address !== 'current') {
    return { page: renderQuestion(browserSession, claim, 'Choose one.'), status: 400 }
  }
  const token = tokenOf(browserSession)
  await decideClaim(ctx, token, address)
  return { to: address === 'earlier' ? linkUrl(server, '/recover/password', token) : CLAIM_ENDED }
})

function renderQuestion(
  browserSession: BrowserSession,
  claim: ProvedClaim,
  error?: string,
): string {
  const action = samePage(browserSession, '/claim/address')
  return claimAddressPage({ csrf: browserSession.csrf, action, claim, error })
}

/** The claim that was proved. A token that is over counts as a failure. @throws INSUFFICIENT_PERMISSIONS */
async function getProvedClaim(browserSession: BrowserSession): Promise<ProvedClaim> {
  const claim = await findProvedClaim(browserSession.ctx, tokenOf(browserSession))
  if (claim) return claim
  await countFailure(browserSession)
  throw linkIsOver()
}

interface ClaimAddressProps extends FormProps {
  claim: Pick<ProvedClaim, 'account' | 'address' | 'causedAt' | 'current'>
  error?: string | undefined
}

/** Renders the page, whose form takes `address`: `earlier` or `current`. */
export function claimAddressPage({ action, claim, csrf, error }: ClaimAddressProps): string {
  const { account, address, causedAt, current } = claim
  const choices = [
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
  return page({
    title: 'One more question',
    isRefused: error !== undefined,
    house: account.house,
    styles: ['account.css'],
    lead: html`You have shown something that <strong>@${account.username}</strong> had before
      ${moment(causedAt)}.`,
    main: form({ action, csrf, look: 'stack' }, [
      addressQuestion(choices, { error }),
      html`<button class="primary">Continue</button>`,
    ]),
  })
}
