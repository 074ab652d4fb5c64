// Derives the id of a posting, and finds a posting by it.
import { joinedId, splitId } from '#foundation/domain/ids.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { MarketContext } from '../context.ts'
import type { Posting } from '../tables.ts'

/** The id of a posting: a transaction has one credit and one debit. */
export function postingId({ transactionId, amount }: Posting): string {
  return joinedId('posting', transactionId, amount > 0 ? 'credit' : 'debit')
}

/** A posting by its id; undefined for anybody but the account's owner and administrators. */
export async function findPosting(ctx: MarketContext, id: string): Promise<Posting | undefined> {
  const [transaction] = splitId('posting', id) ?? []
  if (transaction === undefined) return undefined
  const postings = await ctx.loaders.transactionPostings.load(`transaction_${transaction}`)
  const posting = postings.find((one) => postingId(one) === id)
  if (posting && posting.ownerId === ctx.viewer?.identityId) return posting
  return posting && (await readsAsAdministrator(ctx)) ? posting : undefined
}
