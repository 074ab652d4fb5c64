// Replaces each required field with arguments by a synthetic field. The planner mistakes `price(currency: "EUR")` in
// a `@requires` for `price(currency: "USD")` of a client, or of another `@requires`, and then one of them gets the
// value of the other. So the supergraph gets a field `price_required_0` without arguments, which clients do not see;
// plans then fetch it as `price_required_0: price(currency: "EUR")` (see required-plan.ts).
import {
  isInterfaceType,
  Kind,
  parse,
  print,
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { graphOf, textOf } from '../../supergraph/directive-arguments.ts'
import { addSyntheticFields, isFieldedType } from './synthetic-fields.ts'

/** The synthetic fields that replace required fields with arguments. */
export interface RequiredFields {
  /** The replaced fields with their arguments, by the name of the synthetic field. */
  byName: ReadonlyMap<string, FieldNode>
  /** `graph Type.field` → the names of the synthetic fields that it requires. */
  ofField: ReadonlyMap<string, ReadonlySet<string>>
}

/** Replaces required fields with arguments. Returns the same document when there are none. */
export function nameRequiredFields(
  supergraph: DocumentNode,
  schema: GraphQLSchema,
): { supergraph: DocumentNode; required: RequiredFields } {
  const names = new RequiredNames(schema)
  const renamed = visit(supergraph, {
    FieldDefinition: {
      enter(field, _key, _parent, _path, ancestors) {
        const type = ancestors.findLast(isFieldedType)
        return type && names.inRequirements(field, type.name.value)
      },
    },
  })
  const { byName, ofType } = names
  if (byName.size === 0) return { supergraph, required: names }
  return { supergraph: addSyntheticFields(renamed, { byName, ofType }), required: names }
}

/** Gives each required field with arguments a name, and writes the names into the requirements. */
class RequiredNames implements RequiredFields {
  readonly byName = new Map<string, FieldNode>()
  readonly ofField = new Map<string, Set<string>>()
  /** Type → the names of its synthetic fields. */
  readonly ofType = new Map<string, Set<string>>()
  readonly #byText = new Map<string, string>()
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** A field with its requirements rewritten; undefined when nothing changes. */
  inRequirements(field: FieldDefinitionNode, type: string): FieldDefinitionNode | undefined {
    const { directives = [] } = field
    if (!directives.some((directive) => textOf(directive, 'requires')?.includes('(')))
      return undefined
    const rewritten = directives.map((directive) => {
      const requires = textOf(directive, 'requires')
      if (requires === undefined) return directive
      const names = new Set<string>()
      const set = this.#rename(fieldSet(requires), type, names)
      this.ofField.set(`${graphOf(directive)} ${type}.${field.name.value}`, names)
      return withRequires(directive, print(set).replaceAll(/\s+/g, ' ').slice(2, -2))
    })
    return { ...field, directives: rewritten }
  }

  #rename(set: SelectionSetNode, parent: string, names: Set<string>): SelectionSetNode {
    return { ...set, selections: set.selections.map((node) => this.#renameIn(node, parent, names)) }
  }

  #renameIn(node: SelectionNode, parent: string, names: Set<string>): SelectionNode {
    if (node.kind === Kind.FRAGMENT_SPREAD) return node
    const below = this.#typeOf(node, parent)
    const selectionSet = node.selectionSet && this.#rename(node.selectionSet, below, names)
    const copy = { ...node, ...(selectionSet && { selectionSet }) } as typeof node
    if (copy.kind !== Kind.FIELD || !copy.arguments?.length) return copy
    const value = this.#nameFor(copy, parent)
    names.add(value)
    return { ...copy, name: { kind: Kind.NAME, value }, arguments: [] }
  }

  #typeOf(node: SelectionNode, parent: string): string {
    if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value ?? parent
    const type = this.#schema.getType(parent)
    const name = (node as FieldNode).name.value
    const field = type && 'getFields' in type ? type.getFields()[name] : undefined
    return String(field?.type).replaceAll(/[[\]!]/g, '')
  }

  #nameFor(field: FieldNode, parent: string): string {
    const { selectionSet: _, alias: __, ...alone } = field
    const text = print(alone)
    const name = this.#byText.get(text) ?? this.#unusedName(field.name.value)
    this.#byText.set(text, name)
    this.byName.set(name, alone)
    for (const type of [parent, ...this.#typesBelow(parent)]) {
      this.ofType.set(type, (this.ofType.get(type) ?? new Set()).add(name))
    }
    return name
  }

  #typesBelow(name: string): string[] {
    const type = this.#schema.getType(name)
    if (!isInterfaceType(type)) return []
    const { interfaces, objects } = this.#schema.getImplementations(type)
    return [...interfaces, ...objects].map((below) => below.name)
  }

  #unusedName(field: string): string {
    const isUsed = (name: string) =>
      Object.values(this.#schema.getTypeMap()).some(
        (type) => 'getFields' in type && name in type.getFields(),
      )
    let number = this.byName.size
    while (isUsed(`${field}_required_${number}`)) number += 1
    return `${field}_required_${number}`
  }
}

function fieldSet(text: string): SelectionSetNode {
  return (parse(`{ ${text} }`).definitions[0] as OperationDefinitionNode).selectionSet
}

function withRequires(directive: ConstDirectiveNode, value: string): ConstDirectiveNode {
  const sent = (directive.arguments ?? []).map((argument) => {
    if (argument.name.value !== 'requires') return argument
    return { ...argument, value: { kind: Kind.STRING, value } as const }
  })
  return { ...directive, arguments: sent }
}
