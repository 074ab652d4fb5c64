// What changes in which values there can be: their types, formats and enums.
import type { Finding } from '../finding.ts'
import type { Flat, Schema } from './openapi.ts'
import type { Direction, Walk } from './schemas.ts'

export function compareTypes(
  { report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Flat,
  is: Flat,
): Finding[] {
  const change = `${describe(was)}>${describe(is)}`
  if (describe(was) === describe(is)) {
    if (was.format === is.format || was.type.length === 0) return []
    const formats = `${was.format ?? ''}>${is.format ?? ''}`
    return [report('rest-format-changed', coordinate, `has another format: ${formats}.`, formats)]
  }
  const fits = direction === 'request' ? fitsInto(was, is) : fitsInto(is, was)
  const rule = fits ? 'rest-type-compatible' : 'rest-type-changed'
  return [report(rule, coordinate, `is of another type: ${change}.`, change)]
}

function describe({ nullable, type }: Flat): string {
  const types = type.length > 0 ? type : ['any']
  return [...types, ...(nullable ? ['null'] : [])].toSorted().join('|')
}

function fitsInto(one: Flat, other: Flat): boolean {
  return isWithin(one.type, other.type) && (other.nullable || !one.nullable)
}

/** Every integer is a number, and everything is allowed where no type is named. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  if (all.length === 0) return true
  if (some.length === 0) return false
  return some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')))
}

export function compareValues(
  { report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Flat,
  is: Flat,
): Finding[] {
  const [before, after] = [valuesOf(was), valuesOf(is)]
  if (!before && !after) return []
  const gone = before ? before.filter((value) => after && !after.includes(value)) : ['others']
  const added = after ? after.filter((value) => before && !before.includes(value)) : ['others']
  const lost = direction === 'request' ? 'rest-value-refused' : 'rest-values-compatible'
  const won = direction === 'request' ? 'rest-values-compatible' : 'rest-value-added'
  return [
    ...gone.map((value) => report(lost, coordinate, `is ${value} no more.`, `-${value}`)),
    ...added.map((value) => report(won, coordinate, `may be ${value} now.`, `+${value}`)),
  ]
}

/** The values of an enum, as JSON; undefined when there is none. */
function valuesOf(schema: Schema): string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values?.map((value) => JSON.stringify(value))
}
