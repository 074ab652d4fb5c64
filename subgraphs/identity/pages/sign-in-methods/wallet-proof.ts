// Proves who somebody is by a signature of a linked wallet (EIP-4361): the script calls of every page that offers it.
import {
  createSignInChallenge,
  redeemSignInChallenge,
} from '../../domain/wallets/wallet-sign-in.ts'
import type { Wallet } from '../../tables.ts'
import { countChallenge } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import { textOf, type ScriptBody, type ScriptCall } from '../script-call.ts'

/**
 * The script calls of the page at that path. `askerOf` names the requester, who alone can use the signature. `accept`
 * takes the wallet that signed, or undefined for anything invalid, and returns the URL to continue at.
 */
export function walletCalls(
  path: string,
  askerOf: (browserSession: BrowserSession) => Promise<string> | string,
  accept: (
    browserSession: BrowserSession,
    signer: Pick<Wallet, 'id' | 'identityId'> | undefined,
    body: ScriptBody,
  ) => Promise<string>,
): Readonly<Record<string, ScriptCall>> {
  return {
    [`${path}/wallet/challenge`]: async (browserSession, body) => {
      const asker = await askerOf(browserSession)
      await countChallenge(browserSession, 'wallet')
      const { message } = await createSignInChallenge(browserSession.ctx, asker, walletIn(body))
      return { message }
    },
    [`${path}/wallet/verify`]: async (browserSession, body) => {
      const asker = await askerOf(browserSession)
      const signer = await redeemSignInChallenge(browserSession.ctx, asker, signedTextIn(body))
      return { location: await accept(browserSession, signer, body) }
    },
  }
}

export const walletIn = (body: ScriptBody) => ({
  address: textOf(body, 'address'),
  chainId: Number(body.chainId),
})

export const signedTextIn = (body: ScriptBody) => ({
  message: textOf(body, 'message'),
  signature: textOf(body, 'signature'),
})
