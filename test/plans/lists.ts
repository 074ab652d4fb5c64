// The lists whose plans are tested, as data, and SQL that fills their tables.
import type { Context } from '#foundation/service/context.ts'

export interface Lists {
  service: string
  /** Statements that fill its tables with 60,000 rows, many of which belong to $1. */
  fill: (identityId: string) => string[]
  /** Queries, each of a page of a list; CALLER stands for the caller's id. */
  queries: string[]
  /** Queries of a page for which PostgreSQL 15 and 16 sort (decision 0097). */
  sortedBefore17?: string[]
  /** Queries of a page with the caller's state of each item, which may sort a few rows. */
  states?: string[]
  /** Queries of a page that finds a few rows by an index, and then sorts them. */
  few?: string[]
  /** Lists with all their filters, orders and searches. */
  found: { list: string; node?: string; filters?: string[]; orders?: string[]; isSearched?: true }[]
  /** Other domain functions, each with an index that its statements, or one of them, must use. */
  calls?: { index: string; run: (ctx: Context) => Promise<unknown>; statement?: RegExp }[]
  /** The lists whose totals are kept by triggers. */
  totals: string[]
}

const ROWS = 60_000

/** The person of a row: every fiftieth row is the caller's. */
export const somebody = (identityId: string) =>
  `case when n % 50 = 0 then '${identityId}' else 'identity_' || (n % 5000) end`
export const rows = `generate_series(1, ${ROWS}) as n`
export const moment = `timestamptz '2026-01-01' + n * interval '2 seconds'`
/** One of fifty words, each in 1,200 rows. */
export const word = `left(md5((n % 50)::text), 8)`
export const WORD = 'c4ca4238'
/** The newest half is retired: a list that does not skip it by an index would read all of it. */
export const retiredAtTheEnd = `case when n > ${ROWS / 2} then ${moment} end`
/** Few rows are hidden, but they are the newest ones that are not retired. */
const hidden = `n between ${ROWS * 0.49} and ${ROWS / 2}`
export const hiddenAtTheEnd = `case when ${hidden} then ${moment} end`
export const hiddenReason = `case when ${hidden} then 'R' end`
