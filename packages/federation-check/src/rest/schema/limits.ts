// Computes the least and the greatest number that a schema allows, by whichever keywords.
import type { Flat } from '../openapi.ts'

export type Side = 'lower' | 'upper'

export const RANGES: Readonly<Record<string, Side>> = {
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  maximum: 'upper',
  exclusiveMaximum: 'upper',
}

/** A distance smaller than any difference between two bounds in documents. */
const JUST = Number.EPSILON

/** The limit of one side. An exclusive limit is moved inside the bound by a little. */
export function limitOf(side: Side, schema: Flat): number {
  const sign = side === 'lower' ? 1 : -1
  const [inclusive, exclusive] =
    side === 'lower'
      ? [schema.minimum, schema.exclusiveMinimum]
      : [schema.maximum, schema.exclusiveMaximum]
  const step = stepOf(schema)
  const limits = [
    within(numberOf(inclusive) * sign, step, false),
    within(numberOf(exclusive) * sign, step, true),
  ].filter((limit) => !Number.isNaN(limit))
  return Math.max(-Infinity, ...limits) * sign
}

const numberOf = (bound: unknown) => (typeof bound === 'number' ? bound : Number.NaN)

/** The step between allowed numbers: 1 for integers; undefined for numbers of any kind. */
export function stepOf({ type, multipleOf }: Flat): number | undefined {
  if (typeof multipleOf === 'number' && multipleOf > 0) return multipleOf
  return type.includes('integer') ? 1 : undefined
}

/** The least allowed number from a lower bound. */
function within(bound: number, step: number | undefined, isExclusive: boolean): number {
  if (step === undefined) return isExclusive ? bound + JUST * Math.max(1, Math.abs(bound)) : bound
  const steps = Math.ceil(bound / step)
  return (isExclusive && steps * step === bound ? steps + 1 : steps) * step
}
