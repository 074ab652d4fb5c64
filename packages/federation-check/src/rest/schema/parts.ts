// Pairs the subschemas of two schemas, other than properties, for comparison.
import type { Flat } from '../openapi.ts'
import type { Schema } from '../openapi.ts'
import { ratedBound, type Change, type Direction } from './change.ts'
import { CONSTRAINT_MAPS, CONSTRAINTS } from './keywords.ts'

export type Both = [at: string, was: Schema | undefined, is: Schema | undefined]

/** The subschemas of a value other than its properties. */
export function partsOf(was: Flat, is: Flat): Both[] {
  const forms = [...was.alternatives].filter(([name]) => is.alternatives.has(name))
  return [
    ...othersOf(was, is),
    ...itemsOf(was, is),
    ...forms.map(([name, form]): Both => [`(${name})`, form, is.alternatives.get(name)]),
  ]
}

/** The schemas of additional properties. Forbidding these is reported by the object itself. */
function othersOf(was: Flat, is: Flat): Both[] {
  const [before, after] = [was.additionalProperties ?? true, is.additionalProperties ?? true]
  return before === false || after === false ? [] : [['.*', before, after]]
}

/** The schemas of items. A list without `items` may contain anything. */
function itemsOf(was: Flat, is: Flat): Both[] {
  const isList = [was, is].every(({ type, items }) => items !== undefined || type.includes('array'))
  if (!isList) return []
  const [before, after] = [was.prefixItems ?? [], is.prefixItems ?? []]
  const longest = before.length > after.length ? before : after
  return [
    ['[]', was.items, is.items],
    ...longest.map((_, index): Both => {
      return [`[${index}]`, before[index] ?? was.items, after[index] ?? is.items]
    }),
  ]
}

/** Schemas of keywords that both sides have. */
export function constraintsOf(was: Flat, is: Flat): Both[] {
  const [before, after] = [constraintsIn(was), constraintsIn(is)]
  return [...before]
    .filter(([name]) => after.has(name))
    .map(([name, schema]) => [name, schema, after.get(name)])
}

/** Reports schemas that only one side has. */
export function compareConstraints(direction: Direction, was: Flat, is: Flat): Change[] {
  const [before, after] = [constraintsIn(was), constraintsIn(is)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const alone = names.filter((name) => !before.has(name) || !after.has(name))
  return alone.map((name) => {
    const detail = after.has(name) ? `+${name}` : `-${name}`
    const rule = ratedBound(direction, after.has(name))
    return { rule, at: '', message: `has another bound: ${detail}.`, detail }
  })
}

function constraintsIn(schema: Flat): Map<string, Schema> {
  const single = CONSTRAINTS.map((keyword): [string, unknown] => [keyword, schema[keyword]])
  const several = CONSTRAINT_MAPS.flatMap((keyword) =>
    Object.entries((schema[keyword] ?? {}) as Record<string, Schema>).map(
      ([name, one]): [string, unknown] => [`${keyword} ${name}`, one],
    ),
  )
  const stated = [...single, ...several].filter(([, one]) => one !== undefined)
  return new Map(stated as [string, Schema][])
}
