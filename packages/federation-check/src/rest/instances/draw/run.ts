// The state of drawing the instances of one schema.
import type { OpenApi, Schema, SchemaObject } from '../../openapi.ts'
import { Undecided } from '../undecided.ts'
import { validatorOf } from '../validator.ts'
import type { Peer } from './peers.ts'
import { randomFrom } from './random.ts'

/** The maximum number of compared instances of one schema. */
const MAX_INSTANCES = 1_000

/** The maximum number of values for a place of an instance, by its depth. */
const MAX_VALUES = [MAX_INSTANCES, 300, 100, 40, 20, 12]

/** The maximum number of values for all places together. */
const MAX_DRAWN = 50_000

/** The maximum number of schemas inside an instance that ajv compiles to draw valid parts. */
const MAX_COMPILED = 100

/** The maximum number of forms that are combined with the keywords beside them. */
const MAX_MERGED = 1_000

/** The maximum number of places for values, such as a property in a form. */
const MAX_PLACES = 10_000

/** The maximum number of values of all forms, before equal ones are dropped. */
const MAX_ALTERNATED = 100_000

/** How often a schema may contain itself in an instance. */
const MAX_TIMES_INSIDE = 2

export interface Run {
  document: OpenApi
  random: (below: number) => number
  hasPatterns: boolean
  /** False once something has been left out that may matter. */
  isComplete: boolean
  drawn: number
  compiled: number
  merged: number
  places: number
  alternated: number
}

/** A place in an instance: what is drawn for it, and the schemas that it is inside. */
export interface Place {
  schema: Schema
  peers: readonly Peer[]
  above: readonly Place[]
}

/** The place of a part of a value, such as an item or a property. */
export function below(place: Place, part: Schema, peers: readonly Peer[]): Place {
  return { schema: part, peers, above: [...place.above, place] }
}

export function newRun(document: OpenApi, hasPatterns: boolean): Run {
  const random = randomFrom(1)
  return {
    document,
    random,
    hasPatterns,
    isComplete: true,
    drawn: 0,
    compiled: 0,
    merged: 0,
    places: 0,
    alternated: 0,
  }
}

/** As many of the values as the place may have. */
export function limited<Value>(run: Run, { above }: Place, values: readonly Value[]): Value[] {
  const most = MAX_VALUES[above.length] ?? MAX_VALUES.at(-1)!
  const kept = values.slice(0, most)
  run.drawn += kept.length
  if (kept.length < values.length) run.isComplete = false
  if (run.drawn > MAX_DRAWN) throw new Undecided('too many values')
  return kept
}

/** Beside the same schemas, a schema that contains itself is drawn twice inside itself. */
export function isTooDeep({ schema, peers, above }: Place): boolean {
  const same = above.filter((one) => one.schema === schema)
  if (same.length < MAX_TIMES_INSIDE) return false
  // The other document may spell out more levels: then the schemas beside it differ.
  return same.filter((one) => areSame(one.peers, peers)).length >= MAX_TIMES_INSIDE
}

function areSame(some: readonly Peer[], others: readonly Peer[]): boolean {
  const [one, other] = [some, others].map((peers) => new Set(peers.map(({ schema }) => schema)))
  return one!.symmetricDifference(other!).size === 0
}

/** Counts a combination, because forms inside forms multiply. */
export function countMerged(run: Run): void {
  run.merged += 1
  if (run.merged > MAX_MERGED) throw new Undecided('too many combined forms')
}

/** Counts a place: in forms that refer to all others, places multiply with each level. */
export function countPlace(run: Run): void {
  run.places += 1
  if (run.places > MAX_PLACES) throw new Undecided('too many places of values')
}

/** Counts values of forms, because each form passes on the values of the forms in it. */
export function countAlternated(run: Run, values: number): void {
  run.alternated += values
  if (run.alternated > MAX_ALTERNATED) throw new Undecided('too many values of forms')
}

/** The values that are valid for a merged schema, according to ajv. */
export function validOnes(run: Run, schema: SchemaObject, values: unknown[]): unknown[] {
  if (values.length === 0) return values
  run.compiled += 1
  if (run.compiled > MAX_COMPILED) throw new Undecided('too many combined schemas')
  const { also = [], allOf = [], ...rest } = schema
  const whole = { ...rest, allOf: [...allOf, ...also] }
  const given = whole.allOf.length > 0 ? whole : rest
  return values.filter(validatorOf({ document: run.document, schema: given, size: 0 }))
}
