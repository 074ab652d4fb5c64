// The links in mails besides that of a new password: verifying an address, and "this was not me". A GET
// changes nothing, because programs that check mail open every link.
import type { RequestHandler } from 'express'
import { findDisavowal, lockAccount } from '../../domain/disavowal.ts'
import { linkIsOver } from '../../domain/email-address.ts'
import { findVerification, verifyEmailAddress } from '../../domain/email-verification.ts'
import { sectionUrl } from '../pages/account-groups.ts'
import { verificationPage } from '../pages/email.ts'
import { noticePage } from '../pages/notice.ts'
import { disavowalPage } from '../pages/recovery.ts'
import { queryParameters } from '../parameters.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'
import { takeFailure } from './attempts.ts'
import {
  clearSessionCookie,
  readBrowserSession,
  readForm,
  type BrowserSession,
} from './browser-session.ts'
import { sendPage } from './page.ts'

export function showVerification(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const { csrf, ctx } = await readBrowserSession(request)
    const token = tokenIn(request)
    const found = await findVerification(ctx, token)
    if (!found) throw linkIsOver()
    const props = { action: '/email/verify', csrf, token, address: found.address, account: found }
    sendPage(request.res, verificationPage(props))
  })
}

export function submitVerification(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    await orCountFailure(browserSession, (ctx) => verifyEmailAddress(ctx, form.get('token') ?? ''))
    const text =
      'You can now reset your password with it, and we write to it when your account changes.'
    const link = { href: sectionUrl('email'), text: 'Open your account' }
    sendPage(request.res, noticePage({ title: 'The address is verified', text, link }))
  })
}

export function showDisavowal(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const { csrf, ctx } = await readBrowserSession(request)
    const token = tokenIn(request)
    const account = await findDisavowal(ctx, token)
    if (!account) throw linkIsOver()
    sendPage(request.res, disavowalPage({ action: '/not-me', csrf, token, account }))
  })
}

export function submitDisavowal(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    const token = await orCountFailure(browserSession, (ctx) =>
      lockAccount(ctx, form.get('token') ?? ''),
    )
    clearSessionCookie(browserSession)
    const query = new URLSearchParams({ token }).toString()
    request.res.redirect(303, `${server.issuer}/recover/password?${query}`)
  })
}

/** Tokens cannot be guessed; who tries all the same is slowed down. */
async function orCountFailure<Result>(
  browserSession: BrowserSession,
  work: (ctx: BrowserSession['ctx']) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(browserSession.ctx)
  } catch (error) {
    await takeFailure(browserSession)
    throw error
  }
}

function tokenIn({ req }: Pick<BrowserSession, 'req'>): string {
  return queryParameters(req).get('token') ?? ''
}
