// Refuses a schema that is not a supergraph, or contradicts itself. Planners start over some of
// these, and fail later.
import {
  Kind,
  parse,
  visit,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
} from 'graphql'
import { argumentOf, textOf } from './directive-arguments.ts'

/**
 * Checks a supergraph.
 * @throws for a schema without subgraphs, with duplicate names of subgraphs or types, or with unknown names
 */
export function checkSupergraph(sdl: string): void {
  const document = parse(sdl, { noLocation: true })
  const values = document.definitions.find(isGraphs)?.values ?? []
  if (values.length === 0) {
    throw new Error(
      'It is no supergraph: it has no enum join__Graph with the subgraphs. Compose them first, for example with `rover supergraph compose`.',
    )
  }
  refuseTwice(
    'subgraphs',
    values.map(({ directives = [] }) => nameIn(directives)),
  )
  refuseTwice('types', document.definitions.flatMap(typeName))
  refuseUnknownGraphs(document, new Set(values.map(({ name }) => name.value)))
}

function isGraphs(node: DefinitionNode): node is EnumTypeDefinitionNode {
  return node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph'
}

function nameIn(directives: readonly ConstDirectiveNode[]): string {
  const graph = directives.find(({ name }) => name.value === 'join__graph')
  return (graph && textOf(graph, 'name')) ?? ''
}

function typeName(node: DefinitionNode): string[] {
  return node.kind.endsWith('TypeDefinition') && 'name' in node && node.name
    ? [node.name.value]
    : []
}

function refuseTwice(what: string, names: readonly string[]): void {
  const seen = new Set<string>()
  const twice = names.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new Error(`The supergraph has two ${what} of the name "${twice}".`)
}

function refuseUnknownGraphs(document: DocumentNode, known: ReadonlySet<string>): void {
  visit(document, {
    Directive(node) {
      if (!node.name.value.startsWith('join__')) return
      const graph = argumentOf(node as ConstDirectiveNode, 'graph')
      if (graph?.kind !== Kind.ENUM || known.has(graph.value)) return
      throw new Error(
        `@${node.name.value} names the subgraph ${graph.value}, which join__Graph does not have.`,
      )
    },
  })
}
