// What one operation requires of its caller, over every path of its selections.
import {
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'
import type { Requirement, Requirements } from './requirements.ts'

export interface CheckedOperation {
  /** The schema that clients see. */
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
}

interface Walk {
  requirements: Requirements
  /** The types for which the type itself or one of its fields has a requirement. Most types have none. */
  guarded: ReadonlySet<string>
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /**
   * The types for which each selection set has been walked. Without it, nested fragments and
   * interfaces would multiply the work.
   */
  walked: Map<SelectionSetNode, Set<GraphQLNamedType>>
  /** Input types whose requirements have been found. */
  inputs: Set<GraphQLNamedType>
  found: Map<string, Requirement>
}

/** A selection set as it applies to an object of one type. */
interface Scope {
  /** The type that the document names: the object type itself, or an interface or union that it belongs to. */
  parent: GraphQLCompositeType
  object: GraphQLObjectType
}

/**
 * Every requirement of a valid operation, in the order of the document. A field counts for each type that the object
 * may have there, as fragments narrow it, and whatever `@skip` and `@include` say.
 */
export function requiredBy(
  requirements: Requirements,
  { schema, document, operation }: CheckedOperation,
): readonly Requirement[] {
  const root = schema.getRootType(operation.operation)
  if (!root || requirements.size === 0) return []
  const fragments = fragmentsByName(document)
  const guarded = new Set(
    [...requirements.keys()].map((coordinate) => coordinate.split('.', 1)[0]!),
  )
  const found = new Map<string, Requirement>()
  const state = { walked: new Map(), inputs: new Set<GraphQLNamedType>(), found }
  const walk: Walk = { requirements, guarded, schema, fragments, ...state }
  walkSet(walk, operation.selectionSet, { parent: root, object: root })
  return [...found.values()]
}

function walkSet(walk: Walk, set: SelectionSetNode, scope: Scope): void {
  if (!isNew(walk, set, scope.object)) return
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) walkField(walk, node, scope)
    else if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = walk.fragments.get(node.name.value)!
      walkFragment(walk, fragment, scope)
    } else walkFragment(walk, node, scope)
  }
}

function walkFragment(
  walk: Walk,
  {
    selectionSet,
    typeCondition,
  }: Pick<FragmentDefinitionNode, 'selectionSet'> &
    Partial<Pick<FragmentDefinitionNode, 'typeCondition'>>,
  { parent, object }: Scope,
): void {
  const type = typeCondition ? typeFromAST(walk.schema, typeCondition) : parent
  const narrowed = type as GraphQLCompositeType
  if (includes(walk.schema, narrowed, object)) {
    walkSet(walk, selectionSet, { parent: narrowed, object })
  }
}

function walkField(walk: Walk, node: FieldNode, { parent, object }: Scope): void {
  const name = node.name.value
  if (name === '__schema' || name === '__type') return
  // The field that the document names comes first, because the error names the first.
  requireField(walk, parent.name, name)
  if (parent !== object) requireField(walk, object.name, name)
  const resolved = object.getFields()[name]
  if (!resolved) return
  const declared = 'getFields' in parent ? (parent.getFields()[name] ?? resolved) : resolved
  requireArguments(walk, node, resolved)
  const types = [getNamedType(declared.type), getNamedType(resolved.type)] as const
  for (const type of types) requireType(walk, type.name)
  if (node.selectionSet) walkObjects(walk, node.selectionSet, ...types)
}

/** A type may declare a field with a narrower type than its interface does. */
function walkObjects(
  walk: Walk,
  set: SelectionSetNode,
  declared: GraphQLNamedType,
  resolved: GraphQLNamedType,
): void {
  const parent = declared as GraphQLCompositeType
  if (isAbstractType(resolved) && !isNew(walk, set, resolved)) return
  for (const object of objectsOf(walk.schema, resolved)) walkSet(walk, set, { parent, object })
}

/** True when the selection set has not been walked for the type. */
function isNew({ walked }: Walk, set: SelectionSetNode, type: GraphQLNamedType): boolean {
  const types = walked.getOrInsertComputed(set, () => new Set())
  return !types.has(type) && types.add(type) !== undefined
}

function objectsOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}

function includes(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  object: GraphQLObjectType,
): boolean {
  return isAbstractType(type) ? schema.isSubType(type, object) : type === object
}

/** Adds the requirements of an argument that is sent: those of every scalar and enum that its type can contain. */
function requireArguments(
  walk: Walk,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): void {
  for (const sent of node.arguments ?? []) {
    const argument = field.args.find(({ name }) => name === sent.name.value)
    if (argument) requireInput(walk, getNamedType(argument.type))
  }
}

function requireInput(walk: Walk, type: GraphQLNamedType): void {
  if (walk.inputs.has(type)) return
  walk.inputs.add(type)
  requireType(walk, type.name)
  if (!isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    requireInput(walk, getNamedType(field.type))
  }
}

function requireType({ requirements, guarded, found }: Walk, type: string): void {
  const requirement = guarded.has(type) ? requirements.get(type) : undefined
  if (requirement) found.set(type, requirement)
}

function requireField(walk: Walk, type: string, field: string): void {
  if (!walk.guarded.has(type)) return
  requireType(walk, type)
  const coordinate = `${type}.${field}`
  const requirement = walk.requirements.get(coordinate)
  if (requirement) walk.found.set(coordinate, requirement)
}
