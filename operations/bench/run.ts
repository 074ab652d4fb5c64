// `npm run bench [-- NAME…]`: the benchmarks one after the other, or those that are named.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SUBJECTS = [
  'cost',
  'refresh',
  'rest',
  'dashboard',
  'fairness',
  'apart',
  'gateway',
  'lists',
  'answer-size',
  'live',
  'planning',
  'schema-check',
  'start',
]

const named = process.argv.slice(2)
const unknown = named.find((name) => !SUBJECTS.includes(name))
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. Use ${SUBJECTS.join(', ')}.`)
  process.exit(2)
}
for (const name of named.length > 0 ? named : SUBJECTS) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (spawnSync(process.execPath, [file], { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
