// Mailed links, except those for a new password: verifying an address, and "this was not me". A GET changes nothing,
// because programs that check mail open every link.
import type { RequestHandler } from 'express'
import { findClaimByToken } from '../../../domain/recovery/claim-reader.ts'
import { findNotMeReport, lockAccount } from '../../../domain/recovery/not-me-report.ts'
import { linkIsOver } from '../../../domain/email/email-address.ts'
import { findVerification, verifyEmailAddress } from '../../../domain/email/email-verification.ts'
import { sectionUrl } from '../../pages/account/account-groups.ts'
import { otherAccountPage, verificationPage } from '../../pages/sign-in-methods/email.ts'
import { noticePage } from '../../pages/notice-page.ts'
import { notMePage } from '../../pages/recovery/recovery-page.ts'
import { queryParameters, type Parameters } from '../../parameters.ts'
import { handler, pageUrl, type AuthorizationServer } from '../../request-context.ts'
import { countFailure } from '../attempts.ts'
import {
  clearSessionCookie,
  readBrowserSession,
  readForm,
  type BrowserSession,
} from '../browser-session.ts'
import { signInForVerification, verificationParameters } from '../destination.ts'
import { sendPage } from '../page.ts'

/** Requires a session of the requesting account: the owner of another mailbox must not verify it. */
export function showVerification(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const { csrf, ctx, signedIn } = await readBrowserSession(request)
    const token = tokenIn(request)
    const found = await findVerification(ctx, token)
    if (!found) throw linkIsOver()
    if (!signedIn) {
      request.res.redirect(303, signInForVerification(server, token))
      return
    }
    const props = { csrf, token, address: found.address, account: found }
    if (signedIn.identity.id === found.id) {
      const action = pageUrl(server, '/email/verify', tokenParameter(token))
      sendPage(request.res, verificationPage({ ...props, action }))
      return
    }
    const switchAction = pageUrl(server, '/consent/switch', verificationParameters(token))
    sendPage(request.res, otherAccountPage({ ...props, switchAction, reader: signedIn.identity }))
  })
}

export function submitVerification(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    const token = form.get('token') ?? ''
    const { signedIn } = browserSession
    if (!signedIn) {
      request.res.redirect(303, signInForVerification(server, token))
      return
    }
    await orCountFailure(browserSession, (ctx) => verifyEmailAddress(ctx, token, signedIn.session))
    const text =
      'You can now reset your password with it, and we write to it when your account changes.'
    const links = [{ href: sectionUrl('email'), text: 'Open your account' }] as const
    sendPage(request.res, noticePage({ title: 'The address is verified', text, links }))
  })
}

export function showNotMe(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const { csrf, ctx } = await readBrowserSession(request)
    const token = tokenIn(request)
    const account = await findNotMeReport(ctx, token)
    if (account) {
      const { opens } = account
      const action = pageUrl(server, '/not-me', tokenParameter(token))
      sendPage(request.res, notMePage({ action, csrf, token, account, opens }))
      return
    }
    // A link that belongs to a claim redirects to the page of the claim.
    if (!(await findClaimByToken(ctx, token))) throw linkIsOver()
    request.res.redirect(303, pageUrl(server, '/claim', tokenParameter(token)))
  })
}

export function submitNotMe(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    const { path, token } = await orCountFailure(browserSession, (ctx) =>
      lockAccount(ctx, form.get('token') ?? ''),
    )
    clearSessionCookie(browserSession)
    request.res.redirect(303, pageUrl(server, path, tokenParameter(token)))
  })
}

/** Counts failures. Tokens cannot be guessed, but attempts are slowed down. */
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

/** Also in the URL of each form, so that a refused form leads back to its page. */
const tokenParameter = (token: string): Parameters => new Map([['token', token]])

function tokenIn({ req }: Pick<BrowserSession, 'req'>): string {
  return queryParameters(req).get('token') ?? ''
}
