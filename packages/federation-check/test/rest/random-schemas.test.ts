// Pairs of schemas drawn at random: where the check finds nothing but what is safe, no small value
// was valid that is refused now.
import { expect, test } from 'vitest'
import type { Direction } from '../../src/rest/schema/change.ts'
import type { SchemaObject } from '../../src/rest/openapi.ts'
import { rulesOf } from './judged.ts'
import {
  asRead,
  changed,
  drawSchema,
  namesIn,
  randomFrom,
  SMALL_VALUES,
  validatorOf,
  withNames,
} from './random-schemas.ts'

const FIRST = Number(process.env.RANDOM_SCHEMAS_FROM ?? 1)
const PAIRS = Number(process.env.RANDOM_SCHEMAS ?? 100)

test('a pair that is safe has no counterexample among all small values', () => {
  const missed: string[] = []
  const counts = { safe: 0, undecided: 0, loud: 0, quiet: 0 }
  for (let seed = FIRST; seed < FIRST + PAIRS; seed += 1) {
    const random = randomFrom(seed)
    const was = drawSchema(random)
    const is = changed(random, was)
    for (const direction of ['request', 'response'] as const) {
      const rules = rulesOf(direction, was, is).filter((rule) => !rule.startsWith('safe '))
      const found = counterexample(direction, was, is)
      if (rules.length === 0) counts.safe += 1
      else if (rules.every((rule) => rule.includes('undecided'))) counts.undecided += 1
      else counts[found === undefined ? 'quiet' : 'loud'] += 1
      if (rules.length > 0 || found === undefined) continue
      missed.push(`${seed}: a ${direction} of ${JSON.stringify({ was, is, found })}`)
    }
  }
  if (process.env.RANDOM_SCHEMAS) console.log(counts)
  expect(missed).toEqual([])
  expect(counts.safe).toBeGreaterThan(PAIRS / 10)
})

function counterexample(direction: Direction, was: SchemaObject, is: SchemaObject): unknown {
  const [from, to] = direction === 'request' ? [was, is] : [is, asRead(was)]
  const [isFrom, isTo, known] = [validatorOf(from), validatorOf(to), namesIn(to)]
  const documented = namesIn(from).add('0 z')
  return SMALL_VALUES.find((value) => {
    if (!isFrom(value) || isTo(value) || !isDocumented(value, documented)) return false
    return direction === 'request' || !isTo(withNames(value, known))
  })
}

/** Callers send what the document names, and one property that no document does. */
function isDocumented(value: unknown, names: ReadonlySet<string>): boolean {
  return JSON.stringify(withNames(value, names)) === JSON.stringify(value)
}
