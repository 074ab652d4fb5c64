// The page that decides a claim after a proof: which address is the account's.
import {
  decideClaim,
  findProvedClaim,
  type ProvedClaim,
} from '../../domain/recovery/claim-decision.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import { linkUrl, tokenOf } from '../page-url.ts'
import { ADDRESS } from './address-question.ts'
import { claimAddressPage } from './claim-address-page.ts'
import { countFailure } from '../attempts.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { samePage } from '../destination.ts'
import { sendPage } from '../page.ts'

export const CLAIM_ENDED = '/claim/ended'

export async function showClaimAddress(browserSession: BrowserSession): Promise<void> {
  const claim = await getProvedClaim(browserSession)
  sendPage(browserSession.res, renderQuestion(browserSession, claim))
}

export async function submitClaimAddress(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const form = await readForm(browserSession)
  const claim = await getProvedClaim(browserSession)
  const address = form.get(ADDRESS)
  if (address !== 'earlier' && address !== 'current') {
    sendPage(res, renderQuestion(browserSession, claim, 'Choose one.'), 400)
    return
  }
  const token = tokenOf(browserSession)
  await decideClaim(ctx, token, address)
  const next = address === 'earlier' ? linkUrl(server, '/recover/password', token) : undefined
  res.redirect(303, next ?? server.issuer + CLAIM_ENDED)
}

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
