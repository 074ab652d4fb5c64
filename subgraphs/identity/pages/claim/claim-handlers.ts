// The page of a claim to an account, linked from mails and refused sign-ins.
import type { Request, Response } from 'express'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { findClaimByToken, type ClaimForReader } from '../../domain/recovery/claim-reader.ts'
import {
  disputeClaim,
  isUnopposed,
  openUnopposed,
  proveClaim,
} from '../../domain/recovery/claim-actions.ts'
import {
  appTime,
  findOlderProofs,
  passwordTime,
  recoveryCodeTime,
} from '../../domain/recovery/claim-proof.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import { proveCurrentPassword } from '../../domain/sign-in/password.ts'
import { proveTotp } from '../../domain/sign-in/totp.ts'
import { claimPage, type ClaimProps } from './claim-page.ts'
import { noticePage } from '../notice-page.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { linkUrl, tokenOf } from '../page-url.ts'
import { recoveryBuckets, countFailure } from '../attempts.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { passkeyUrls, samePage, walletUrls } from '../destination.ts'
import { sendPage } from '../page.ts'

export async function showClaim(browserSession: BrowserSession): Promise<void> {
  const claim = await getClaim(browserSession)
  sendPage(browserSession.res, await renderClaim(browserSession, claim))
}

/** The page after a claim has ended; the person signs in as before. */
export function showClaimEnded(_req: Request, res: Response): void {
  const text = 'Everything is as it was. Sign in as you are used to, and connect your apps again.'
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  sendPage(res, noticePage({ title: 'The account is unlocked', text, links }))
}

/** POST: takes a password or a code as proof. */
export async function submitClaimProof(browserSession: BrowserSession): Promise<void> {
  const { ctx, res, server } = browserSession
  const form = await readForm(browserSession)
  const claim = await getClaim(browserSession)
  const field = form.has('password') ? 'password' : 'code'
  const token = await (field === 'password' ? byPassword : byCode)(browserSession, claim, form)
  if (token !== undefined) {
    res.redirect(303, linkUrl(server, '/claim/address', token))
    return
  }
  await recordAudit(ctx, { kind: 'recovery_refused', identityId: claim.identityId })
  const errors = { [field]: 'That is not right, or has been used already.' }
  sendPage(res, await renderClaim(browserSession, claim, errors), 403)
}

async function byPassword(
  browserSession: BrowserSession,
  { identityId, role }: ClaimForReader,
  form: Parameters,
): Promise<string | undefined> {
  const { ctx } = browserSession
  const bucket = `claim-password:${role}:${identityId}`
  const hash = await proveCurrentPassword(ctx, identityId, form.get('password') ?? '', bucket)
  if (hash === undefined) return undefined
  return proveClaim(ctx, tokenOf(browserSession), passwordTime(hash))
}

/** Proves a code: of the app if it has only digits, otherwise a recovery code. */
async function byCode(
  browserSession: BrowserSession,
  { identityId, role }: ClaimForReader,
  form: Parameters,
): Promise<string | undefined> {
  const { ctx, server } = browserSession
  const [token, code] = [tokenOf(browserSession), form.get('code') ?? '']
  if (/^\p{Nd}+$/u.test(code.replaceAll(/[\s-]/g, '')) && code.length < 12) {
    const isRight = await proveTotp(ctx, { identityId, key: server.secret }, code, role)
    return isRight ? proveClaim(ctx, token, appTime) : undefined
  }
  const prove = () => proveClaim(ctx, token, recoveryCodeTime(code))
  return checkGuess(ctx, recoveryBuckets(browserSession), prove)
}

export async function submitClaimOpening(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  const { ctx, res, server } = browserSession
  const token = await openUnopposed(ctx, tokenOf(browserSession))
  res.redirect(303, linkUrl(server, '/recover/password', token))
}

export async function submitClaimDispute(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  await disputeClaim(browserSession.ctx, tokenOf(browserSession))
  browserSession.res.redirect(303, samePage(browserSession, '/claim'))
}

/** The claim of the link. A link that is over counts as a failure. @throws INSUFFICIENT_PERMISSIONS */
export async function getClaim(browserSession: BrowserSession): Promise<ClaimForReader> {
  const claim = await findClaimByToken(browserSession.ctx, tokenOf(browserSession))
  if (claim) return claim
  await countFailure(browserSession)
  throw linkIsOver()
}

async function renderClaim(
  browserSession: BrowserSession,
  claim: ClaimForReader,
  errors?: ClaimProps['errors'],
): Promise<string> {
  const { csrf, ctx } = browserSession
  return claimPage({
    csrf,
    claim,
    proofs: await findOlderProofs(ctx, claim),
    isUnopposed: isUnopposed(claim, ctx.now()),
    action: samePage(browserSession, '/claim'),
    openAction: samePage(browserSession, '/claim/open'),
    disputeAction: samePage(browserSession, '/claim/dispute'),
    passkey: passkeyUrls(browserSession, '/claim'),
    wallet: walletUrls(browserSession, '/claim'),
    errors,
  })
}
