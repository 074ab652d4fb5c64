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
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** What has been walked: nested fragments multiply, but each selection set is walked once for each type. */
  walked: Map<SelectionSetNode, Set<GraphQLObjectType>>
  found: Map<string, Requirement>
}

/** A selection set as it applies to an object of one type. */
interface Scope {
  /** The type that the document names: the object type, or an interface or union with it. */
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
  const walk: Walk = { requirements, schema, fragments, walked: new Map(), found: new Map() }
  walkSet(walk, operation.selectionSet, { parent: root, object: root })
  return [...walk.found.values()]
}

function walkSet(walk: Walk, set: SelectionSetNode, scope: Scope): void {
  const objects = walk.walked.getOrInsertComputed(set, () => new Set())
  if (objects.has(scope.object)) return
  objects.add(scope.object)
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
  for (const type of new Set([parent, object])) {
    require(walk, type.name)
    require(walk, `${type.name}.${name}`)
  }
  const resolved = object.getFields()[name]
  if (!resolved) return
  const declared = 'getFields' in parent ? (parent.getFields()[name] ?? resolved) : resolved
  requireArguments(walk, node, resolved)
  const types = [getNamedType(declared.type), getNamedType(resolved.type)] as const
  for (const type of types) require(walk, type.name)
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
  for (const object of objectsOf(walk.schema, resolved)) walkSet(walk, set, { parent, object })
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

/** An argument that is sent requires what each scalar and enum requires that its type can hold. */
function requireArguments(
  walk: Walk,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): void {
  for (const sent of node.arguments ?? []) {
    const argument = field.args.find(({ name }) => name === sent.name.value)
    if (argument) requireInput(walk, getNamedType(argument.type), new Set())
  }
}

function requireInput(walk: Walk, type: GraphQLNamedType, seen: Set<GraphQLNamedType>): void {
  if (seen.has(type)) return
  seen.add(type)
  require(walk, type.name)
  if (!isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    requireInput(walk, getNamedType(field.type), seen)
  }
}

function require({ requirements, found }: Walk, coordinate: string): void {
  const requirement = requirements.get(coordinate)
  if (requirement) found.set(coordinate, requirement)
}
