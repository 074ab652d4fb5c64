// Keywords whose value is a bound.

/** The default of each bound. With `sign` 1, a greater value allows less. */
export const BOUNDS = {
  minimum: { absent: -Infinity, sign: 1 },
  exclusiveMinimum: { absent: -Infinity, sign: 1 },
  minLength: { absent: 0, sign: 1 },
  minItems: { absent: 0, sign: 1 },
  minProperties: { absent: 0, sign: 1 },
  minContains: { absent: 1, sign: 1 },
  maximum: { absent: Infinity, sign: -1 },
  exclusiveMaximum: { absent: Infinity, sign: -1 },
  maxLength: { absent: Infinity, sign: -1 },
  maxItems: { absent: Infinity, sign: -1 },
  maxProperties: { absent: Infinity, sign: -1 },
  maxContains: { absent: Infinity, sign: -1 },
} as const

export type Bound = keyof typeof BOUNDS

/** True when the first bound allows less. */
export function isStricter(bound: Bound, one: unknown, other: unknown): boolean {
  const { absent, sign } = BOUNDS[bound]
  const [some, others] = [one, other].map((value) => (typeof value === 'number' ? value : absent))
  return some !== others && (some! - others!) * sign > 0
}
