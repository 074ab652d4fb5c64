// The bars of all benchmarks and how far this project got, from `results/`.
import { readdirSync, readFileSync } from 'node:fs'
import type { Figure, Result, Spread } from './result.ts'

/** One comparison, or one figure. */
export interface Measurement {
  subject: string
  /** Against whom, or of what. */
  what: string
  measured: Spread
  bar: number
  /** The bar is the least that must be reached, or the most that is allowed. */
  is: 'least' | 'most'
}

const RESULTS = new URL('results/', import.meta.url)

/** In the order of the subjects' names. */
export function readBars(): Measurement[] {
  // cost.jsonl is the history of `cost`.
  const files = readdirSync(RESULTS).filter((file) => file.endsWith('.json'))
  return files.sort().flatMap((file) => {
    const result = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')) as Partial<Result> & {
      figures?: Figure[]
    }
    return [...comparisons(result), ...figures(result)]
  })
}

/** How many times better than its bar; below 1 it is missed. */
export function reached({ bar, is }: Measurement, value: number): number {
  return is === 'least' ? value / bar : bar / value
}

function comparisons({ subject, peers = [] }: Partial<Result>): Measurement[] {
  return peers.map(({ name, ratio, least, by, allowanceMs }) => ({
    subject: subject!,
    what: `${name}${allowanceMs ? ` + ${allowanceMs} ms` : ''}${by === undefined ? '' : ', CPU'}`,
    measured: ratio,
    bar: least,
    is: 'least',
  }))
}

function figures({ subject, figures: all = [] }: { subject?: string; figures?: Figure[] }) {
  const barred = all.filter((figure): figure is Figure => figure.most !== null)
  return barred.map(({ name, value, most }): Measurement => {
    const measured = { median: value, min: value, max: value }
    return { subject: subject!, what: name, measured, bar: most, is: 'most' }
  })
}
