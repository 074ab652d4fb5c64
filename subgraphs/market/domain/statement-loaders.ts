// Loads statements of people's gold, once for each period in a request.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ANY_ID, once, placeholder } from '#foundation/database/built-once.ts'
import { createPageLoader, type PageLoader } from '#foundation/database/lists/pagination.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import type { MarketTables, Posting } from '../tables.ts'
import { POSTED_NEWEST_FIRST, postedTo, postingCursorKey } from './posting.ts'

/** From `since` up to, but not including, `until`; null leaves an end open. */
export interface Period {
  since: Date | null
  until: Date | null
}

export interface Totals {
  openingBalance: number
  closingBalance: number
  received: number
  spent: number
}

interface StatementLoaders {
  totals: DataLoader<string, Totals>
  postings: PageLoader<Posting>
}

/** Keeps the loaders of each period in a request. */
export function statementLoaders(db: Kysely<MarketTables>) {
  const known = new Map<string, StatementLoaders>()
  return {
    in(period: Period): StatementLoaders {
      const key = JSON.stringify(period)
      const loaders = known.get(key) ?? loadersIn(db, period)
      known.set(key, loaders)
      return loaders
    },
  }
}

function loadersIn(db: Kysely<MarketTables>, { since, until }: Period): StatementLoaders {
  const values = { since, until }
  const totals = async (ids: readonly string[]): Promise<Totals[]> => {
    const rows = await rowsByIds(db, totalsOf(db), { ids, column: 'ownerId', values })
    return rows.map(([row]) => (row ? totalsFrom(row) : NOTHING))
  }
  return {
    // Not cached: one request may contain several purchases.
    totals: new DataLoader(totals, { cache: false }),
    postings: createPageLoader(
      db,
      postedWithin(db),
      postingCursorKey,
      POSTED_NEWEST_FIRST,
      undefined,
      () => values,
    ),
  }
}

const SINCE = sql<Date>`coalesce(${placeholder('since')}::timestamptz, '-infinity')`
const UNTIL = sql<Date>`coalesce(${placeholder('until')}::timestamptz, 'infinity')`

/** One statement reads all sums, so that they are consistent while gold moves. It may read many postings. */
const totalsOf = once((db: Kysely<MarketTables>) =>
  readsAlone(db.selectFrom('accounts'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('postings')
          .select([
            sumWhere(sql`posted_at >= ${UNTIL}`).as('later'),
            sumWhere(sql`posted_at < ${UNTIL} and amount > 0`).as('received'),
            sumWhere(sql`posted_at < ${UNTIL} and amount < 0`).as('taken'),
          ])
          .whereRef('accountId', '=', 'accounts.id')
          .where('postedAt', '>=', SINCE)
          .as('moved'),
      (join) => join.onTrue(),
    )
    .select(['ownerId', 'balance', 'later', 'received', 'taken'])
    .where('ownerId', '=', ANY_ID)
    .compile(),
)

function sumWhere(condition: RawBuilder<unknown>) {
  return sql<number>`coalesce(sum(amount) filter (where ${condition}), 0)::bigint`
}

interface Sums {
  balance: number | null
  /** The sum of movements after the period. */
  later: number
  received: number
  /** The sum of debits in the period, as a negative number. */
  taken: number
}

function totalsFrom({ balance, later, received, taken }: Sums): Totals {
  const closingBalance = (balance ?? 0) - later
  return {
    openingBalance: closingBalance - received - taken,
    closingBalance,
    received,
    spent: 0 - taken,
  }
}

/** The totals of a person without an account. */
const NOTHING: Totals = { openingBalance: 0, closingBalance: 0, received: 0, spent: 0 }

const postedWithin = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) =>
    postedTo(db, ownerId).where('postedAt', '>=', SINCE).where('postedAt', '<', UNTIL),
)
