// Postings: the movements of an account's gold, with the balance after each.
import DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { ANY_ID, once } from '#foundation/database/built-once.ts'
import { createPageLoader } from '#foundation/database/lists/pagination.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import type { MarketTables, Posting } from '../tables.ts'

const ofOwner = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) => postedTo(db, ownerId),
)

/** The postings to a person's account, as part of a statement. */
export function postedTo(db: Kysely<MarketTables>, ownerId: RawBuilder<string>) {
  return postings(db).where('accountId', '=', accountOf(db, ownerId))
}

export function postingPages(db: Kysely<MarketTables>) {
  return createPageLoader(db, ofOwner(db), postingCursorKey, POSTED_NEWEST_FIRST)
}

/** The cursor key of a posting in `POSTED_NEWEST_FIRST`. */
export function postingCursorKey({ postedAt, transactionId }: Posting) {
  return { at: postedAt, id: transactionId }
}

/** The order of an account's postings. */
export const POSTED_NEWEST_FIRST = {
  column: 'posted_at',
  id: 'transaction_id',
  direction: 'desc',
} as const

/** The id of a person's account, as part of a statement. */
export function accountOf(db: Kysely<MarketTables>, ownerId: string | RawBuilder<string>) {
  return db.selectFrom('accounts as owned').select('owned.id').where('owned.ownerId', '=', ownerId)
}

const ofTransactions = once((db: Kysely<MarketTables>) =>
  postings(db).where('transactionId', '=', ANY_ID).compile(),
)

/** The postings of transactions: credits first, then debits. */
export function transactionPostingsLoader(db: Kysely<MarketTables>): DataLoader<string, Posting[]> {
  return new DataLoader(async (ids) => {
    const lists = await rowsByIds(db, ofTransactions(db), { ids, column: 'transactionId' })
    return lists.map((rows) => rows.toSorted((one, other) => other.amount - one.amount))
  })
}

function postings(db: Kysely<MarketTables>) {
  return db
    .selectFrom('postings')
    .innerJoin('transactions', 'transactions.id', 'transactionId')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .selectAll('postings')
    .select(['transactions.kind', 'transactions.reason', 'accounts.ownerId'])
}
