// Finds the movements of gold, and sums the gold in circulation.
import { sql } from 'kysely'
import { NEWEST_FIRST } from '#foundation/database/lists/page-statement.ts'
import {
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { MarketContext } from '../context.ts'
import type { Transaction } from '../tables.ts'
import { accountOf, POSTED_NEWEST_FIRST } from './posting.ts'

const cursorKeyOf = ({ createdAt, id }: Transaction) => ({ at: createdAt, id })

/** The movements of everybody or of one person, newest first. */
export function listTransactions(
  { db }: MarketContext,
  identityId: string | null | undefined,
  page: PageArguments,
): Promise<Connection<Transaction>> {
  if (typeof identityId !== 'string') {
    const all = db.selectFrom('transactions').selectAll()
    const total = () => readRowCount(db, 'transactions')
    return paginate(db, all, page, cursorKeyOf, NEWEST_FIRST, { total })
  }
  const theirs = db
    .selectFrom('postings')
    .innerJoin('transactions', 'transactions.id', 'transactionId')
    .selectAll('transactions')
    .where('accountId', '=', accountOf(db, identityId))
  return paginate(db, theirs, page, cursorKeyOf, POSTED_NEWEST_FIRST)
}

/** A transaction by its id; undefined for anybody but administrators. */
export async function findTransaction(
  ctx: MarketContext,
  id: string,
): Promise<Transaction | undefined> {
  return (await readsAsAdministrator(ctx)) ? ctx.loaders.transaction.load(id) : undefined
}

/** The amount of gold that a transaction moved. */
export async function findAmount({ loaders }: MarketContext, { id }: Transaction): Promise<number> {
  const postings = await loaders.transactionPostings.load(id)
  return postings.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0)
}

export interface Treasury {
  balance: number
  inCirculation: number
}

/**
 * The gold in circulation. All postings sum to zero, so the treasury's balance is minus the sum of
 * all others; summing one balance per person is faster than summing movements.
 */
export async function readTreasury({ db }: MarketContext): Promise<Treasury> {
  const { inCirculation } = await db
    .selectFrom('accounts')
    .select(sql<number>`coalesce(sum(balance), 0)::bigint`.as('inCirculation'))
    .executeTakeFirstOrThrow()
  return { balance: 0 - inCirculation, inCirculation }
}
