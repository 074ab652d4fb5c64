// `npm run bench:page` draws docs/performance.svg: how far each result is from its bar.
import { writeFileSync } from 'node:fs'
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
svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
svg.insertAdjacentHTML('afterbegin', `<style>${COLORS}</style>`)
writeFileSync(new URL('../../docs/performance.svg', import.meta.url), `${svg.outerHTML}\n`)
