// Adds the fields of required-fields.ts to the types of a supergraph, hidden from clients.
import {
  Kind,
  parse,
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type SchemaDefinitionNode,
} from 'graphql'
import { booleanOf, graphOf, textOf } from '../../supergraph/directive-arguments.ts'

type FieldedType = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode

export function isFieldedType(node: unknown): node is FieldedType {
  const { kind } = node as { kind?: Kind }
  return kind === Kind.OBJECT_TYPE_DEFINITION || kind === Kind.INTERFACE_TYPE_DEFINITION
}

export interface StandIns {
  /** By its name: the field that it stands for. */
  byName: ReadonlyMap<string, FieldNode>
  /** By type: the names of its stand-ins. */
  ofType: ReadonlyMap<string, ReadonlySet<string>>
}

/** The supergraph with the stand-ins, after its requirements have been rewritten. */
export function addStandIns(supergraph: DocumentNode, standIns: StandIns): DocumentNode {
  const named = namesInFieldSets(supergraph)
  const definitions = supergraph.definitions.map((node) => {
    return isFieldedType(node) ? { ...node, fields: fieldsOf(node, standIns, named) } : node
  })
  return withInaccessible({ ...supergraph, definitions })
}

function fieldsOf(
  { name, fields = [] }: FieldedType,
  { byName, ofType }: StandIns,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): FieldDefinitionNode[] {
  const own = [...(ofType.get(name.value) ?? [])]
  const replaced = new Set(own.map((standIn) => byName.get(standIn)!.name.value))
  const kept = fields.map((field) => {
    return replaced.has(field.name.value) ? withoutUnused(field, named) : field
  })
  const added = own.flatMap((standIn) => {
    const field = fields.find((known) => known.name.value === byName.get(standIn)!.name.value)
    return field ? [standInFor(field, standIn)] : []
  })
  return [...kept, ...added]
}

/** The same field of the same subgraphs. */
function standInFor(field: FieldDefinitionNode, name: string): FieldDefinitionNode {
  const hidden = {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: INACCESSIBLE },
  } as const
  return {
    ...field,
    name: { kind: Kind.NAME, value: name },
    arguments: [],
    directives: [...(field.directives ?? []), hidden],
  }
}

/** A subgraph must not have an `@external` field that none of its field sets names. */
function withoutUnused(
  field: FieldDefinitionNode,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): FieldDefinitionNode {
  const directives = (field.directives ?? []).filter((directive) => {
    return !booleanOf(directive, 'external') || named.get(graphOf(directive))?.has(field.name.value)
  })
  return { ...field, directives }
}

const FIELD_SETS = ['key', 'requires', 'provides']

/** Every name in the field sets of each subgraph. */
function namesInFieldSets(supergraph: DocumentNode): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>()
  visit(supergraph, {
    Directive(node) {
      const directive = node as ConstDirectiveNode
      const graph = graphOf(directive)
      const names = named.get(graph) ?? new Set()
      named.set(graph, names)
      const text = FIELD_SETS.map((name) => textOf(directive, name) ?? '').join(' ')
      for (const [name] of text.matchAll(/\w+/g)) names.add(name)
    },
  })
  return named
}

const INACCESSIBLE = 'inaccessible'
const [DIRECTIVE, LINKED] = parse(`
  directive @inaccessible on FIELD_DEFINITION | OBJECT | INTERFACE | UNION | ARGUMENT_DEFINITION
    | SCALAR | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
  schema @link(url: "https://specs.apollo.dev/inaccessible/v0.2", for: SECURITY) { query: Query }
`).definitions

/** With the directive that hides a field from clients. */
function withInaccessible({ kind, definitions }: DocumentNode): DocumentNode {
  const isKnown = definitions.some(
    (node) => node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === INACCESSIBLE,
  )
  if (isKnown) return { kind, definitions }
  const link = (LINKED as SchemaDefinitionNode).directives ?? []
  const linked = definitions.map((node) => {
    if (node.kind !== Kind.SCHEMA_DEFINITION) return node
    return { ...node, directives: [...(node.directives ?? []), ...link] }
  })
  return { kind, definitions: [...linked, DIRECTIVE!] }
}
