// A posting by an id of its own, for whom it concerns.
import { joinedId, splitId } from '#foundation/domain/ids.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { MarketContext } from '../context.ts'
import type { Posting } from '../tables.ts'

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
