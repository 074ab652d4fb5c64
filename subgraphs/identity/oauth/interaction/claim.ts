// The page of a claim to an account, which mails and refused sign-ins lead to.
import type { RequestHandler } from 'express'
import { DomainError, forbidden } from '#foundation/domain/errors.ts'
import { checkGuess } from '../../domain/attempt-throttle.ts'
import {
  createClaimLink,
  findClaimByToken,
  type ClaimForReader,
} from '../../domain/account-claim.ts'
import {
  decideClaim,
  disputeClaim,
  isUnopposed,
  openUnopposed,
  type Decision,
} from '../../domain/claim-decision.ts'
import {
  appTime,
  findOlderProofs,
  passkeyTime,
  passwordTime,
  recoveryCodeTime,
  walletTime,
} from '../../domain/claim-proof.ts'
import { linkIsOver } from '../../domain/email-address.ts'
import { proveCurrentPassword } from '../../domain/password.ts'
import { proveTotp } from '../../domain/totp.ts'
import { createSignInChallenge, redeemSignInChallenge } from '../../domain/wallet-sign-in.ts'
import { claimPage, type ClaimProps } from '../pages/claim.ts'
import { noticePage } from '../pages/notice.ts'
import { queryParameters, type Parameters } from '../parameters.ts'
import { handler, pageUrl, type AuthorizationServer } from '../request-context.ts'
import { recoveryBuckets, takeChallengeOfAddress, takeFailure } from './attempts.ts'
import { readBrowserSession, readForm, type BrowserSession } from './browser-session.ts'
import { samePage } from './destination.ts'
import { sendPage } from './page.ts'
import { provenPasskey } from './passkey.ts'
import { askForPasskey } from './passkey-options.ts'
import { scriptCall, textOf } from './script-call.ts'

const ENDED = '/claim/ended'

export function showClaim(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const claim = await getClaim(browserSession)
    sendPage(request.res, await renderClaim(browserSession, claim))
  })
}

/** After a claim has ended: the person signs in as before. */
export function showClaimEnded(server: AuthorizationServer): RequestHandler {
  return handler(server, async ({ res }) => {
    const text = 'Everything is as it was. Sign in as you are used to, and connect your apps again.'
    const link = { href: '/sign-in', text: 'Sign in' }
    sendPage(res, noticePage({ title: 'The account is unlocked', text, link }))
  })
}

/** POST: a password or a code. */
export function submitClaimProof(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const form = await readForm(browserSession)
    const claim = await getClaim(browserSession)
    const field = form.has('password') ? 'password' : 'code'
    const decision = await (field === 'password' ? byPassword : byCode)(browserSession, claim, form)
    if (decision) {
      request.res.redirect(303, placeAfter(server, decision))
      return
    }
    const errors = { [field]: 'That is not right, or has been used already.' }
    sendPage(request.res, await renderClaim(browserSession, claim, errors), 403)
  })
}

async function byPassword(
  browserSession: BrowserSession,
  { identityId, role }: ClaimForReader,
  form: Parameters,
): Promise<Decision | undefined> {
  const { ctx } = browserSession
  const bucket = `claim-password:${role}:${identityId}`
  const hash = await proveCurrentPassword(ctx, identityId, form.get('password') ?? '', bucket)
  if (hash === undefined) return undefined
  return decideClaim(ctx, tokenOf(browserSession), passwordTime(hash))
}

/** Of the app, which has digits alone, or a recovery code. */
async function byCode(
  browserSession: BrowserSession,
  { identityId, role }: ClaimForReader,
  form: Parameters,
): Promise<Decision | undefined> {
  const { ctx, server } = browserSession
  const [token, code] = [tokenOf(browserSession), form.get('code') ?? '']
  if (/^\p{Nd}+$/u.test(code.replaceAll(/[\s-]/g, '')) && code.length < 12) {
    const isRight = await proveTotp(ctx, { identityId, key: server.secret }, code, role)
    return isRight ? decideClaim(ctx, token, appTime) : undefined
  }
  const decide = () => decideClaim(ctx, token, recoveryCodeTime(code))
  return checkGuess(ctx, recoveryBuckets(browserSession), decide)
}

export function submitClaimOpening(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    await readForm(browserSession)
    const decision = await openUnopposed(request.ctx, tokenOf(browserSession))
    request.res.redirect(303, placeAfter(server, decision))
  })
}

export function submitClaimDispute(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    await readForm(browserSession)
    await disputeClaim(request.ctx, tokenOf(browserSession))
    request.res.redirect(303, samePage(browserSession, '/claim'))
  })
}

export function claimPasskeyOptions(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession) => {
    const { identityId } = await getClaim(browserSession)
    const options = await askForPasskey(browserSession, askerOf(browserSession), identityId)
    return { options }
  })
}

export function claimByPasskey(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, { credential }) => {
    const { identityId } = await getClaim(browserSession)
    const expected = { asker: askerOf(browserSession), owner: identityId }
    const passkey = await provenPasskey(browserSession, credential, expected)
    const time = passkeyTime(passkey?.id ?? '')
    return decided(
      browserSession,
      await decideClaim(browserSession.ctx, tokenOf(browserSession), time),
    )
  })
}

export function claimWalletChallenge(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, body) => {
    await getClaim(browserSession)
    await takeChallengeOfAddress(browserSession, 'wallet')
    const wallet = { address: textOf(body, 'address'), chainId: Number(body.chainId) }
    const asker = askerOf(browserSession)
    const { message } = await createSignInChallenge(browserSession.ctx, asker, wallet)
    return { message }
  })
}

export function claimByWallet(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, body) => {
    const { ctx } = browserSession
    await getClaim(browserSession)
    const signed = { message: textOf(body, 'message'), signature: textOf(body, 'signature') }
    const wallet = await redeemSignInChallenge(ctx, askerOf(browserSession), signed)
    const time = walletTime(wallet?.id ?? '')
    return decided(browserSession, await decideClaim(ctx, tokenOf(browserSession), time))
  })
}

/** @throws INSUFFICIENT_PERMISSIONS for a passkey or a wallet that is not the account's */
async function decided(
  browserSession: BrowserSession,
  decision: Decision | undefined,
): Promise<{ location: string }> {
  if (decision) return { location: placeAfter(browserSession.server, decision) }
  await takeFailure(browserSession)
  throw forbidden('This does not belong to the account.', { reason: 'claim' })
}

function placeAfter(server: AuthorizationServer, decision: Decision): string {
  if (decision === 'ended') return server.issuer + ENDED
  return pageUrl(server, '/recover/password', new Map([['token', decision.token]]))
}

/**
 * Where a sign-in leads that was refused because somebody claims the account: to the page of the claim. Undefined
 * for any other error.
 */
export async function claimPlace(
  { ctx, server }: BrowserSession,
  identityId: string,
  error: unknown,
): Promise<string | undefined> {
  const reason = error instanceof DomainError ? error.extensions.details.reason : undefined
  if (reason !== 'locked') return undefined
  const token = await createClaimLink(ctx, identityId)
  return token && pageUrl(server, '/claim', new Map([['token', token]]))
}

/** A signature made for anything else, or for another claim, does not count. */
function askerOf(browserSession: BrowserSession): string {
  return `claim ${browserSession.browser}.${tokenOf(browserSession)}`
}

function tokenOf({ req }: BrowserSession): string {
  return queryParameters(req).get('token') ?? ''
}

/** @throws INSUFFICIENT_PERMISSIONS when the link is over, which counts as a failure */
async function getClaim(browserSession: BrowserSession): Promise<ClaimForReader> {
  const claim = await findClaimByToken(browserSession.ctx, tokenOf(browserSession))
  if (claim) return claim
  await takeFailure(browserSession)
  throw linkIsOver()
}

async function renderClaim(
  browserSession: BrowserSession,
  claim: ClaimForReader,
  errors?: ClaimProps['errors'],
): Promise<string> {
  const { csrf, ctx } = browserSession
  const own = (path: string) => samePage(browserSession, `/claim${path}`)
  return claimPage({
    csrf,
    claim,
    proofs: await findOlderProofs(ctx, claim),
    isUnopposed: isUnopposed(claim, ctx.now()),
    action: own(''),
    openAction: own('/open'),
    disputeAction: own('/dispute'),
    passkey: { optionsUrl: own('/passkey/options'), verifyUrl: own('/passkey/verify') },
    wallet: { challengeUrl: own('/wallet/challenge'), verifyUrl: own('/wallet/verify') },
    errors,
  })
}
