// Links a wallet to the person who has signed a challenge with it.
import { sql } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import { identityInput } from '../../input.ts'
import type { IdentityTables, Session, Wallet } from '../../tables.ts'
import { recoverAddress } from './ethereum.ts'
import { sha256 } from '../secrets/random.ts'
import { lockStepUp } from '../sessions/step-up.ts'
import { recordWallet } from './wallet.ts'
import { consumeChallenge, type SignedChallenge } from './wallet-challenge.ts'

/** The maximum of wallets per person. */
const MAX_WALLETS = 20

export interface WalletLinkResult {
  /** Whether the wallet is newly linked. */
  created: boolean
  wallet: Wallet
}

/**
 * Links the wallet that signed the caller's challenge, or returns it if it is already linked. A refusal does
 * not consume the challenge. With `signsInBy`, a session that has stepped up, the wallet becomes a sign-in
 * method. Apps have no session, and must not add sign-in methods. @throws VALIDATION_ERROR, CHALLENGE_EXPIRED,
 * SIGNATURE_MISMATCH, WALLET_TAKEN, WALLET_LIMIT, INSUFFICIENT_PERMISSIONS
 */
export async function linkWallet(
  ctx: IdentityContext,
  { message, signature }: SignedChallenge,
  signsInBy?: Pick<Session, 'id' | 'tokenHash'>,
): Promise<WalletLinkResult> {
  const identityId = requireIdentity(ctx)
  refuseIssues(identityInput.issues('LinkWalletInput', { message, signature }))
  const signer = await recoverAddress(message, signature)
  const linkedAt = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await lockIdentity(trx, identityId)
    const asker = { purpose: 'link', askedBy: identityId } as const
    const challenge = await consumeChallenge(trx, asker, message, linkedAt)
    const challengeHash = sha256(message)
    if (!challenge) {
      const wallet = await getLinkedBy(trx, { identityId, challengeHash })
      requireSigner(wallet, signer)
      return { created: false, wallet }
    }
    requireSigner(challenge, signer)
    const signsIn = signsInBy !== undefined
    const link = { identityId, ...challenge, challengeHash, linkedAt, signsIn }
    const linked = await addWallet(trx, link)
    if (signsIn) await lockStepUp({ ...ctx, db: trx }, signsInBy)
    // For "this was not me", the wallet must not be older than its notice.
    const within = { ...ctx, now: () => linkedAt }
    if (linked.created || signsIn) await recordWallet(within, trx, 'wallet_linked', linked.wallet)
    return linked
  })
}

/** Serializes the links of one person, so that their wallets can be counted. */
async function lockIdentity(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  await trx
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Identity', identityId))
}

/**
 * The wallet that this consumed challenge linked. A wallet keeps the hash of its challenge, so that a repeated
 * request succeeds with the same text and signature, but not with another text, such as one for signing in.
 */
async function getLinkedBy(
  trx: Transaction<IdentityTables>,
  { identityId, challengeHash }: Pick<Wallet, 'identityId' | 'challengeHash'>,
): Promise<Wallet> {
  const wallet = await trx
    .selectFrom('wallets')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('challengeHash', '=', challengeHash)
    .executeTakeFirst()
  if (wallet) return wallet
  const message = 'This challenge is unknown, used or expired. Ask for a new one.'
  throw refused('CHALLENGE_EXPIRED', message)
}

function requireSigner({ address }: Pick<Wallet, 'address'>, signer: string | undefined): void {
  if (signer === address) return
  throw refused('SIGNATURE_MISMATCH', `The signature is not that of ${address} over this message.`)
}

async function addWallet(
  trx: Transaction<IdentityTables>,
  link: Omit<Wallet, 'id'>,
): Promise<WalletLinkResult> {
  const id = newId('wallet')
  const wallet = await trx
    .insertInto('wallets')
    .values({ id, ...link })
    .onConflict((conflict) =>
      conflict
        .constraint('one_identity_a_wallet')
        .doUpdateSet({
          challengeHash: link.challengeHash,
          signsIn: sql<boolean>`wallets.signs_in or excluded.signs_in`,
          // For claims, the age of a wallet counts from when it became a sign-in method.
          linkedAt: sql<Date>`case when excluded.signs_in and not wallets.signs_in
            then excluded.linked_at else wallets.linked_at end`,
        })
        .where('wallets.identityId', '=', link.identityId),
    )
    .returningAll()
    .executeTakeFirstOrThrow(() =>
      refused('WALLET_TAKEN', `${link.address} is linked to somebody else.`),
    )
  const created = wallet.id === id
  if (created) await requireRoom(trx, link.identityId)
  return { created, wallet }
}

/** Refuses too many wallets. Call it after the insert, so that it counts the new one. @throws WALLET_LIMIT */
async function requireRoom(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  const { total } = await trx
    .selectFrom('wallets')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('identityId', '=', identityId)
    .executeTakeFirstOrThrow()
  if (total <= MAX_WALLETS) return
  const message = `A person has at most ${MAX_WALLETS} wallets.`
  throw refused('WALLET_LIMIT', message, { limit: MAX_WALLETS })
}
