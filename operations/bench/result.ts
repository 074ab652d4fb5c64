// The result of a benchmark: printed as a table, and kept as JSON in `results/`.
import { mkdirSync, writeFileSync } from 'node:fs'

export interface Spread {
  median: number
  min: number
  max: number
}

/** What one side did: medians over the rounds. */
export interface Measured {
  name: string
  perSecond: Spread
  /** Milliseconds of a processor for a request, in the side's processes and in PostgreSQL. */
  nodeMs: number
  postgresMs: number
  /** How long a request took. */
  p50Ms: number
  p99Ms: number
  /** After the last round, in MiB. */
  residentMb: number
}

/** What ours must reach beside a peer. */
export interface Bar {
  /** How many times better ours is than the peer. */
  least: number
  /**
   * Requests a second if undefined; or processor time, of which less is better: in the processes of
   * a side, or there and in PostgreSQL.
   */
  by?: 'perSecond' | 'nodeMs' | 'systemMs'
  /** What ours may use on top of the peer, in milliseconds of a processor for a request. */
  allowanceMs?: number
}

export interface MeasuredPeer extends Measured, Bar {
  /** How many times better ours is. */
  ratio: Spread
}

export interface Result {
  subject: string
  node: string
  connections: number
  rounds: number
  ours: Measured
  peers: readonly MeasuredPeer[]
}

const COLUMNS: readonly [string, (side: Measured) => string][] = [
  ['req/s', ({ perSecond }) => perSecond.median.toFixed(0)],
  ['node ms', ({ nodeMs }) => nodeMs.toFixed(3)],
  ['PostgreSQL ms', ({ postgresMs }) => postgresMs.toFixed(3)],
  ['p50 ms', ({ p50Ms }) => p50Ms.toFixed(1)],
  ['p99 ms', ({ p99Ms }) => p99Ms.toFixed(1)],
  ['RSS MiB', (side) => side.residentMb.toFixed(0)],
]

const MEASURES = { perSecond: '', nodeMs: ' in node ms', systemMs: ' in ms of all processes' }

/** Prints a row for each side, and the ratios. */
export function printResult({ subject, ours, peers, rounds, connections }: Result): void {
  console.log(`\n${subject}: medians of ${rounds} rounds, ${connections} connections`)
  const line = (name: string, cells: readonly string[]) =>
    console.log(`${name.padEnd(32)}${cells.map((cell) => cell.padStart(14)).join('')}`)
  const titles = COLUMNS.map(([title]) => title)
  line('', titles)
  for (const side of [ours, ...peers]) {
    const cells = COLUMNS.map(([, cell]) => cell(side))
    line(side.name, cells)
  }
  for (const { name, ratio, least, by = 'perSecond', allowanceMs } of peers) {
    const [median, min, max] = [ratio.median, ratio.min, ratio.max].map((n) => n.toFixed(2))
    const allowance = allowanceMs === undefined ? '' : ` and ${allowanceMs} ms more`
    const measure = MEASURES[by]
    console.log(
      `${median} of ${name}${allowance}${measure} (rounds ${min} to ${max}); the bar is ${least}`,
    )
  }
}

/** Writes `results/<subject>.json`. */
export function writeResult(result: Result): void {
  writeJson(result.subject, result)
}

/** A figure that has no peer, and the most that it may be. */
export interface Figure {
  name: string
  value: number
  /** Infinity for a figure that has no bar. */
  most: number
}

function printFigures(subject: string, figures: readonly Figure[]): void {
  console.log(`\n${subject}`)
  for (const { name, value, most } of figures) {
    const bar = most === Infinity ? '' : `; the bar is ${most}`
    console.log(`${name.padEnd(44)}${value.toFixed(value < 100 ? 2 : 0).padStart(14)}${bar}`)
  }
}

/**
 * Prints the figures and writes them to `results/<subject>.json`, with whatever else was measured; a
 * figure without a bar has `null` for it. A figure above its bar fails the process.
 */
export function reportFigures(
  subject: string,
  figures: readonly Figure[],
  details?: unknown,
): void {
  printFigures(subject, figures)
  writeJson(subject, { subject, node: process.version, figures, details })
  if (figures.some(({ value, most }) => value > most)) process.exitCode = 1
}

function writeJson(subject: string, value: unknown): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${subject}.json`, folder), `${JSON.stringify(value, undefined, 2)}\n`)
}
