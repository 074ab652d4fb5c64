// A person's wallets: Ethereum accounts that they have proved to control.
import { sql } from 'kysely'
import { requireIdentity, requireViewer } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  edgeOf,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { forbidden, notFound, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables, Session, Wallet } from '../../tables.ts'
import type { AuditKind } from '../../tables/audit-entries.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireWayIn } from '../sessions/last-way-in.ts'
import { endWalletSignIns } from '../sessions/pending-sign-in.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { lockStepUp } from '../sessions/step-up.ts'

/** The caller's wallets, newest first. */
export function listWallets(
  ctx: IdentityContext,
  page: PageArguments,
): Promise<Connection<Wallet>> {
  const own = ctx.db
    .selectFrom('wallets')
    .selectAll()
    .where('identityId', '=', requireViewer(ctx).identityId)
  return paginate(ctx.db, own, page, cursorKeyOf, {
    column: 'linked_at',
    id: 'id',
    direction: 'desc',
  })
}

const cursorKeyOf = ({ linkedAt, id }: Wallet) => ({ at: linkedAt, id })

/** The edge of a wallet in the list of its owner's wallets. */
export function walletEdge(wallet: Wallet): { node: Wallet; cursor: string } {
  return edgeOf(wallet, cursorKeyOf)
}

/**
 * Unlinks a wallet. One that signs in can be unlinked only by its owner, in a session that has stepped up: an
 * app could otherwise lock them out. @throws NOT_FOUND, LAST_WAY_IN, INSUFFICIENT_PERMISSIONS
 */
export function unlinkWallet(
  ctx: IdentityContext,
  id: string,
  session?: Pick<Session, 'id' | 'tokenHash'>,
): Promise<Wallet> {
  const identityId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    if (session) await lockStepUp({ ...ctx, db: trx }, session)
    const wallet = await trx
      .deleteFrom('wallets')
      .where('id', '=', id)
      .where('identityId', '=', identityId)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('Wallet', id))
    if (wallet.signsIn && !session) throw ownersAlone()
    if (wallet.signsIn) {
      await requireWayIn(trx, identityId)
      await endWalletSignIns({ db: trx }, identityId)
    }
    await recordWallet(ctx, trx, 'wallet_unlinked', wallet)
    return wallet
  })
}

/** Unlinks the caller's wallets that sign in, except those in `kept`, within a larger transaction. */
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

/** Records that a wallet was linked or unlinked. */
export function recordWallet(
  ctx: IdentityContext,
  trx: Transaction<IdentityTables>,
  kind: AuditKind,
  { id, identityId, address, chainId, signsIn }: Wallet,
): Promise<void> {
  const { clientId } = requireViewer(ctx)
  const details = { walletId: id, address, chainId, signsIn }
  return recordAudit({ ...ctx, db: trx }, { kind, identityId, clientId, details })
}
