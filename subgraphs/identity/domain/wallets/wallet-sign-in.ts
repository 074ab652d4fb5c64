// Signing in with a linked wallet.
import type { IdentityContext } from '../../context.ts'
import type { Wallet } from '../../tables.ts'
import { recoverAddress } from './ethereum.ts'
import { sha256 } from '../secrets/random.ts'
import {
  checkedWallet,
  createChallenge,
  consumeChallenge,
  type Asker,
  type SignedChallenge,
  type WalletChallenge,
  type WalletInput,
} from './wallet-challenge.ts'

/** The context of a sign-in, which has no caller yet. */
type SignInContext = Pick<IdentityContext, 'db' | 'now' | 'settings'>

/**
 * Creates a text that signs in the wallet's owner. `browser` is a secret of the requesting browser, such as a
 * cookie; the signature is valid only there. The response does not reveal whether the wallet is linked. @throws
 * VALIDATION_ERROR
 */
export async function createSignInChallenge(
  ctx: SignInContext,
  browser: string,
  input: WalletInput,
): Promise<WalletChallenge> {
  const wallet = checkedWallet(input)
  const { issuer } = ctx.settings
  const statement = `Sign in to ${new URL(issuer).host}.`
  const uri = `${issuer}/sign-in`
  return createChallenge(ctx, askerOf(browser), { ...wallet, statement, uri })
}

/**
 * The wallet that the signature signs in with. Undefined for any error, so as not to reveal which wallets are
 * linked. Every attempt consumes the challenge.
 */
export async function redeemSignInChallenge(
  { db, now }: SignInContext,
  browser: string,
  { message, signature }: SignedChallenge,
): Promise<Pick<Wallet, 'id' | 'identityId'> | undefined> {
  const challenge = await consumeChallenge(db, askerOf(browser), message, now())
  if (!challenge || challenge.address !== (await recoverAddress(message, signature)))
    return undefined
  return db
    .selectFrom('wallets')
    .select(['id', 'identityId'])
    .where('address', '=', challenge.address)
    .where('signsIn', '=', true)
    .executeTakeFirst()
}

function askerOf(browser: string): Asker {
  return { purpose: 'sign_in', askedBy: sha256(browser).toString('base64url') }
}
