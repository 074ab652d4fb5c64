// Proofs with a passkey or a wallet on the page of a claim.
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { proveClaim } from '../../domain/recovery/claim-actions.ts'
import { passkeyTime, walletTime } from '../../domain/recovery/claim-proof.ts'
import { countFailure } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import { linkUrl, tokenOf } from '../page-url.ts'
import { getClaim } from './claim-handlers.ts'
import { provenPasskey } from '../sign-in-methods/passkey-handlers.ts'
import { askForPasskey } from '../sign-in-methods/passkey-options.ts'
import { askForWallet, provenWallet } from '../sign-in-methods/wallet-handlers.ts'
import type { ScriptBody } from '../script-call.ts'

export async function claimPasskeyOptions(browserSession: BrowserSession) {
  const { identityId } = await getClaim(browserSession)
  const options = await askForPasskey(browserSession, askerOf(browserSession), identityId)
  return { options }
}

export async function claimByPasskey(browserSession: BrowserSession, { credential }: ScriptBody) {
  const { identityId } = await getClaim(browserSession)
  const expected = { asker: askerOf(browserSession), owner: identityId }
  const passkey = await provenPasskey(browserSession, credential, expected)
  return prove(browserSession, passkeyTime(passkey?.id ?? ''))
}

export async function claimWalletChallenge(browserSession: BrowserSession, body: ScriptBody) {
  await getClaim(browserSession)
  return askForWallet(browserSession, askerOf(browserSession), body)
}

export async function claimByWallet(browserSession: BrowserSession, body: ScriptBody) {
  await getClaim(browserSession)
  const wallet = await provenWallet(browserSession, askerOf(browserSession), body)
  return prove(browserSession, walletTime(wallet?.id ?? ''))
}

/** Returns the URL to continue at. @throws INSUFFICIENT_PERMISSIONS for a passkey or wallet of another account */
async function prove(
  browserSession: BrowserSession,
  proofTime: Parameters<typeof proveClaim>[2],
): Promise<{ location: string }> {
  const token = await proveClaim(browserSession.ctx, tokenOf(browserSession), proofTime)
  if (token !== undefined) {
    return { location: linkUrl(browserSession.server, '/claim/address', token) }
  }
  await countFailure(browserSession)
  await recordAudit(browserSession.ctx, { kind: 'recovery_refused' })
  throw forbidden('This does not belong to the account.', { reason: 'claim' })
}

/** Binds signatures to this claim. */
function askerOf(browserSession: BrowserSession): string {
  return `claim ${browserSession.browser}.${tokenOf(browserSession)}`
}
