// Confirmations with a passkey or a wallet.
import { forbidden } from '#foundation/domain/errors.ts'
import { METHODS } from '../../domain/sessions/second-factor.ts'
import { findStepUpMethods } from '../../domain/sessions/step-up.ts'
import { countFailure } from '../attempts.ts'
import type { BrowserSession, SignedInBrowserSession } from '../browser-session.ts'
import { provenPasskey } from '../sign-in-methods/passkey-handlers.ts'
import { askForPasskey } from '../sign-in-methods/passkey-options.ts'
import { askForWallet, provenWallet } from '../sign-in-methods/wallet-handlers.ts'
import { requireSignIn, type ScriptBody } from '../script-call.ts'
import { nextUrl, noteProof, recordRefusal, withCode, WRONG_CODE } from './confirmation-handlers.ts'

/** The options for the person's passkeys. @throws INSUFFICIENT_PERMISSIONS without a session */
export async function passkeyConfirmationOptions(browserSession: BrowserSession) {
  requireSignIn(browserSession)
  const { id } = browserSession.signedIn.identity
  const options = await askForPasskey(browserSession, confirmingIn(browserSession), id)
  return { options }
}

/**
 * Confirms with a passkey. @throws INSUFFICIENT_PERMISSIONS for another person's passkey, or a wrong signature;
 * RATE_LIMIT_EXCEEDED
 */
export async function confirmWithPasskey(
  browserSession: BrowserSession,
  { credential }: ScriptBody,
) {
  requireSignIn(browserSession)
  const { signedIn } = browserSession
  const expected = { asker: confirmingIn(browserSession), owner: signedIn.identity.id }
  const passkey = await provenPasskey(browserSession, credential, expected)
  if (passkey?.identityId !== signedIn.identity.id) {
    await countFailure(browserSession)
    await recordRefusal(browserSession, 'passkey')
    throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
  }
  await noteProof(browserSession, { method: 'passkey', methods: METHODS.passkey })
  return { location: nextUrl(browserSession) }
}

/** The text that a wallet must sign. @throws INSUFFICIENT_PERMISSIONS without a session, RATE_LIMIT_EXCEEDED */
export async function walletConfirmationChallenge(
  browserSession: BrowserSession,
  body: ScriptBody,
) {
  requireSignIn(browserSession)
  return askForWallet(browserSession, confirmingIn(browserSession), body)
}

/**
 * Confirms with a wallet. @throws INSUFFICIENT_PERMISSIONS for a wallet that signs in another person, or a
 * wrong code; RATE_LIMIT_EXCEEDED
 */
export async function confirmWithWallet(browserSession: BrowserSession, body: ScriptBody) {
  requireSignIn(browserSession)
  const { ctx, signedIn } = browserSession
  const { wallet } = await findStepUpMethods(ctx, signedIn.identity.id)
  const signer = await provenWallet(browserSession, confirmingIn(browserSession), body)
  if (!wallet || signer?.identityId !== signedIn.identity.id) {
    await countFailure(browserSession)
    await recordRefusal(browserSession, 'wallet')
    throw forbidden('This wallet does not sign in to your account.', { reason: 'wallet' })
  }
  const code = typeof body.walletCode === 'string' ? body.walletCode : ''
  const methods = await withCode(browserSession, 'wallet', code)
  if (!methods) {
    await recordRefusal(browserSession, 'totp')
    throw forbidden(WRONG_CODE, { reason: 'code' })
  }
  await noteProof(browserSession, { method: 'wallet', methods })
  return { location: nextUrl(browserSession) }
}

/** Binds signatures to confirmations in this session. */
function confirmingIn({ browser, signedIn }: SignedInBrowserSession): string {
  return `reauthentication ${browser}.${signedIn.session.id}`
}
