// The estimated cost of an operation, by the cost directives of its schema and default weights.
import {
  getNamedType,
  getNullableType,
  isListType,
  OperationTypeNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { argumentsCost, directivesCost, type InputCosts } from '#foundation/limits/cost/input.ts'
import {
  listSizes,
  slicingChecks,
  type CalledField,
  type SizedList,
  type SlicingCheck,
} from '#foundation/limits/cost/list-size.ts'
import { searchDiscount } from '#foundation/limits/cost/searches.ts'
import {
  collectSelections,
  isOf,
  possibleTypes,
  type SelectionScope,
  type Selections,
} from '#foundation/limits/cost/selections.ts'
import {
  constant,
  coordinatesOf,
  fieldWeight,
  onlyRootCosts,
  typeWeight,
  type Weights,
} from '#foundation/limits/cost/weights.ts'
import {
  fieldOf,
  NONE,
  ONE,
  sum,
  times,
  totalOf,
  type CountedOperation,
  type Demand,
  type Variables,
} from '#foundation/limits/demand.ts'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'

export interface CostModel extends Weights {
  /** Whether an operation that violates `requireOneSlicingArgument` is refused. */
  requiresSlicing: boolean
}

/** The cost with coerced variables, a whole number. @throws VALIDATION_ERROR */
export type OperationCost = (variables: Variables) => number

/** State that all operations share. */
interface Kept {
  model: CostModel
  /** The schema coordinates of each field, kept because an interface may have hundreds of objects. */
  coordinates: Map<GraphQLField<unknown, unknown>, readonly string[]>
  inputCosts: InputCosts
}

interface Scope extends SelectionScope, Kept {
  checks: SlicingCheck[]
}

/** Selection sets that are merged, on the same type. */
interface Selected {
  selectionSets: readonly SelectionSetNode[]
  parent: GraphQLNamedType
  /** The lists below with the size that `sizedFields` give them. */
  sized: readonly SizedList[]
  /** The weight of a field without `@cost`. */
  fieldWeight: number
}

/**
 * Estimates the cost of valid operations. A field costs its weight, those of its arguments, and for each object in it
 * the weight of its type and its selections; a list has as many objects as `@listSize` says. Of fragments on different
 * types the most expensive type counts. `@skip` and `@include` change nothing. Everything that does not depend on
 * variables is computed once for each operation.
 */
export function createCostEstimator(
  model: CostModel,
): (counted: CountedOperation) => OperationCost {
  const costs = new WeakMap<OperationDefinitionNode, OperationCost>()
  const kept: Kept = { model, coordinates: new Map(), inputCosts: new WeakMap() }
  return (counted) => costs.getOrInsertComputed(counted.operation, () => compile(counted, kept))
}

function compile({ schema, document, operation }: CountedOperation, kept: Kept): OperationCost {
  const { defaults } = kept.model
  const scope: Scope = { ...kept, schema, fragments: fragmentsByName(document), checks: [] }
  const parent = schema.getRootType(operation.operation)!
  const selectionSets = [operation.selectionSet]
  const selected = { selectionSets, parent, sized: [], fieldWeight: defaults.rootField }
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const base = constant(isMutation ? defaults.mutation : 0)
  const demand = sum([base, selectionsCost(selected, scope)])
  const discount = discountOf(selected, scope)
  return (variables) => {
    for (const check of scope.checks) check(variables)
    const total = totalOf(demand, variables) - discount(variables)
    const cost = Math.max(Math.ceil(total), defaults.operation)
    return Math.min(cost, Number.MAX_SAFE_INTEGER)
  }
}

/** The discount for searching several lists for one text. */
function discountOf({ selectionSets, parent, fieldWeight: rootField }: Selected, scope: Scope) {
  const { model, schema } = scope
  const { searchArgument } = model.defaults
  if (searchArgument === undefined) return () => 0
  const { fields } = collectSelections(selectionSets, parent, scope)
  const weighed = fields.values().map(([node]) => {
    const coordinates = coordinatesOf(node!.name.value, parent, model, schema)
    return { node: node!, weight: fieldWeight(coordinates, model, rootField) }
  })
  return searchDiscount([...weighed], searchArgument)
}

function selectionsCost(selected: Selected, scope: Scope): Demand {
  const { selectionSets, parent } = selected
  const { fields, partial } = collectSelections(selectionSets, parent, scope)
  const costs = fields.values().map((nodes) => fieldCost(nodes, selected, scope))
  return sum([...costs, partialCost(partial, selected, scope)])
}

/** The greatest cost that fragments on some types have for one type. Each fragment is computed once. */
function partialCost(partial: Selections['partial'], selected: Selected, scope: Scope): Demand {
  if (partial.length === 0) return NONE
  const costs = partial.map(({ type, selectionSet }) =>
    selectionsCost({ ...selected, selectionSets: [selectionSet], parent: type }, scope),
  )
  const matching = possibleTypes(selected.parent, scope.schema).map((object) => {
    return partial.flatMap(({ type }, index) => (isOf(object, type, scope.schema) ? [index] : []))
  })
  const distinct = new Map(matching.map((indexes) => [indexes.join(), indexes]))
  return greatestSum(costs, [...distinct.values()])
}

/** The greatest sum of some of the demands, at least 0. Each is evaluated once, because they are nested. */
function greatestSum(demands: readonly Demand[], choices: readonly (readonly number[])[]): Demand {
  const greatest = (variables: Variables) => {
    const totals = demands.map((demand) => totalOf(demand, variables))
    const sums = choices.map((indexes) => indexes.reduce((sum, index) => sum + totals[index]!, 0))
    return Math.max(0, ...sums)
  }
  if (demands.every(({ pages }) => pages.length === 0)) return constant(greatest({}))
  return times({ sent: [greatest], otherwise: 0 }, ONE)
}

/** The cost of the nodes of one response name. */
function fieldCost(nodes: readonly FieldNode[], selected: Selected, scope: Scope): Demand {
  const { model, schema } = scope
  const node = nodes[0]!
  const field = fieldOf(selected.parent, node.name.value)
  if (!field) return NONE
  const coordinates = scope.coordinates.getOrInsertComputed(field, () =>
    coordinatesOf(field.name, selected.parent, model, schema),
  )
  const own = constant(fieldWeight(coordinates, model, selected.fieldWeight))
  if (onlyRootCosts(model)) return own
  const input = argumentsCost(node, field.args, coordinates, scope)
  const directives = directivesCost(node.directives, model)
  const { size, below } = sizesAt({ node, field, coordinates }, selected.sized, scope)
  const item = itemCost(nodes, getNamedType(field.type), below, scope)
  const isList = isListType(getNullableType(field.type))
  return sum([own, input, directives, isList ? times(size, item) : item])
}

/** The cost of one object or leaf. */
function itemCost(
  nodes: readonly FieldNode[],
  parent: GraphQLNamedType,
  sized: readonly SizedList[],
  scope: Scope,
): Demand {
  const weight = constant(typeWeight(parent, scope.model, scope.schema))
  const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return sum([weight, selectionsCost({ selectionSets, parent, sized, fieldWeight: 0 }, scope)])
}

/** The size of the field if it is a list, and those of the lists below it. */
function sizesAt(
  { coordinates, ...called }: CalledField & { coordinates: readonly string[] },
  sized: readonly SizedList[],
  { model, checks }: Scope,
) {
  const given = coordinates.flatMap((coordinate) => {
    const listSize = model.directives.listSizes.get(coordinate)
    if (!listSize) return []
    if (model.requiresSlicing) checks.push(...slicingChecks(listSize, coordinate, called))
    return [listSize]
  })
  return listSizes(called, given, sized)
}
