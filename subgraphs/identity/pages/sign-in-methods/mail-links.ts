// Mailed links, except those for a new password: verifying an address, and "this was not me". A GET changes nothing,
// because programs that check mail open every link.
import { recordAudit } from '../../domain/audit/audit.ts'
import { findClaimByToken } from '../../domain/recovery/claim-reader.ts'
import { findNotMeReport, lockAccount } from '../../domain/recovery/not-me-report.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import { findVerification, verifyEmailAddress } from '../../domain/email/email-verification.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { otherAccountPage, verificationPage } from './email.ts'
import { noticePage } from '../notice-page.ts'
import { notMePage } from '../recovery/recovery-page.ts'
import { linkUrl, pageUrl, tokenOf } from '../page-url.ts'
import { countFailure } from '../attempts.ts'
import { clearSessionCookie, readForm, type BrowserSession } from '../browser-session.ts'
import { signInForVerification, verificationParameters } from '../destination.ts'
import { sendPage } from '../page.ts'

/** Shows the page that verifies an address, only to the requesting account: another mailbox's owner must not use it. */
export async function showVerification(browserSession: BrowserSession): Promise<void> {
  const { csrf, ctx, res, server, signedIn } = browserSession
  const token = tokenOf(browserSession)
  const found = await findVerification(ctx, token)
  if (!found) throw linkIsOver()
  if (!signedIn) {
    res.redirect(303, signInForVerification(server, token))
    return
  }
  const props = { csrf, token, address: found.address, account: found }
  if (signedIn.identity.id === found.id) {
    const action = linkUrl(server, '/email/verify', token)
    sendPage(res, verificationPage({ ...props, action }))
    return
  }
  const switchAction = pageUrl(server, '/consent/switch', verificationParameters(token))
  sendPage(res, otherAccountPage({ ...props, switchAction, reader: signedIn.identity }))
}

export async function submitVerification(browserSession: BrowserSession): Promise<void> {
  const { res, server, signedIn } = browserSession
  const form = await readForm(browserSession)
  const token = form.get('token') ?? ''
  if (!signedIn) {
    res.redirect(303, signInForVerification(server, token))
    return
  }
  await orCountFailure(browserSession, (ctx) => verifyEmailAddress(ctx, token, signedIn.session))
  const text =
    'You can now reset your password with it, and we write to it when your account changes.'
  const links = [{ href: sectionUrl('email'), text: 'Open your account' }] as const
  sendPage(res, noticePage({ title: 'The address is verified', text, links }))
}

export async function showNotMe(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const token = tokenOf(browserSession)
  const page = await renderNotMe(browserSession, token)
  if (page !== undefined) {
    sendPage(res, page)
    return
  }
  // A link that belongs to a claim redirects to the page of the claim.
  if (!(await findClaimByToken(ctx, token))) throw linkIsOver()
  res.redirect(303, linkUrl(server, '/claim', token))
}

export async function submitNotMe(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const form = await readForm(browserSession)
  const sent = form.get('token') ?? ''
  const locked = await orCountFailure(browserSession, () =>
    lockAccount(ctx, sent, form.get('password')),
  )
  if (!locked) {
    const identityId = (await findNotMeReport(ctx, sent))?.id ?? null
    await recordAudit(ctx, { kind: 'recovery_refused', identityId })
    const page = await renderNotMe(
      browserSession,
      sent,
      'That is not the password that the account had then.',
    )
    if (page === undefined) throw linkIsOver()
    sendPage(res, page, 403)
    return
  }
  clearSessionCookie(browserSession)
  res.redirect(303, linkUrl(server, locked.path, locked.token))
}

/** The page that reports "this was not me"; undefined if the link is over. */
async function renderNotMe(
  { csrf, ctx, server }: BrowserSession,
  token: string,
  error?: string,
): Promise<string | undefined> {
  const account = await findNotMeReport(ctx, token)
  if (!account) return undefined
  const { needsPassword, opens } = account
  const action = linkUrl(server, '/not-me', token)
  return notMePage({ action, csrf, token, account, opens, needsPassword, error })
}

/** Runs `work`, and counts a failure: tokens cannot be guessed, but attempts are slowed down. */
async function orCountFailure<Result>(
  browserSession: BrowserSession,
  work: (ctx: BrowserSession['ctx']) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(browserSession.ctx)
  } catch (error) {
    await countFailure(browserSession)
    throw error
  }
}
