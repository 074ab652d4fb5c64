// Finds the subgraph, file and line of a coordinate of the API schema.
import { Kind, type ASTNode } from 'graphql'
import { placeOf } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import { memoized } from '../memo.ts'
import type { Location } from '../graph/problem.ts'
import { typesIn, type FieldNode, type TypeEntry } from './sdl.ts'

export type Locate = (coordinate: string) => Location | undefined

/** Finds `Type`, `Type.field` or `Type.field.argument`, or its nearest existing parent. */
export function locator(graph: Graph): Locate {
  return (coordinate) => nearest(indexOf(graph), coordinate)
}

/** Finds the position of a change: in the head or, for a removed element, that of its parent. */
export function changeLocator(base: Graph, head: Graph): Locate {
  const [before, after] = [indexOf(base), indexOf(head)]
  return (coordinate) => {
    const gone = after.has(coordinate) ? undefined : before.get(coordinate)?.[0]
    if (!gone) return nearest(after, coordinate) ?? nearest(before, coordinate)
    const near = nearest(after, coordinate, gone.subgraph)
    // Lines of the base do not fit the head's file.
    const at = placeOf(gone.node)
    return near ?? { subgraph: gone.subgraph, at: at && { file: at.file } }
  }
}

/** Every place of a coordinate, in subgraph order. */
type Index = ReadonlyMap<string, readonly Written[]>

interface Written {
  subgraph: string
  node: ASTNode
}

function nearest(index: Index, coordinate: string, subgraph?: string): Location | undefined {
  const places = index.get(coordinate) ?? []
  const found = places.find((place) => subgraph === undefined || place.subgraph === subgraph)
  if (found) {
    const { subgraph, node } = found
    // Only the subgraph is found at once, because most callers need no position.
    return {
      subgraph,
      get at() {
        return placeOf(node)
      },
    }
  }
  const end = coordinate.lastIndexOf('.')
  return end < 0 ? undefined : nearest(index, coordinate.slice(0, end), subgraph)
}

/** The index of a graph. It is cached, because every step needs it. */
const indexOf = memoized(({ subgraphs }: Graph): Index => {
  const written = subgraphs.flatMap(({ name: subgraph, document }) =>
    [...typesIn(document).values()]
      .flatMap(nodesOf)
      .map(([coordinate, node]) => ({ coordinate, subgraph, node })),
  )
  return Map.groupBy(written, ({ coordinate }) => coordinate)
})

type Named = [coordinate: string, node: ASTNode]

function nodesOf({ name, node, fields }: TypeEntry): Named[] {
  const values = node.kind === Kind.ENUM_TYPE_DEFINITION ? (node.values ?? []) : []
  return [
    [name, node],
    ...[...fields.values()].flatMap((field) => nodesOfField(name, field)),
    ...values.map((value): Named => [`${name}.${value.name.value}`, value]),
  ]
}

function nodesOfField(type: string, field: FieldNode): Named[] {
  const coordinate = `${type}.${field.name.value}`
  const taken = field.kind === Kind.FIELD_DEFINITION ? (field.arguments ?? []) : []
  return [
    [coordinate, field],
    ...taken.map((argument): Named => [`${coordinate}.${argument.name.value}`, argument]),
  ]
}
