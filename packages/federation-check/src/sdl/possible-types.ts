// Finds the possible types of an interface or a union in a document.
import { memoized } from '../memo.ts'
import type { TypeEntry } from './sdl.ts'

/** The possible types by the name of their interface or union. */
export const possibleIn = memoized(
  (types: ReadonlyMap<string, TypeEntry>): ReadonlyMap<string, TypeEntry[]> => {
    const pairs = [...types.values()].flatMap(({ name, parts }) =>
      parts.flatMap((part) => {
        const interfaces = 'interfaces' in part ? (part.interfaces ?? []) : []
        const members = 'types' in part ? (part.types ?? []) : []
        return [
          ...interfaces.map((one) => ({ abstract: one.name.value, possible: name })),
          ...members.map((one) => ({ abstract: name, possible: one.name.value })),
        ]
      }),
    )
    const groups = Map.groupBy(pairs, ({ abstract }) => abstract)
    return new Map(
      [...groups].map(([abstract, group]) => [
        abstract,
        group.flatMap(({ possible }) => types.get(possible) ?? []),
      ]),
    )
  },
)
