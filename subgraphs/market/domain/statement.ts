// Statements of a person's gold: the opening and closing balance of a period, and the movements in it.
import type { Connection, PageArguments } from '#foundation/database/lists/pagination.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { MarketContext } from '../context.ts'
import type { Posting } from '../tables.ts'
import type { Period, Totals } from './statement-loaders.ts'

export interface GoldStatement extends Period, Totals {
  identityId: string
}

/** @throws VALIDATION_ERROR for a period that ends before it begins */
export async function readStatement(
  { loaders }: MarketContext,
  identityId: string,
  { since = null, until = null }: { [End in keyof Period]?: Date | null | undefined },
): Promise<GoldStatement> {
  if (since && until && until < since) {
    throw invalidInput([{ field: 'until', reason: 'must not be before since' }])
  }
  const period = { since, until }
  const totals = await loaders.statements.in(period).totals.load(identityId)
  return { identityId, ...period, ...totals }
}

/** The movements of a statement, newest first. */
export function listPostings(
  { loaders }: MarketContext,
  { identityId, since, until }: GoldStatement,
  page: PageArguments,
): Promise<Connection<Posting>> {
  return loaders.statements.in({ since, until }).postings.load(identityId, page)
}
