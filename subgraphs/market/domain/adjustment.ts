// Corrections of gold by administrators, from or to the treasury, with a reason.
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput, refused } from '#foundation/domain/errors.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables, PostingRow } from '../tables.ts'
import { ISSUANCE, lockAccounts, postTransaction, type LockedAccount } from './ledger.ts'
import { refuseSystemIdentity, requireKnown } from './person.ts'

export interface GoldAdjustment {
  identityId: string
  goldBalance: number
}

interface NewAdjustment {
  key: string
  identityId: string
  amount: number
  reason: string
}

/**
 * Corrects a person's gold, once per key; a repeated call returns the same result.
 * @throws VALIDATION_ERROR, NOT_FOUND, SYSTEM_IDENTITY, INSUFFICIENT_GOLD
 */
export async function adjustGold(
  ctx: MarketContext,
  input: NewAdjustment,
): Promise<GoldAdjustment> {
  const { identityId, reason } = input
  refuseSystemIdentity(identityId)
  await requireKnown(ctx, identityId)
  // The prefix keeps these keys apart from those of services.
  const adjustment = { ...input, key: `adjustment:${input.key}` }
  return ctx.db.transaction().execute(async (trx) => {
    const accounts = await lockAccounts(trx, [identityId], ctx.now())
    const account = accounts.get(identityId)!
    const before = await findAdjustment(trx, adjustment, account)
    if (before) return { identityId, goldBalance: before.balanceAfter! }
    const { amount, balanceAfter } = await postAdjustment(trx, adjustment, account, ctx.now())
    await recordAudit(ctx, trx, { kind: 'gold_adjusted', identityId, details: { amount, reason } })
    return { identityId, goldBalance: balanceAfter! }
  })
}

/** The posting of an earlier adjustment with this key. @throws VALIDATION_ERROR if that one differs */
async function findAdjustment(
  trx: Transaction<MarketTables>,
  { key, amount, reason }: NewAdjustment,
  account: LockedAccount,
): Promise<PostingRow | undefined> {
  const transaction = await trx
    .selectFrom('transactions')
    .select(['id', 'reason'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!transaction) return undefined
  const posting = await trx
    .selectFrom('postings')
    .selectAll()
    .where('transactionId', '=', transaction.id)
    .where('accountId', '=', account.id)
    .executeTakeFirst()
  if (posting?.amount === amount && transaction.reason === reason) return posting
  throw invalidInput([{ field: 'key', reason: 'has been used for another adjustment' }])
}

async function postAdjustment(
  trx: Transaction<MarketTables>,
  { key, amount, reason }: NewAdjustment,
  account: LockedAccount,
  createdAt: Date,
): Promise<PostingRow> {
  const { balance } = account
  if (balance + amount < 0) {
    const message = `Cannot take back ${-amount} gold: the person has only ${balance}.`
    throw refused('INSUFFICIENT_GOLD', message, { balance })
  }
  const [debit, credit] = amount > 0 ? [ISSUANCE, account] : [account, ISSUANCE]
  const postings = await postTransaction(trx, {
    key,
    kind: 'adjustment',
    debit,
    credit,
    amount: Math.abs(amount),
    reason,
    createdAt,
  })
  return postings.get(account.id)!
}
