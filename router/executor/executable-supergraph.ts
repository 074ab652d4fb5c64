// What the executor reads from a supergraph.
import { buildASTSchema, Kind, parse, type ConstDirectiveNode, type DocumentNode } from 'graphql'
import { textOf } from '../supergraph/directive-arguments.ts'
import { reservedNames } from './operations/reserved-names.ts'
import { typeNamesOf, type TypeNames } from './type-names.ts'

export interface SubgraphEntry {
  name: string
  /** The URL of its GraphQL endpoint in the supergraph. */
  url: string
}

export interface ExecutableSupergraph {
  types: TypeNames
  /** The field names that plans select for themselves. */
  reserved: ReadonlySet<string>
  subgraphs: readonly SubgraphEntry[]
}

/** Reads a valid supergraph. */
export function readExecutable(sdl: string): ExecutableSupergraph {
  const document = parse(sdl, { noLocation: true })
  const schema = buildASTSchema(document, { assumeValidSDL: true })
  const subgraphs = subgraphsOf(document)
  return { types: typeNamesOf(schema), reserved: reservedNames(document), subgraphs }
}

function subgraphsOf({ definitions }: DocumentNode): SubgraphEntry[] {
  const graphs = definitions.flatMap((node) => {
    const isGraphs = node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph'
    return isGraphs ? (node.values ?? []) : []
  })
  return graphs.map(({ directives = [] }) => {
    const graph = directives.find(({ name }) => name.value === 'join__graph')
    return { name: textIn(graph, 'name'), url: textIn(graph, 'url') }
  })
}

function textIn(directive: ConstDirectiveNode | undefined, name: string): string {
  return (directive && textOf(directive, name)) ?? ''
}
