// `npm run bench:page` draws docs/performance.svg, how far each result is from its bar, and docs/cost.svg, what requests
// have cost beside the base, landing by landing.
import { readFileSync, writeFileSync } from 'node:fs'
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { reached, readBars } from '../bars.ts'

const ROW_PX = 24
const REACHED = '#2da44e'
const MISSED = '#d29922'
/** GitHub shows the picture on its light and its dark pages. */
const COLORS = 'svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}'

const rows = readBars().map((measurement) => {
  const { subject, what, measured } = measurement
  const ends = [measured.min, measured.max].map((value) => reached(measurement, value))
  return {
    title: `${subject} · ${what}`,
    times: reached(measurement, measured.median),
    from: Math.min(...ends),
    to: Math.max(...ends),
    text: measured.median.toFixed(2),
  }
})

const { document } = parseHTML('<html></html>')
const svg = Plot.plot({
  document,
  width: 960,
  height: 60 + rows.length * ROW_PX,
  marginLeft: 430,
  marginRight: 60,
  marginTop: 30,
  x: { type: 'log', label: 'times the bar', grid: true, axis: 'top', tickFormat: String },
  y: { label: null, domain: rows.map(({ title }) => title) },
  marks: [
    Plot.ruleX([1], { stroke: 'currentColor' }),
    Plot.link(rows, {
      x1: 'from',
      x2: 'to',
      y1: 'title',
      y2: 'title',
      stroke: '#888',
      strokeWidth: 3,
    }),
    Plot.dot(rows, {
      x: 'times',
      y: 'title',
      r: 5,
      fill: ({ times }: { times: number }) => (times < 1 ? MISSED : REACHED),
    }),
    Plot.text(rows, { x: 'to', y: 'title', dx: 10, textAnchor: 'start', text: 'text' }),
  ],
})
write(svg, 'performance.svg')

interface CostRecord {
  date: string
  commit: string
  costs: Record<string, number>
}

const history = readFileSync(new URL('../results/cost.jsonl', import.meta.url), 'utf8')
const costs = history
  .trim()
  .split('\n')
  .flatMap((line) => {
    const { date, commit, costs: of } = JSON.parse(line) as CostRecord
    const landing = `${date} ${commit}`
    return Object.entries(of).map(([request, cost]) => ({ landing, request, cost }))
  })
const landings = [...new Set(costs.map(({ landing }) => landing))]
const drift = Plot.plot({
  document,
  width: 960,
  height: 400,
  marginBottom: 110,
  marginRight: 90,
  x: { type: 'point', domain: landings, label: null, tickRotate: -40 },
  y: { label: 'processor time, times the base', grid: true, zero: true },
  marks: [
    Plot.ruleY([1], { stroke: 'currentColor' }),
    Plot.line(costs, { x: 'landing', y: 'cost', stroke: 'request' }),
    Plot.dot(costs, { x: 'landing', y: 'cost', fill: 'request' }),
    Plot.text(
      costs,
      Plot.selectLast({
        x: 'landing',
        y: 'cost',
        z: 'request',
        text: 'request',
        dx: 8,
        textAnchor: 'start',
      }),
    ),
  ],
})
write(drift, 'cost.svg')

function write(picture: Element, name: string): void {
  picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  picture.insertAdjacentHTML('afterbegin', `<style>${COLORS}</style>`)
  writeFileSync(new URL(`../../../docs/${name}`, import.meta.url), `${picture.outerHTML}\n`)
}
