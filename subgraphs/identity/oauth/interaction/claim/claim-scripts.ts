// Proofs with a passkey or a wallet on the page of a claim.
import type { RequestHandler } from 'express'
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../../domain/audit/audit.ts'
import { decideClaim, type Decision } from '../../../domain/recovery/claim-decision.ts'
import { passkeyTime, walletTime } from '../../../domain/recovery/claim-proof.ts'
import {
  createSignInChallenge,
  redeemSignInChallenge,
} from '../../../domain/wallets/wallet-sign-in.ts'
import type { AuthorizationServer } from '../../request-context.ts'
import { countChallenge, countFailure } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import { getClaim, tokenOf, urlAfter } from './claim-handlers.ts'
import { provenPasskey } from '../sign-in-methods/passkey-handlers.ts'
import { askForPasskey } from '../sign-in-methods/passkey-options.ts'
import { scriptCall, textOf } from '../script-call.ts'

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
    await countChallenge(browserSession, 'wallet')
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

/**
 * The response with the URL after the decision. @throws INSUFFICIENT_PERMISSIONS for a passkey or wallet of
 * another account
 */
async function decided(
  browserSession: BrowserSession,
  decision: Decision | undefined,
): Promise<{ location: string }> {
  if (decision) return { location: urlAfter(browserSession.server, decision) }
  await countFailure(browserSession)
  await recordAudit(browserSession.ctx, { kind: 'recovery_refused' })
  throw forbidden('This does not belong to the account.', { reason: 'claim' })
}

/** Binds signatures to this claim. */
function askerOf(browserSession: BrowserSession): string {
  return `claim ${browserSession.browser}.${tokenOf(browserSession)}`
}
