// Prepares a supergraph for Apollo's planner, and keeps what is needed to translate its plans back.
import {
  buildASTSchema,
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DocumentNode,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import { booleanOf, textOf } from '../../supergraph/directive-arguments.ts'
import { isContext, linkedFeatures, withoutPurposes } from '../../supergraph/linked-features.ts'
import { nameRequiredFields, type RequiredFields } from './required-fields.ts'

export interface PlanningSupergraph {
  sdl: string
  required: RequiredFields
  /** The name of a subgraph in the supergraph's enum. */
  graphOf: (subgraph: string) => string
}

export function readPlanning(sdl: string): PlanningSupergraph {
  const document = parse(sdl, { noLocation: true })
  const schema = buildASTSchema(document, { assumeValidSDL: true })
  const named = nameRequiredFields(document, schema)
  const ordered = withoutContextPurpose(resolvableKeysFirst(named.supergraph))
  const graphs = graphNames(document)
  return {
    sdl: ordered === document ? sdl : print(ordered),
    required: named.required,
    graphOf: (subgraph) => graphs.get(subgraph) ?? '',
  }
}

/**
 * Puts resolvable keys first. To send an entity back to a subgraph, the planner uses the first key,
 * even one with `resolvable: false`, by which the subgraph finds nothing.
 */
function resolvableKeysFirst(document: DocumentNode): DocumentNode {
  let isChanged = false
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return node
    const directives = (node.directives ?? []).toSorted(byResolvable)
    if (directives.every((directive, index) => directive === node.directives?.[index])) return node
    isChanged = true
    return { ...node, directives } satisfies ObjectTypeDefinitionNode
  })
  return isChanged ? { ...document, definitions } : document
}

/**
 * Removes the purpose of `@fromContext`, because the planner refuses a supergraph with it. This
 * executor sends the values.
 */
function withoutContextPurpose(document: DocumentNode): DocumentNode {
  const isRefused = linkedFeatures(document).some((link) => isContext(link) && link.purpose)
  return isRefused ? withoutPurposes(document, isContext) : document
}

function byResolvable(one: ConstDirectiveNode, other: ConstDirectiveNode): number {
  return Number(isUnresolvable(one)) - Number(isUnresolvable(other))
}

function isUnresolvable(directive: ConstDirectiveNode): boolean {
  return directive.name.value === 'join__type' && booleanOf(directive, 'resolvable') === false
}

/** The values of `join__Graph` by the names of the subgraphs. */
function graphNames({ definitions }: DocumentNode): ReadonlyMap<string, string> {
  const values = definitions.flatMap((node) => {
    return node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph'
      ? (node.values ?? [])
      : []
  })
  return new Map(values.map(({ name, directives }) => [subgraphOf(directives), name.value]))
}

function subgraphOf(directives: readonly ConstDirectiveNode[] = []): string {
  const directive = directives.find(({ name }) => name.value === 'join__graph')
  return (directive && textOf(directive, 'name')) ?? ''
}
