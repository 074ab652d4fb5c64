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

export interface SyntheticFields {
  /** The required field that each synthetic field replaces, by the name of the synthetic field. */
  byName: ReadonlyMap<string, FieldNode>
  /** The names of the synthetic fields, by type. */
  ofType: ReadonlyMap<string, ReadonlySet<string>>
}

/** Adds the synthetic fields to a supergraph whose requirements already name them. */
export function addSyntheticFields(
  supergraph: DocumentNode,
  syntheticFields: SyntheticFields,
): DocumentNode {
  const named = namesInFieldSets(supergraph)
  const definitions = supergraph.definitions.map((node) => {
    return isFieldedType(node) ? { ...node, fields: fieldsOf(node, syntheticFields, named) } : node
  })
  return withInaccessible({ ...supergraph, definitions })
}

function fieldsOf(
  { name, fields = [] }: FieldedType,
  { byName, ofType }: SyntheticFields,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): FieldDefinitionNode[] {
  const own = [...(ofType.get(name.value) ?? [])]
  const replaced = new Set(own.map((standIn) => byName.get(standIn)!.name.value))
  const kept = fields.map((field) => {
    return replaced.has(field.name.value) ? withoutUnused(field, named) : field
  })
  const added = own.flatMap((standIn) => {
    const field = fields.find((known) => known.name.value === byName.get(standIn)!.name.value)
    return field ? [syntheticField(field, standIn)] : []
  })
  return [...kept, ...added]
}

/** A copy of a field under another name, hidden from clients. */
function syntheticField(field: FieldDefinitionNode, name: string): FieldDefinitionNode {
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

/**
 * Removes `@external` fields that no field set of the subgraph names any longer, because a subgraph
 * must not have them.
 */
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

/** Adds the definition of `@inaccessible`, which hides the synthetic fields. */
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
