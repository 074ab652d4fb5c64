// The weights of types and fields, of `@cost` or by default. For abstract types the greatest one counts.
import { isCompositeType, type GraphQLNamedType, type GraphQLSchema } from 'graphql'
import type { CostDirectives, DefaultWeights } from '#foundation/limits/cost/directives.ts'
import { possibleTypes } from '#foundation/limits/cost/selections.ts'
import type { Demand } from '#foundation/limits/demand.ts'

export interface Weights {
  directives: CostDirectives
  defaults: DefaultWeights
}

/** A weight as a demand that no page multiplies yet. */
export const constant = (weight: number): Demand => ({ fixed: weight, pages: [] })

/** True when only root fields and mutations cost anything, as in units of the rate limit without directives. */
export function onlyRootCosts({ directives, defaults }: Weights): boolean {
  const { weights, listSizes } = directives
  return weights.size + listSizes.size + defaults.object + defaults.inputObject === 0
}

/** The weight of a field: `@cost` on it, or on the field of an object that it may be. */
export function fieldWeight(
  coordinates: readonly string[],
  { directives }: Weights,
  otherwise: number,
): number {
  const weights = coordinates.flatMap((coordinate) => directives.weights.get(coordinate) ?? [])
  return weights.length === 0 ? otherwise : Math.max(...weights)
}

/** The weight of a value of a type. */
export function typeWeight(
  type: GraphQLNamedType,
  { directives: { weights }, defaults }: Weights,
  schema: GraphQLSchema,
): number {
  const otherwise = isCompositeType(type) ? defaults.object : 0
  const own = weights.get(type.name)
  if (own !== undefined || weights.size === 0) return own ?? otherwise
  const objects = possibleTypes(type, schema).map(({ name }) => weights.get(name) ?? otherwise)
  return objects.length === 0 ? otherwise : Math.max(...objects)
}

/** The schema coordinates of a field on a type, and on each object that a value of the type may be. */
export function coordinatesOf(
  field: string,
  parent: GraphQLNamedType,
  { directives }: Weights,
  schema: GraphQLSchema,
): string[] {
  if (directives.weights.size === 0 && directives.listSizes.size === 0) return []
  const types = new Set([parent.name, ...possibleTypes(parent, schema).map(({ name }) => name)])
  return [...types].map((type) => `${type}.${field}`)
}
