// `npm run bench:page` writes the results into docs/performance.md; `--check` fails if they are not there.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { reached, readBars, type Measurement } from './bars.ts'

const PAGE = new URL('../../docs/performance.md', import.meta.url)
const BEGIN = '<!-- results: written by npm run bench:page -->'
const END = '<!-- /results -->'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const text = readFileSync(PAGE, 'utf8')
const [before, rest] = text.split(BEGIN)
const table = await format(tableOf(readBars()), { parser: 'markdown', printWidth: 100 })
const fresh = `${before}${BEGIN}\n\n${table}\n${END}${rest?.split(END)[1]}`
if (!values.check) writeFileSync(PAGE, fresh)
else if (fresh !== text) {
  console.error('stale: docs/performance.md. Run `npm run bench:page` and commit the files.')
  process.exitCode = 1
}

function tableOf(measurements: readonly Measurement[]): string {
  const head = ['| subject | beside | measured | rounds | bar | |', '| - | - | -: | - | -: | - |']
  return [...head, ...measurements.map(rowOf)].join('\n')
}

function rowOf(measurement: Measurement): string {
  const { subject, what, measured, bar, is } = measurement
  const { median, min, max } = measured
  const rounds = min === max ? '' : `${min.toFixed(2)} to ${max.toFixed(2)}`
  const verdict = reached(measurement, median) >= 1 ? 'reached' : '**missed**'
  const limit = `${is === 'least' ? '≥' : '≤'} ${bar}`
  return `| ${[`\`${subject}\``, what, median.toFixed(2), rounds, limit, verdict].join(' | ')} |`
}
