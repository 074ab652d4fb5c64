// Wallets: signing in with a linked one, and linking one to an account (EIP-4361).
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { createWalletChallenge } from '../../domain/wallets/wallet-challenge.ts'
import {
  createSignInChallenge,
  redeemSignInChallenge,
} from '../../domain/wallets/wallet-sign-in.ts'
import { linkWallet } from '../../domain/wallets/wallet-link.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { asPerson } from '../account/as-person.ts'
import type { BrowserSession } from '../browser-session.ts'
import { countChallenge, countFailure } from '../attempts.ts'
import { passFirstFactor } from '../sign-in/first-factor.ts'
import { textOf, type ScriptBody } from '../script-call.ts'
import { steppedUp } from '../account/after-step-up.ts'

/** The text that a wallet must sign. Only this asker can use the signature. @throws RATE_LIMIT_EXCEEDED */
export async function askForWallet(
  browserSession: BrowserSession,
  asker: string,
  body: ScriptBody,
): Promise<{ message: string }> {
  await countChallenge(browserSession, 'wallet')
  const { message } = await createSignInChallenge(browserSession.ctx, asker, walletIn(body))
  return { message }
}

const walletIn = (body: ScriptBody) => ({
  address: textOf(body, 'address'),
  chainId: Number(body.chainId),
})

/** The wallet that signed the text of `asker`; undefined for anything invalid. */
export function provenWallet({ ctx }: BrowserSession, asker: string, body: ScriptBody) {
  return redeemSignInChallenge(ctx, asker, signedTextIn(body))
}

const signedTextIn = (body: ScriptBody) => ({
  message: textOf(body, 'message'),
  signature: textOf(body, 'signature'),
})

export function walletSignInChallenge(browserSession: BrowserSession, body: ScriptBody) {
  return askForWallet(browserSession, browserSession.browser, body)
}

export async function signInWithWallet(browserSession: BrowserSession, body: ScriptBody) {
  const { browser, ctx } = browserSession
  const signer = await provenWallet(browserSession, browser, body)
  const person = signer && (await ctx.loaders.identity.load(signer.identityId))
  if (!person || person.disabledAt !== null) {
    await countFailure(browserSession)
    await recordAudit(ctx, { kind: 'sign_in_refused', details: { method: 'wallet' } })
    throw forbidden('This wallet cannot sign in to any account here.', { reason: 'wallet' })
  }
  return { location: await passFirstFactor(browserSession, person, 'wallet') }
}

export async function walletLinkChallenge(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  await countChallenge(browserSession, 'wallet')
  const { message } = await createWalletChallenge(asPerson(browserSession), walletIn(body))
  return { message }
}

export async function linkNewWallet(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  const { server, signedIn } = browserSession
  await linkWallet(asPerson(browserSession), signedTextIn(body), signedIn.session)
  return { location: server.issuer + sectionUrl('wallets', 'wallet-linked') }
}
