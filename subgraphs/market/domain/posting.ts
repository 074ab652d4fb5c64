// Postings: the movements of an account's gold, with the balance after each.
import DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { ANY_ID, executeWith, once } from '#foundation/database/built-once.ts'
import { createPageLoader } from '#foundation/database/pagination.ts'
import { joinedId, splitId } from '#foundation/domain/ids.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables, Posting } from '../tables.ts'

const ofOwner = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) =>
    postings(db).where('accountId', '=', accountOf(db, ownerId)),
)

export function postingPages(db: Kysely<MarketTables>) {
  return createPageLoader(
    db,
    ofOwner(db),
    ({ postedAt, transactionId }) => ({ at: postedAt, id: transactionId }),
    POSTED_NEWEST_FIRST,
  )
}

/** A transaction has one credit and one debit. */
export function postingId({ transactionId, amount }: Posting): string {
  return joinedId('posting', transactionId, amount > 0 ? 'credit' : 'debit')
}

/** A posting by its id, for the owner of its account and for administrators. */
export async function findPosting(ctx: MarketContext, id: string): Promise<Posting | undefined> {
  const [transaction] = splitId('posting', id) ?? []
  if (transaction === undefined) return undefined
  const postings = await ctx.loaders.transactionPostings.load(`transaction_${transaction}`)
  const posting = postings.find((one) => postingId(one) === id)
  if (posting && posting.ownerId === ctx.viewer?.identityId) return posting
  return posting && (await readsAsAdministrator(ctx)) ? posting : undefined
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
    const rows = await executeWith(db, ofTransactions(db), { ids })
    const creditFirst = rows.toSorted((one, other) => other.amount - one.amount)
    const byTransaction = Map.groupBy(creditFirst, ({ transactionId }) => transactionId)
    return ids.map((id) => byTransaction.get(id) ?? [])
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
