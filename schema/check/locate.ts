// Where a coordinate of the API schema is written: the subgraph, the file and the line.
import { Kind } from 'graphql'
import { placeOf, type Place } from './finding.ts'
import type { Graph } from './graph.ts'
import { typesIn, type FieldNode, type TypeEntry } from './sdl.ts'

export interface Location {
  subgraph: string
  at: Place | undefined
}

export type Locate = (coordinate: string) => Location | undefined

/** Finds `Type`, `Type.field` or `Type.field.argument`; what is gone is found by what it stood in. */
export function locator({ subgraphs }: Graph): Locate {
  const index = new Map<string, Location>()
  for (const { name: subgraph, document } of subgraphs) {
    const add = (coordinate: string, node: Parameters<typeof placeOf>[0]) => {
      if (!index.has(coordinate)) index.set(coordinate, { subgraph, at: placeOf(node) })
    }
    for (const type of typesIn(document).values()) addType(type, add)
  }
  const locate: Locate = (coordinate) => {
    const parent = coordinate.slice(0, Math.max(0, coordinate.lastIndexOf('.')))
    return index.get(coordinate) ?? (parent === '' ? undefined : locate(parent))
  }
  return locate
}

type Add = (coordinate: string, node: Parameters<typeof placeOf>[0]) => void

function addType({ name, node, fields }: TypeEntry, add: Add): void {
  add(name, node)
  for (const field of fields.values()) addField(`${name}.${field.name.value}`, field, add)
  if (node.kind !== Kind.ENUM_TYPE_DEFINITION) return
  for (const value of node.values ?? []) add(`${name}.${value.name.value}`, value)
}

function addField(coordinate: string, field: FieldNode, add: Add): void {
  add(coordinate, field)
  if (field.kind !== Kind.FIELD_DEFINITION) return
  for (const argument of field.arguments ?? []) {
    add(`${coordinate}.${argument.name.value}`, argument)
  }
}
