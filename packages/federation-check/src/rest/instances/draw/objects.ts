// Draws objects: with as few properties as possible, with all, and with each choice on its own.
import { isAnything } from '../../schema/canonical.ts'
import type { Schema, SchemaObject } from '../../openapi.ts'
import { samplesOf } from './patterns.ts'
import { numbersIn, peersAt, peersOf, type Peer } from './peers.ts'
import { below, type Place, type Run } from './run.ts'
import { stringsFor } from './scalars.ts'

type Draw = (run: Run, place: Place) => unknown[]

/** The name of a property that no document mentions. */
const OTHER = 'other~'

/** The maximum number of optional properties that are combined in pairs. */
const MAX_IN_PAIRS = 14

/** The maximum number of additional properties. */
const MAX_PROPERTIES = 200

/** A property with at most this many values is a choice, such as the kind of a form. */
const MAX_CHOICES = 8

/** The numbers of objects whose properties are all drawn at random, by depth. */
const MAX_RANDOM = [150, 20, 6]

interface Shape {
  values: ReadonlyMap<string, readonly unknown[]>
  required: readonly string[]
  optional: readonly string[]
  base: Drawn
}

type Drawn = Record<string, unknown>

export function drawObjects(run: Run, schema: SchemaObject, place: Place, draw: Draw): Drawn[] {
  const shape = shapeOf(run, schema, place, draw)
  if (!shape) return []
  const sets = [{}, ...presences(shape, place.peers)].map((more) => ({ ...shape.base, ...more }))
  return [
    ...sets,
    ...varied(shape),
    ...withOthers(run, schema, place, draw).map((more) => ({ ...shape.base, ...more })),
    ...choices(shape, sets),
    ...random(run, shape, place.above.length),
  ]
}

/** The values of all properties. Undefined when a required property has none. */
function shapeOf(run: Run, schema: SchemaObject, place: Place, draw: Draw): Shape | undefined {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema
  const free = isAnything(rest) ? namesWithoutSchema(place.peers) : []
  const names = [...new Set([...Object.keys(properties), ...required, ...free])]
  const drawn = names.map((name): readonly [string, unknown[]] => {
    if (free.includes(name) && !required.includes(name)) return [name, ['a']]
    const own = Object.hasOwn(properties, name) ? properties[name]! : rest
    return [name, draw(run, below(place, own, peersAt(place.peers, name)))]
  })
  const values = new Map(drawn.filter(([, some]) => some.length > 0))
  if (required.some((name) => !values.has(name))) return undefined
  const needed = new Set(required)
  const base = entriesOf([...needed].map((name) => [name, values.get(name)![0]]))
  const optional = [...values.keys()].filter((name) => !needed.has(name))
  return { values, required: [...needed], optional, base }
}

/** Names that schemas require or forbid, but do not describe. */
function namesWithoutSchema(peers: readonly Peer[]): string[] {
  const described = new Set(peers.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))
  const stated = new Set(peers.flatMap(({ schema: { required = [] } }) => required))
  return [...stated.difference(described)]
}

/** Builds an object from entries; a property may be called `__proto__`. */
function entriesOf(entries: readonly (readonly [string, unknown])[]): Drawn {
  return Object.fromEntries(entries)
}

/** Sets of optional properties: all, each, all but each, each two, and those that peers require. */
function presences({ values, optional }: Shape, peers: readonly Peer[]): Drawn[] {
  const of = (names: readonly string[]) =>
    entriesOf(names.map((name) => [name, values.get(name)![0]]))
  const each = optional.map((name) => of([name]))
  const but = optional.map((name) => of(optional.filter((one) => one !== name)))
  const two =
    optional.length > MAX_IN_PAIRS
      ? []
      : optional.flatMap((one, index) => optional.slice(index + 1).map((other) => of([one, other])))
  const needed = peers.map(({ schema: { required = [] } }) =>
    of(optional.filter((name) => required.includes(name))),
  )
  return [of(optional), ...each, ...but, ...needed, ...two]
}

/** Copies of the base object, each with another value of one property. */
function varied({ values, base }: Shape): Drawn[] {
  return [...values].flatMap(([name, some]) =>
    some.slice(1).map((value) => ({ ...base, ...entriesOf([[name, value]]) })),
  )
}

/** Objects with each value of a choice and each set of properties. */
function choices({ values }: Shape, sets: readonly Drawn[]): Drawn[] {
  const few = [...values].filter(([, some]) => some.length > 1 && some.length <= MAX_CHOICES)
  return few.flatMap(([name, some]) =>
    some
      .slice(1)
      .flatMap((value) =>
        sets.filter((one) => Object.hasOwn(one, name)).map((one) => ({ ...one, [name]: value })),
      ),
  )
}

/** Additional properties: one that nobody mentions, and those of peers where all have one schema. */
function withOthers(run: Run, schema: SchemaObject, place: Place, draw: Draw): Drawn[] {
  const { properties = {}, additionalProperties: rest = true, patternProperties = {} } = schema
  const matched = Object.entries(patternProperties as Record<string, Schema>).flatMap(
    ([pattern, one]) => {
      const names = samplesOf(pattern)
      if (names.length === 0) run.isComplete = false
      return othersOf(run, place, names.slice(0, 3), one, draw)
    },
  )
  if (rest === false) return matched
  const unknown = namesBeyond(run, place.peers)
  if (isAnything(rest)) {
    const others = unknown.map((name) => entriesOf([[name, 'a']]))
    return [...others, ...manyOf(schema, place.peers, 'a'), ...matched]
  }
  const mentioned = place.peers.flatMap((peer) => Object.keys(peer.schema.properties ?? {}))
  const names = [...new Set([...unknown, ...mentioned])].filter(
    (one) => !Object.hasOwn(properties, one),
  )
  const others = othersOf(run, place, names, rest, draw)
  const usual = Object.values(others[0] ?? {})[0]
  return [...others, ...manyOf(schema, place.peers, usual), ...matched]
}

/** Objects with as many properties of one value as they must or may have. */
function manyOf({ required = [] }: SchemaObject, peers: readonly Peer[], value: unknown): Drawn[] {
  if (value === undefined) return []
  const stated = numbersIn(peers, ['minProperties', 'maxProperties'])
  const counts = stated.flatMap((count) => [count - 1, count, count + 1])
  const drawn = counts.map((count) => count - required.length).filter((one) => one > 0)
  return drawn
    .filter((count) => count <= MAX_PROPERTIES)
    .map((length) =>
      entriesOf(Array.from({ length }, (_, index) => [`${OTHER}${index}`, value] as const)),
    )
}

/** Names that no schema mentions, at the boundaries of the allowed names. */
function namesBeyond(run: Run, peers: readonly Peer[]): string[] {
  const rules = peers.flatMap(({ document, schema }) =>
    schema.propertyNames === undefined ? [] : peersOf(document, schema.propertyNames as Schema),
  )
  if (rules.length === 0) return [OTHER]
  const { strings, hasAll } = stringsFor({}, rules, run.hasPatterns)
  if (!hasAll) run.isComplete = false
  return [OTHER, ...strings]
}

function othersOf(
  run: Run,
  place: Place,
  names: readonly string[],
  schema: Schema,
  draw: Draw,
): Drawn[] {
  return names.flatMap((name) => {
    const peers = [...peersAt(place.peers, name)]
    return draw(run, below(place, schema, peers)).map((value) => entriesOf([[name, value]]))
  })
}

function random(run: Run, { values, required, optional }: Shape, depth: number): Drawn[] {
  if (values.size < 2) return []
  const length = MAX_RANDOM[depth] ?? 0
  return Array.from({ length }, () => {
    const names = [...required, ...optional.filter(() => run.random(2) === 0)]
    return entriesOf(
      names.map((name) => {
        const some = values.get(name)!
        return [name, some[run.random(some.length)]]
      }),
    )
  })
}
