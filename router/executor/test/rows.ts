// Data for tests, written as rows.
import type { Args, FieldCall, Ref, Row, World } from './world.ts'

export interface Rows {
  /** Undoes what mutations have changed. */
  reset?: () => void
  /** The rows by type and id. A function gets the arguments; an Error is thrown. */
  rows: Record<string, Record<string, Row>>
  /** `Type.field` → its value from the fields that it `@requires`. */
  derived: Record<string, (required: Row) => unknown>
  /** `Type.field` → the fields that it `@requires`, with their arguments. */
  requires: Record<string, Record<string, Args>>
}

export const ref = (__typename: string, id: string): Ref => ({ __typename, id })

export function worldOfRows({ rows, derived, requires, reset = () => undefined }: Rows): World {
  const all = new Map(Object.values(rows).flatMap((byId) => Object.entries(byId)))
  const stored = ({
    parent,
    field,
    args,
  }: Pick<FieldCall, 'parent' | 'args'> & { field: string }) => {
    const { __typename, id } = parent as Ref
    const row = rows[__typename]?.root ?? rows[__typename]?.[id] ?? all.get(id) ?? parent
    const value = row[field]
    const found = typeof value === 'function' ? (value as (args: Args) => unknown)(args) : value
    if (found instanceof Error) throw found
    return found
  }
  const whole = (type: string, parent: Row, field: string, args: Args): unknown => {
    const derive = derived[`${type}.${field}`]
    if (!derive) return stored({ parent, field, args })
    const required = Object.entries(requires[`${type}.${field}`]!).map(([name, sent]) => {
      return [name, orNull(() => whole(type, parent, name, sent))] as const
    })
    return derive(Object.fromEntries(required))
  }
  return {
    reset,
    inSubgraph({ type, parent, field, args }) {
      const derive = derived[`${type.name}.${field.name}`]
      return derive ? derive(parent) : stored({ parent, field: field.name, args })
    },
    inWhole: ({ type, parent, field, args }) => whole(type.name, parent, field.name, args),
    // An `@interfaceObject` knows an entity by the name of its interface.
    typeOf({ __typename, id }) {
      if (rows[__typename]) return __typename
      return Object.keys(rows).find((name) => rows[name]![id])!
    },
    // A user may be known by their email alone.
    find(representation) {
      const { __typename, id, email } = representation as Ref
      if (id !== undefined) return all.has(id) ? representation : null
      const known = Object.entries(rows[__typename] ?? {}).find(([, row]) => row.email === email)
      return known ? { ...representation, id: known[0] } : null
    },
  }
}

/** A required field that fails is sent as null. */
function orNull(value: () => unknown): unknown {
  try {
    return value() ?? null
  } catch {
    return null
  }
}
