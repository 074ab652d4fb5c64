// Numbers and strings at the boundaries of what schemas allow.
import type { SchemaObject } from '../../openapi.ts'
import { MAX_LENGTH_FOR_PATTERN, samplesOf } from './patterns.ts'
import { numbersIn, patternsIn, valuesIn, type Peer } from './peers.ts'

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
const LENGTHS = ['minLength', 'maxLength']

/** The maximum length of a drawn string. */
const MAX_LENGTH = 2_000

/** Allowed numbers; only integers if `isWhole`. */
export function numbersFor(schema: SchemaObject, peers: readonly Peer[], isWhole: boolean) {
  const bounds = numbersIn(peers, BOUNDS)
  const steps = numbersIn(peers, ['multipleOf']).filter((step) => step > 0)
  const multiples = steps.flatMap((step) => [
    step,
    step / 2,
    ...steps.map((other) => step * other),
    2 * step,
    3 * step,
    -step,
    ...bounds.flatMap((bound) => [
      Math.ceil(bound / step) * step,
      (Math.ceil(bound / step) + 1) * step,
      Math.floor(bound / step) * step,
      (Math.floor(bound / step) - 1) * step,
    ]),
  ])
  const besides = multiples.flatMap((one) => [one - 1, one + 1, one + 0.5])
  const stated = valuesIn(peers).filter((value) => typeof value === 'number')
  const near = bounds.flatMap((bound) => {
    // Beyond 2 ** 53, adding one changes nothing.
    const next = Math.max(1, Math.abs(bound) * 2 ** -51)
    return [bound - next, bound - 0.5, bound, bound + 0.5, bound + next]
  })
  const all = [
    1,
    0,
    2,
    -1,
    1.5,
    ...near,
    ...multiples,
    ...besides,
    ...stated,
    ...stated.map((one) => one + 1),
  ]
  const whole = isWhole ? [...all, ...all.map(Math.ceil)].filter(Number.isInteger) : all
  return [...new Set(whole)].filter((number) => isAllowed(schema, number))
}

function isAllowed(schema: SchemaObject, number: number): boolean {
  const [least, above, most, below, step] = [
    schema.minimum,
    schema.exclusiveMinimum,
    schema.maximum,
    schema.exclusiveMaximum,
    schema.multipleOf,
  ].map((bound) => (typeof bound === 'number' ? bound : undefined))
  if (least !== undefined && number < least) return false
  if (above !== undefined && number <= above) return false
  if (most !== undefined && number > most) return false
  if (below !== undefined && number >= below) return false
  return step === undefined || Number.isInteger(number / step)
}

/** Allowed strings; `hasAll` is false where a boundary is out of reach. */
export function stringsFor(
  schema: SchemaObject,
  peers: readonly Peer[],
  hasPatterns: boolean,
): { strings: string[]; hasAll: boolean } {
  const longest = hasPatterns ? MAX_LENGTH_FOR_PATTERN : MAX_LENGTH
  const lengths = numbersIn(peers, LENGTHS).flatMap((length) => [length - 1, length, length + 1])
  const wanted = [1, 0, 2, ...lengths.filter((length) => length >= 0 && Number.isInteger(length))]
  const reached = wanted.filter((length) => length <= longest)
  const stated = valuesIn(peers).filter((value) => typeof value === 'string')
  const samples = patternsIn(peers).flatMap(samplesOf)
  const usual = reached.map((length) => 'a'.repeat(length))
  const all = [...usual, ...samples, ...stated, ...stated.map((one) => `${one}a`)]
  const strings = [...new Set(all)].filter((text) => isLongEnough(schema, text))
  return { strings: matching(schema, strings), hasAll: reached.length === wanted.length }
}

function isLongEnough({ minLength = 0, maxLength = Infinity }: SchemaObject, text: string) {
  const length = Array.from(text).length
  return length >= (minLength as number) && length <= (maxLength as number)
}

function matching({ pattern }: SchemaObject, strings: readonly string[]): string[] {
  if (typeof pattern !== 'string') return [...strings]
  const expression = new RegExp(pattern, 'u')
  return strings.filter((text) => expression.test(text))
}
