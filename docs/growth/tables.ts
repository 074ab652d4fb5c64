// The tables of growth and of the walls in `docs/growing.md`.
import { markdownTable } from '../markdown-table.ts'
import { demandOf, growingTables, readAssumptions, type Assumptions } from './demand.ts'
import { readMonth, type Month, type TableSize } from './month.ts'
import { retentionOf } from './retention.ts'
import { wallsOf } from './walls.ts'

/** Those that have a row of their own. */
const MAX_TABLES = 12
const MAX_STATEMENTS = 8

/** What a person adds on a day, by table. */
export function growthTable(): string {
  const month = readMonth()
  const tables = growingTables(month)
  const rows = tables
    .slice(0, MAX_TABLES)
    .map((table) => [
      `\`${table.schema}.${table.name}\``,
      ...perDay([table], month),
      retentionOf(table)?.text ?? 'for good',
    ])
  const others = tables.slice(MAX_TABLES)
  return [
    `Measured with PostgreSQL ${month.postgres}, ${month.people} people and ${month.days} days.`,
    markdownTable([
      ['table', 'rows', 'bytes', 'of them indexes', 'kept'],
      ...rows,
      [`${others.length} more`, ...perDay(others, month), ''],
      ['all', ...perDay(tables, month), ''],
    ]),
  ].join('\n\n')
}

function perDay(tables: readonly TableSize[], { people, days }: Month): string[] {
  const sum = (value: (table: TableSize) => number) =>
    tables.reduce((total, table) => total + value(table), 0) / (people * days)
  return [
    sum(({ rows }) => rows).toFixed(2),
    sum(({ bytes }) => bytes).toFixed(0),
    sum(({ indexBytes }) => indexBytes).toFixed(0),
  ]
}

/** The statements that took the most time. */
export function statementsTable(): string {
  const month = readMonth()
  const personDays = month.people * month.days
  const rows = month.statements
    .slice(0, MAX_STATEMENTS)
    .map(({ text, calls, ms, walBytes }) => [
      `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 72)} …\``,
      (calls / personDays).toFixed(2),
      (ms / calls).toFixed(2),
      (walBytes / calls).toFixed(0),
    ])
  return markdownTable([['statement', 'calls', 'ms', 'bytes of WAL'], ...rows])
}

/** The walls in their order, and the first three as a sentence. */
export function wallsTable(): string {
  const month = readMonth()
  const assumptions = readAssumptions()
  const walls = wallsOf({ month, assumptions, demand: demandOf(month, assumptions) })
  const rows = walls.map(({ limit, need, people }) => [
    limit,
    need,
    millions(people),
    `${((assumptions.people / people) * 100).toFixed(0)} %`,
  ])
  const first = walls.slice(0, 3).map(({ limit }, index) => `${index + 1}. ${limit}`)
  const share = `used by ${millions(assumptions.people)}`
  return [
    assumed(assumptions),
    'The first three walls:',
    first.join('\n'),
    markdownTable([['limit', 'a person needs', 'reached at', share], ...rows]),
  ].join('\n\n')
}

function assumed({ days, peakToMean, server, requestsPerPersonAndDay }: Assumptions): string {
  const requests = Object.entries(requestsPerPersonAndDay).map(([name, n]) => `${n} \`${name}\``)
  const terabytes = (bytes: number) => `${bytes / 1e12} TB`
  return `Assumed: one server with ${server.processors} processors, of which the busiest second may use \
${server.busiestShare * 100} %, ${terabytes(server.memoryBytes)} of memory, ${terabytes(server.diskBytes)} of disk, and \
${server.connections} connections; people who have been there for ${days} days; a busiest second of ${peakToMean} times the mean; and \
beside what the month does, ${requests.join(', ')} requests a day for each person, at the cost that their benchmarks measured.`
}

function millions(people: number): string {
  return people < 1e9
    ? `${(people / 1e6).toFixed(1)} million`
    : `${(people / 1e9).toFixed(1)} billion`
}
