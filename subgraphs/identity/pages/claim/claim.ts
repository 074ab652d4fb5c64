// The page of a claim to an account, linked from mails and refused sign-ins.
import type { Request, Response } from 'express'
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import {
  disputeClaim,
  isUnopposed,
  openUnopposed,
  proveClaim,
} from '../../domain/recovery/claim-actions.ts'
import {
  appTime,
  findOlderProofs,
  passkeyTime,
  passwordTime,
  recoveryCodeTime,
  walletTime,
  type ProofTime,
} from '../../domain/recovery/claim-proof.ts'
import { findClaimByToken, type ClaimForReader } from '../../domain/recovery/claim-reader.ts'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import { proveCurrentPassword } from '../../domain/sign-in/password.ts'
import { proveTotp } from '../../domain/sign-in/totp.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { countFailure, recoveryBuckets } from '../attempts.ts'
import { formHandler, type BrowserSession, type PageHandler } from '../browser-session.ts'
import { linkUrl, passkeyUrls, samePage, tokenOf, walletUrls } from '../destination.ts'
import { noticePage } from '../notice-page.ts'
import { sendPage } from '../page.ts'
import { passkeyCalls } from '../sign-in-methods/passkey-proof.ts'
import { walletCalls } from '../sign-in-methods/wallet-proof.ts'
import { claimPage, type ClaimProps } from './claim-page.ts'

export const showClaim: PageHandler = async (browserSession) =>
  renderClaim(browserSession, await getClaim(browserSession))

/** The page after a claim has ended; the person signs in as before. */
export function showClaimEnded(_req: Request, res: Response): void {
  const text = 'Everything is as it was. Sign in as you are used to, and connect your apps again.'
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  sendPage(res, noticePage({ title: 'The account is unlocked', text, links }))
}

/** POST: takes a password or a code as proof. */
export const submitClaimProof = formHandler(async (browserSession, form) => {
  const { ctx, server } = browserSession
  const claim = await getClaim(browserSession)
  const field = form.has('password') ? 'password' : 'code'
  const token = await (field === 'password' ? byPassword : byCode)(browserSession, claim, form)
  if (token !== undefined) return { to: linkUrl(server, '/claim/address', token) }
  await recordAudit(ctx, { kind: 'recovery_refused', identityId: claim.identityId })
  const errors = { [field]: 'That is not right, or has been used already.' }
  return { page: await renderClaim(browserSession, claim, errors), status: 403 }
})

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

/** The script calls that prove a passkey or a wallet. */
export const CLAIM_CALLS = {
  ...passkeyCalls(
    '/claim',
    async (browserSession) => {
      const { identityId } = await getClaim(browserSession)
      return { asker: askerOf(browserSession), owner: identityId }
    },
    (browserSession, passkey) => prove(browserSession, passkeyTime(passkey?.id ?? '')),
  ),
  ...walletCalls(
    '/claim',
    async (browserSession) => {
      await getClaim(browserSession)
      return askerOf(browserSession)
    },
    (browserSession, wallet) => prove(browserSession, walletTime(wallet?.id ?? '')),
  ),
}

/** Returns the URL to continue at. @throws INSUFFICIENT_PERMISSIONS for a passkey or wallet of another account */
async function prove(browserSession: BrowserSession, proofTime: ProofTime): Promise<string> {
  const { ctx, server } = browserSession
  const token = await proveClaim(ctx, tokenOf(browserSession), proofTime)
  if (token !== undefined) return linkUrl(server, '/claim/address', token)
  await countFailure(browserSession)
  await recordAudit(ctx, { kind: 'recovery_refused' })
  throw forbidden('This does not belong to the account.', { reason: 'claim' })
}

/** Binds signatures to this claim. */
function askerOf(browserSession: BrowserSession): string {
  return `claim ${browserSession.browser}.${tokenOf(browserSession)}`
}

export const submitClaimOpening = formHandler(async (browserSession) => {
  const { ctx, server } = browserSession
  const token = await openUnopposed(ctx, tokenOf(browserSession))
  return { to: linkUrl(server, '/recover/password', token) }
})

export const submitClaimDispute = formHandler(async (browserSession) => {
  await disputeClaim(browserSession.ctx, tokenOf(browserSession))
  return { to: samePage(browserSession, '/claim') }
})

/** The claim of the link. A link that is over counts as a failure. @throws INSUFFICIENT_PERMISSIONS */
async function getClaim(browserSession: BrowserSession): Promise<ClaimForReader> {
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
