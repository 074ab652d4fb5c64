// The cost of the arguments of a field.
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type DirectiveNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'
import { sizeInArgument } from '#foundation/limits/cost/list-size.ts'
import { constant, fieldWeight, type Weights } from '#foundation/limits/cost/weights.ts'
import { NONE, ONE, sum, times, type Demand, type Variables } from '#foundation/limits/demand.ts'

/** The costs of coerced input objects and lists, kept because one variable may be used hundreds of times. */
export type InputCosts = WeakMap<object, number>

interface InputScope {
  model: Weights
  inputCosts: InputCosts
}

/** The cost of the arguments that the document gives a field: their weights, and the input objects in them. */
export function argumentsCost(
  node: FieldNode,
  args: readonly GraphQLArgument[],
  coordinates: readonly string[],
  scope: InputScope,
): Demand {
  const sent = args.filter(({ name }) => {
    return node.arguments?.some((argument) => argument.name.value === name)
  })
  const costs = sent.map((argument) => {
    const own = coordinates.map((coordinate) => `${coordinate}(${argument.name}:)`)
    return sum([
      constant(fieldWeight(own, scope.model, 0)),
      inputObjectsCost(node, argument, scope),
    ])
  })
  return sum(costs)
}

/** The weights of the arguments of the directives on a field. */
export function directivesCost(nodes: readonly DirectiveNode[] = [], weights: Weights): Demand {
  const costs = nodes.flatMap(({ name, arguments: sent = [] }) => {
    return sent.map((argument) =>
      fieldWeight([`@${name.value}(${argument.name.value}:)`], weights, 0),
    )
  })
  return constant(total(costs))
}

function inputObjectsCost(node: FieldNode, argument: GraphQLArgument, scope: InputScope): Demand {
  if (!isInputObjectType(getNamedType(argument.type))) return NONE
  const cost = sizeInArgument(node, argument, (value) => valueCost(value, argument.type, scope))
  return cost === undefined ? NONE : times({ sent: [cost], otherwise: 0 }, ONE)
}

/** The cost of a coerced value: of its input objects and of their fields. */
function valueCost(value: unknown, type: GraphQLInputType, scope: InputScope): number {
  const nullable = getNullableType(type)
  if (typeof value !== 'object' || value === null) return 0
  return scope.inputCosts.getOrInsertComputed(value, () => {
    if (isInputObjectType(nullable)) return objectCost(value as Variables, nullable, scope)
    if (!isListType(nullable)) return 0
    return total((value as unknown[]).map((item) => valueCost(item, nullable.ofType, scope)))
  })
}

function objectCost(value: Variables, type: GraphQLInputObjectType, scope: InputScope): number {
  const fields = Object.values(type.getFields()).filter(({ name }) => name in value)
  const costs = fields.map((field) => {
    const own = fieldWeight([`${type.name}.${field.name}`], scope.model, 0)
    return own + valueCost(value[field.name], field.type, scope)
  })
  return scope.model.defaults.inputObject + total(costs)
}

function total(costs: readonly number[]): number {
  return costs.reduce((total, cost) => total + cost, 0)
}
