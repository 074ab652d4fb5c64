// What one person needs of the database on one day, from the month and the benchmarks.
import { readFileSync } from 'node:fs'
import type { Month, TableSize } from './month.ts'
import { retentionOf } from './retention.ts'

export interface Assumptions {
  people: number
  /** For how many days people have been there. */
  days: number
  /** The busiest second beside a mean one. */
  peakToMean: number
  proposalDays: number
  /** By the benchmark that measures the request. The month itself completes quests, votes and trades. */
  requestsPerPersonAndDay: Record<string, number>
  connectionsPerProcess: number
  server: {
    processors: number
    /** How much of a processor may be used in the busiest second. */
    busiestShare: number
    memoryBytes: number
    diskBytes: number
    writtenBytesPerSecond: number
    readBytesPerSecond: number
    connections: number
  }
}

export interface Demand {
  /** Milliseconds of a processor a day. */
  postgresMs: number
  nodeMs: number
  walBytes: number
  writeTransactions: number
  /** Of the service with the most. */
  events: number
  /** After the days of the assumptions. */
  bytes: number
  /** Of the largest table, after these days. */
  tableBytes: number
  /** Of the indexes by person, the pages that hold the newest entries of a person. */
  hotBytes: number
}

const PAGE_BYTES = 8_192
/** It counts fields by client and day, whatever the number of people. */
const NOT_BY_PERSON = 'identity.field_usage'

export function readAssumptions(): Assumptions {
  const file = new URL('assumptions.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Assumptions
}

export function demandOf(month: Month, assumptions: Assumptions): Demand {
  const { work } = month
  const personDays = month.people * month.days
  const tables = growingTables(month)
  const sizes = tables.map((table) => (table.bytes / personDays) * keptDays(table, assumptions))
  const requests = costOfRequests(assumptions)
  return {
    postgresMs: work.cpuMs / personDays + requests.postgresMs,
    nodeMs: requests.nodeMs,
    walBytes: work.walBytes / personDays,
    writeTransactions: work.writeTransactions / personDays,
    events: Math.max(...tables.filter(isLog).map(({ rows }) => rows)) / personDays,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    tableBytes: Math.max(...sizes),
    hotBytes: tables.reduce((sum, table) => sum + hotBytes(table, personDays, assumptions), 0),
  }
}

/** Those whose rows grow with people, the largest first. */
export function growingTables({ tables }: Month): TableSize[] {
  return tables
    .filter(({ schema, name, rows, bytes }) => {
      return rows > 0 && bytes > 0 && `${schema}.${name}` !== NOT_BY_PERSON
    })
    .sort((one, other) => other.bytes - one.bytes)
}

function isLog({ name }: TableSize): boolean {
  return name === 'events'
}

function keptDays(table: TableSize, { days }: Assumptions): number {
  return Math.min(days, retentionOf(table)?.days ?? days)
}

function hotBytes(table: TableSize, personDays: number, assumptions: Assumptions): number {
  const { indexBytes, indexes, indexesByPerson } = table
  if (indexesByPerson === 0) return 0
  const bytes = (indexBytes / indexes / personDays) * keptDays(table, assumptions)
  return indexesByPerson * Math.min(PAGE_BYTES, bytes)
}

/** A request's milliseconds of a processor, from the last run of its benchmark. */
function costOfRequests({ requestsPerPersonAndDay }: Assumptions) {
  const cost = { postgresMs: 0, nodeMs: 0 }
  for (const [benchmark, requests] of Object.entries(requestsPerPersonAndDay)) {
    const file = new URL(`../../bench/results/${benchmark}.json`, import.meta.url)
    const { ours } = JSON.parse(readFileSync(file, 'utf8')) as { ours: typeof cost }
    cost.postgresMs += requests * ours.postgresMs
    cost.nodeMs += requests * ours.nodeMs
  }
  return cost
}
