// The statements of people's gold, read once for each period that a request asks for.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ANY_ID, executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import { createPageLoader, type PageLoader } from '#foundation/database/pagination.ts'
import type { MarketTables, Posting } from '../tables.ts'
import { POSTED_NEWEST_FIRST, postedTo, postingPlace } from './posting.ts'

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

/** The loaders of each period that a request asks for. */
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
    const rows = await executeWith(db, totalsOf(db), { ...values, ids })
    const byOwner = new Map(rows.map((row) => [row.ownerId, totalsFrom(row)]))
    return ids.map((id) => byOwner.get(id) ?? NOTHING)
  }
  return {
    // Not cached: one request may contain several purchases.
    totals: new DataLoader(totals, { cache: false }),
    postings: createPageLoader(
      db,
      postedWithin(db),
      postingPlace,
      POSTED_NEWEST_FIRST,
      undefined,
      () => values,
    ),
  }
}

const SINCE = sql<Date>`coalesce(${placeholder('since')}::timestamptz, '-infinity')`
const UNTIL = sql<Date>`coalesce(${placeholder('until')}::timestamptz, 'infinity')`

/** All from one statement, so that they agree with each other whatever moves meanwhile. */
const totalsOf = once((db: Kysely<MarketTables>) =>
  db
    .selectFrom('accounts')
    .leftJoin('postings', (join) =>
      join.onRef('accountId', '=', 'accounts.id').on('postedAt', '>=', SINCE),
    )
    .select([
      'ownerId',
      'balance',
      sql<number>`coalesce(sum(amount) filter (where posted_at >= ${UNTIL}), 0)::bigint`.as(
        'later',
      ),
      sumWithin(sql`amount > 0`).as('received'),
      sumWithin(sql`amount < 0`).as('taken'),
    ])
    .where('ownerId', '=', ANY_ID)
    .groupBy('accounts.id')
    .compile(),
)

function sumWithin(condition: RawBuilder<unknown>) {
  return sql<number>`
    coalesce(sum(amount) filter (where ${condition} and posted_at < ${UNTIL}), 0)::bigint`
}

interface Sums {
  balance: number | null
  /** What moved after the period. */
  later: number
  received: number
  /** Negative. */
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

/** Of somebody whose gold never moved. */
const NOTHING: Totals = { openingBalance: 0, closingBalance: 0, received: 0, spent: 0 }

const postedWithin = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) =>
    postedTo(db, ownerId).where('postedAt', '>=', SINCE).where('postedAt', '<', UNTIL),
)
