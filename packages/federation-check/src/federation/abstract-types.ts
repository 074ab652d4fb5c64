// Interfaces and unions of which one subgraph loses a part that others keep, so that the API stays the same.
import { placeOf, type Finding } from '../finding.ts'
import { possibleIn } from '../sdl/possible-types.ts'
import { isObject, namedType, typesIn, type SubgraphDocument, type TypeEntry } from '../sdl/sdl.ts'
import type { Elsewhere } from './fields.ts'
import { keysOf } from './keys.ts'
import type { Types } from './provided.ts'
import { tell } from './rules.ts'
import { isExternal } from './traits.ts'

/** Compares the abstract types that some field of the base's subgraph returns: routers select from them there. */
export function checkAbstractTypes(
  base: SubgraphDocument,
  head: SubgraphDocument,
  all: readonly SubgraphDocument[],
  elsewhere: Elsewhere,
): Finding[] {
  const [before, after] = [typesIn(base.document), typesIn(head.document)]
  const returned = returnedIn(base.name, before, elsewhere)
  return [...before.values()].flatMap((type) => {
    const now = after.get(type.name)
    if (!now || isObject(type) || !returned.has(type.name)) return []
    return [
      ...lostTypes(type, before, after, all).map((name) => {
        const where = { subgraph: head.name, coordinate: type.name, detail: name }
        const message = `${name} is no ${type.name} in ${head.name}. A router on the old supergraph asks for it there.`
        return tell('possible-type-removed', { ...where, at: placeOf(now.node) }, message)
      }),
      ...lostFields(head.name, type, now, before, elsewhere).map((field) => {
        const coordinate = `${type.name}.${field}`
        const where = { subgraph: head.name, coordinate, at: placeOf(now.node) }
        const message = `${coordinate} in ${head.name}: no longer there.`
        return tell('field-owner-removed', where, message)
      }),
    ]
  })
}

/** The types that fields of the subgraph return, without overridden fields: routers no longer request these. */
function returnedIn(
  subgraph: string,
  types: Types,
  { wasOverridden }: Elsewhere,
): ReadonlySet<string> {
  const fields = [...types.values()].filter(isObject).flatMap((type) =>
    [...type.fields]
      .filter(([name, field]) => {
        return !isExternal(field, type) && !wasOverridden(subgraph, type.name, name)
      })
      .map(([, field]) => field),
  )
  return new Set(fields.map(({ type }) => namedType(type)))
}

/**
 * Reports lost types. A type that no subgraph has any longer is a change of the API, and a removed
 * entity has its own finding.
 */
function lostTypes(
  { name }: TypeEntry,
  before: Types,
  after: Types,
  all: readonly SubgraphDocument[],
): string[] {
  const there = new Set(objectsOf(name, after).map((one) => one.name))
  const lost = objectsOf(name, before)
    .filter((one) => after.has(one.name) || keysOf(one).length === 0)
    .map((one) => one.name)
    .filter((one) => !there.has(one))
  return lost.filter((one) =>
    all.some(({ document }) =>
      objectsOf(name, typesIn(document)).some((other) => other.name === one),
    ),
  )
}

/** The objects that an interface or a union may be. */
const objectsOf = (name: string, types: Types) =>
  (possibleIn(types).get(name) ?? []).filter(isObject)

/**
 * Fields of an interface that the subgraph resolved for its objects, so that routers selected them at the interface.
 */
function lostFields(
  subgraph: string,
  type: TypeEntry,
  now: TypeEntry,
  before: Types,
  { stillThere, wasOverridden }: Elsewhere,
): string[] {
  const objects = objectsOf(type.name, before)
  return [...type.fields.keys()].filter(
    (name) =>
      !now.fields.has(name) &&
      stillThere(type.name, name) &&
      objects.length > 0 &&
      objects.every((one) => {
        const field = one.fields.get(name)
        return field && !isExternal(field, one) && !wasOverridden(subgraph, one.name, name)
      }),
  )
}
