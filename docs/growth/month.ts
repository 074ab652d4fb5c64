// What the month of the test in `test/month` has added to the database, measured by `npm run growth`.
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'

/** A table with its indexes and long values, without dead rows. */
export interface TableSize {
  schema: string
  name: string
  rows: number
  bytes: number
  /** The part of `bytes` that indexes have. */
  indexBytes: number
  indexes: number
  /** Indexes that are ordered by person first. */
  indexesByPerson: number
}

/** A statement with placeholders for its values. */
export interface Statement {
  text: string
  calls: number
  /** Milliseconds to plan and run all calls. */
  ms: number
  walBytes: number
}

export interface Month {
  people: number
  days: number
  postgres: string
  work: {
    /** Milliseconds of a processor, of all PostgreSQL processes. */
    cpuMs: number
    walBytes: number
    /** Transactions that wrote something. */
    writeTransactions: number
  }
  /** Milliseconds of what only one process at a time can do. */
  serial: {
    /** To give an event its position, in full batches. */
    numberingMs: number
    /** To commit one row on the server's disk. */
    commitMs: number
  }
  /** What the days have added. */
  tables: TableSize[]
  /** Those that took the most time. */
  statements: Statement[]
}

const MONTH = new URL('month.json', import.meta.url)

export function readMonth(): Month {
  return JSON.parse(readFileSync(MONTH, 'utf8')) as Month
}

export async function writeMonth(month: Month): Promise<void> {
  writeFileSync(MONTH, await format(JSON.stringify(month), { parser: 'json', printWidth: 100 }))
}
