// The maximum that a document demands: a number for each field, multiplied by the pages above it.
import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { DEFAULT_PAGE_SIZE } from '#foundation/domain/page-size.ts'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'

/** A demand has a fixed part, and a part for each item of a page. */
export interface Demand {
  fixed: number
  pages: readonly Page[]
}

interface Page {
  size: PageSize
  of: Demand
}

/** Upper bounds of a page: the value sent, and the default for an absent or null value. */
export interface PageSize {
  sent: readonly Size[]
  otherwise: number
}

/** A number, or the one that variables give; undefined for an absent or null value. */
export type Size = number | ((variables: Variables) => number | undefined)

/** The demand of a selection set: once, and for each item of the page above. */
interface Share {
  once: Demand
  each: Demand
}

/** The demand of a field itself, without its selections. */
export interface Weights {
  leaf: Demand
  linked: (node: FieldNode, field: GraphQLField<unknown, unknown>) => Demand
}

interface Scope {
  schema: GraphQLSchema
  weights: Weights
  fragments: Map<string, FragmentDefinitionNode>
  /** The demands of fragments, each computed once, because nested spreads multiply. */
  known: Map<string, Share>
}

export type Variables = Readonly<Record<string, unknown>>

export const NONE: Demand = { fixed: 0, pages: [] }
export const ONE: Demand = { fixed: 1, pages: [] }
const NOTHING: Share = { once: NONE, each: NONE }

export interface CountedOperation {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
}

/** Arguments that bound the length of a list; some lists have one item for each id or representation. */
const PAGE_ARGUMENTS = new Set(['first', 'last', 'limit', 'ids', 'representations'])

/**
 * The demand of a valid operation. A page counts with its maximum size; a plain list, which is short, counts as one
 * item. Each selection counts, regardless of @skip and @include.
 */
export function demandOf(
  { schema, document, operation }: CountedOperation,
  weights: Weights,
): Demand {
  const known = new Map<string, Share>()
  const scope = { schema, weights, fragments: fragmentsByName(document), known }
  const root = schema.getRootType(operation.operation)
  const { once, each } = root ? shareOf(operation.selectionSet, root, scope) : NOTHING
  return sum([once, each])
}

/** The demand with these coerced variables. */
export function totalOf({ fixed, pages }: Demand, variables: Variables): number {
  return pages.reduce(
    (count, { size, of }) => count + greatest(size, variables) * totalOf(of, variables),
    fixed,
  )
}

/** The items of a page with these coerced variables. */
export function greatest({ sent, otherwise }: PageSize, variables: Variables): number {
  const sizes = sent.flatMap((size) => valueOf(size, variables) ?? [])
  return sizes.length === 0 ? otherwise : Math.max(0, ...sizes)
}

export function valueOf(size: Size, variables: Variables): number | undefined {
  return typeof size === 'number' ? size : size(variables)
}

/** The number that is sent, or the length of the list that is sent. */
export function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : undefined
}

function shareOf({ selections }: SelectionSetNode, parent: GraphQLNamedType, scope: Scope): Share {
  const shares = selections.map((node) => selectionShare(node, parent, scope))
  return { once: sum(shares.map(({ once }) => once)), each: sum(shares.map(({ each }) => each)) }
}

function selectionShare(node: SelectionNode, parent: GraphQLNamedType, scope: Scope): Share {
  if (node.kind === Kind.FRAGMENT_SPREAD) return fragmentShare(node.name.value, scope)
  if (node.kind === Kind.FIELD) return fieldShare(node, parent, scope)
  const type = node.typeCondition ? typeFromAST(scope.schema, node.typeCondition) : parent
  return type ? shareOf(node.selectionSet, type, scope) : NOTHING
}

function fragmentShare(name: string, scope: Scope): Share {
  return scope.known.getOrInsertComputed(name, () => {
    const fragment = scope.fragments.get(name)
    const type = fragment && typeFromAST(scope.schema, fragment.typeCondition)
    return type ? shareOf(fragment.selectionSet, type, scope) : NOTHING
  })
}

function fieldShare(node: FieldNode, parent: GraphQLNamedType, scope: Scope): Share {
  if (!node.selectionSet) return { once: scope.weights.leaf, each: NONE }
  const field = fieldOf(parent, node.name.value)
  if (!field) return NOTHING
  const { once, each } = shareOf(node.selectionSet, getNamedType(field.type), scope)
  const own = scope.weights.linked(node, field)
  const size = pageSize(node, field)
  if (!isListType(getNullableType(field.type))) {
    return { once: sum([own, once, size ? times(size, each) : each]), each: NONE }
  }
  const item = sum([own, once, each])
  return size ? { once: times(size, item), each: NONE } : { once: NONE, each: item }
}

export function fieldOf(
  type: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
}

/** The page size of a field; undefined for a field without pages. */
function pageSize(node: FieldNode, field: GraphQLField<unknown, unknown>): PageSize | undefined {
  const args = field.args.filter(({ name }) => PAGE_ARGUMENTS.has(name))
  if (args.length === 0) return undefined
  const sent = args.flatMap((arg) => {
    const argument = node.arguments?.find(({ name }) => name.value === arg.name)
    return sizeOf(argument?.value) ?? []
  })
  return { sent, otherwise: Math.max(...args.map(usualSize)) }
}

/** The size in an argument; undefined for null, which means the default page. */
export function sizeOf(value: ValueNode | undefined): Size | undefined {
  if (!value || value.kind === Kind.NULL) return undefined
  if (value.kind === Kind.VARIABLE) return (variables) => countOf(variables[value.name.value])
  if (value.kind === Kind.LIST) return value.values.length
  return value.kind === Kind.INT ? Number(value.value) : 1
}

/** The size of a page without the argument. */
function usualSize({ name, defaultValue }: GraphQLArgument): number {
  if (typeof defaultValue === 'number') return defaultValue
  return name === 'first' ? DEFAULT_PAGE_SIZE : 1
}

/** Multiplies a demand. Without a page counts are only added, so that hostile fragments stay small. */
export function times(size: PageSize, of: Demand): Demand {
  if (of.fixed === 0 && of.pages.length === 0) return NONE
  const isKnown = size.sent.every((sent) => typeof sent === 'number')
  if (of.pages.length > 0 || !isKnown) return { fixed: 0, pages: [{ size, of }] }
  return { fixed: greatest(size, {}) * of.fixed, pages: [] }
}

export function sum(demands: readonly Demand[]): Demand {
  return {
    fixed: demands.reduce((count, { fixed }) => count + fixed, 0),
    pages: demands.flatMap(({ pages }) => pages),
  }
}
