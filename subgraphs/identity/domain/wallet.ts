// Wallets: Ethereum accounts that a person has proved to control.
import { sql } from 'kysely'
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/database/pagination.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { forbidden, notFound, refused, type DomainError } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../context.ts'
import { identityInput } from '../input.ts'
import type { AuditKind, IdentityTables, Wallet } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { recoverAddress } from './ethereum.ts'
import { sha256 } from './random.ts'
import { useReauthentication } from './reauthentication.ts'
import { takeChallenge } from './wallet-challenge.ts'

/** How many wallets a person may have. */
const MOST_WALLETS = 20

/** The caller's own, newest first. */
export function listWallets(
  ctx: IdentityContext,
  page: PageArguments,
): Promise<Connection<Wallet>> {
  const own = ctx.db
    .selectFrom('wallets')
    .selectAll()
    .where('identityId', '=', requireViewer(ctx).identityId)
  return paginate(own, page, ({ linkedAt, id }) => ({ at: linkedAt, id }), {
    column: 'linked_at',
    id: 'id',
    direction: 'desc',
  })
}

/** A challenge as it comes back. */
export interface SignedChallenge {
  message: string
  signature: string
}

export interface WalletLinkResult {
  /** False when the wallet was the caller's before. */
  created: boolean
  wallet: Wallet
}

/**
 * Links the wallet that signed the caller's challenge, or answers it when it is linked already. A
 * refusal leaves the challenge as it was. `signsInBy` is the session in which the person has proved
 * again who they are: the wallet then signs in. An app that holds a token of theirs has none, and must
 * not add a sign-in method of its own.
 * @throws VALIDATION_ERROR, CHALLENGE_EXPIRED, SIGNATURE_MISMATCH, WALLET_TAKEN, WALLET_LIMIT,
 * INSUFFICIENT_PERMISSIONS when nothing was proved, or it is used up
 */
export async function linkWallet(
  ctx: IdentityContext,
  { message, signature }: SignedChallenge,
  signsInBy?: string,
): Promise<WalletLinkResult> {
  const identityId = requireIdentity(ctx)
  refuseIssues(identityInput.issues('LinkWalletInput', { message, signature }))
  const signer = recoverAddress(message, signature)
  const linkedAt = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await lockIdentity(trx, identityId)
    const asker = { purpose: 'link', askedBy: identityId } as const
    const challenge = await takeChallenge(trx, asker, message, linkedAt)
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
    if (signsIn) await useReauthentication(trx, signsInBy, linkedAt)
    if (linked.created || signsIn) await recordWallet(ctx, trx, 'wallet_linked', linked.wallet)
    return linked
  })
}

/** One link of a person after the other, so that their wallets can be counted. */
async function lockIdentity(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  const identity = await trx
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!identity) throw notFound('Identity', identityId)
}

/**
 * The wallet that this used challenge linked. A wallet keeps the hash of its challenge for this: a
 * request that is sent again proves by the same text and signature what it proved the first time,
 * and no other text does, such as one that was signed to sign in.
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
        })
        .where('wallets.identityId', '=', link.identityId),
    )
    .returningAll()
    .executeTakeFirst()
  if (!wallet) throw refused('WALLET_TAKEN', `${link.address} is linked to somebody else.`)
  const created = wallet.id === id
  if (created) await requireRoom(trx, link.identityId)
  return { created, wallet }
}

/** The new wallet counts already. */
async function requireRoom(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  const { total } = await trx
    .selectFrom('wallets')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('identityId', '=', identityId)
    .executeTakeFirstOrThrow()
  if (total <= MOST_WALLETS) return
  const message = `A person has at most ${MOST_WALLETS} wallets.`
  throw refused('WALLET_LIMIT', message, { limit: MOST_WALLETS })
}

/**
 * Ends the link, and with it signing in by this wallet; that is for its owner alone (`signsIn`), since
 * an app could lock them out.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS for a wallet that signs in
 */
export function unlinkWallet(
  ctx: IdentityContext,
  id: string,
  { signsIn }: Pick<Wallet, 'signsIn'>,
): Promise<Wallet> {
  const identityId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const wallet = await trx
      .deleteFrom('wallets')
      .where('id', '=', id)
      .where('identityId', '=', identityId)
      .returningAll()
      .executeTakeFirst()
    if (!wallet) throw notFound('Wallet', id)
    if (wallet.signsIn && !signsIn) throw ownersAlone()
    await recordWallet(ctx, trx, 'wallet_unlinked', wallet)
    return wallet
  })
}

/** Unlinks the person's wallets that sign in but those, within a transaction that does more. */
export async function unlinkWalletsBut(
  ctx: IdentityContext,
  trx: Transaction<IdentityTables>,
  kept: readonly string[],
): Promise<void> {
  const unlinked = await trx
    .deleteFrom('wallets')
    .where('identityId', '=', requireIdentity(ctx))
    .where('id', '!=', sql<string>`all(${[...kept]})`)
    .where('signsIn', '=', true)
    .returningAll()
    .execute()
  for (const wallet of unlinked) await recordWallet(ctx, trx, 'wallet_unlinked', wallet)
}

function ownersAlone(): DomainError {
  const message = 'This wallet is used to sign in. Unlink it on your account page.'
  return forbidden(message, { reason: 'signs_in' })
}

function recordWallet(
  ctx: IdentityContext,
  trx: Transaction<IdentityTables>,
  kind: AuditKind,
  { id, identityId, address, chainId, signsIn }: Wallet,
): Promise<void> {
  const { clientId } = requireViewer(ctx)
  const details = { walletId: id, address, chainId, signsIn }
  return recordAudit({ ...ctx, db: trx }, { kind, identityId, clientId, details })
}
