// Wallets: signing in with a linked one, and linking one to an account (EIP-4361).
import type { RequestHandler } from 'express'
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../../domain/audit/audit.ts'
import { createWalletChallenge } from '../../../domain/wallets/wallet-challenge.ts'
import {
  createSignInChallenge,
  redeemSignInChallenge,
} from '../../../domain/wallets/wallet-sign-in.ts'
import { linkWallet } from '../../../domain/wallets/wallet-link.ts'
import { sectionUrl } from '../../pages/account/account-groups.ts'
import type { AuthorizationServer } from '../../request-context.ts'
import { asPerson } from '../account/as-person.ts'
import { countChallenge, countFailure } from '../attempts.ts'
import { passFirstFactor } from '../sign-in/first-factor.ts'
import { scriptCall, textOf } from '../script-call.ts'
import { steppedUp } from '../account/after-step-up.ts'

export function walletSignInChallenge(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, body) => {
    await countChallenge(browserSession, 'wallet')
    const wallet = { address: textOf(body, 'address'), chainId: Number(body.chainId) }
    const { message } = await createSignInChallenge(
      browserSession.ctx,
      browserSession.browser,
      wallet,
    )
    return { message }
  })
}

export function signInWithWallet(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (browserSession, body) => {
    const { browser, ctx } = browserSession
    const signed = { message: textOf(body, 'message'), signature: textOf(body, 'signature') }
    const signer = await redeemSignInChallenge(ctx, browser, signed)
    const person = signer && (await ctx.loaders.identity.load(signer.identityId))
    if (!person || person.disabledAt !== null) {
      await countFailure(browserSession)
      const details = { method: 'wallet' }
      await recordAudit(ctx, { kind: 'sign_in_refused', details })
      throw forbidden('This wallet cannot sign in to any account here.', { reason: 'wallet' })
    }
    return { location: await passFirstFactor(browserSession, person, 'wallet') }
  })
}

export function walletLinkChallenge(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (unchecked, body) => {
    const browserSession = await steppedUp(unchecked)
    await countChallenge(browserSession, 'wallet')
    const wallet = { address: textOf(body, 'address'), chainId: Number(body.chainId) }
    const { message } = await createWalletChallenge(asPerson(browserSession), wallet)
    return { message }
  })
}

export function linkNewWallet(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async (unchecked, body) => {
    const browserSession = await steppedUp(unchecked)
    const signed = { message: textOf(body, 'message'), signature: textOf(body, 'signature') }
    await linkWallet(asPerson(browserSession), signed, browserSession.signedIn.session)
    return { location: server.issuer + sectionUrl('wallets', 'wallet-linked') }
  })
}
