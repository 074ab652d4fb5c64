// How long a text that is sent may be, what it may consist of, and how large a number may be.
import type { GraphQLArgument, GraphQLInputField } from 'graphql'
import { constraintSchema } from '#foundation/domain/constraint.ts'
import { constraintOf } from '#foundation/graphql/constraints.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'

/** A coordinate in decimals, as programs write it: a tiny one has an exponent. */
const DECIMAL = String.raw`\s*-?(\d{1,6}(\.\d+)?(e-\d+)?|1000000(\.0+)?)\s*`

/**
 * Bounds of query parameters that @constraint cannot express, by the type listed: `near` is three numbers
 * in one text, `radius` excludes its least value, and a missing one of the two is refused first.
 */
const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  // The service reads other spellings of the same numbers as well, such as `0x10`.
  'Place.near': { pattern: `^${DECIMAL}(,${DECIMAL}){2}$` },
  'Place.radius': { exclusiveMinimum: 0, maximum: 4_000_000 },
}

/** What GraphQL has no scalar for: whole numbers that its 32 bits do not hold. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set([
  'CreateWalletChallengeInput.chainId',
  'Wallet.chainId',
])

/** The type of a field where its scalar says too little. */
export function fieldType(holder: string, name: string): JsonSchema {
  return WHOLE_NUMBERS.has(`${holder}.${name}`) ? { type: 'integer', format: 'int64' } : {}
}

/** The bounds of a query parameter, of a list of that type. */
export function parameterBounds(holder: string, argument: GraphQLArgument): JsonSchema {
  return PARAMETERS[`${holder}.${argument.name}`] ?? inputBounds(argument)
}

/** What @constraint says of what is sent; test/contract/bounds.test.ts holds services to it. */
export function inputBounds({ astNode }: GraphQLArgument | GraphQLInputField): JsonSchema {
  return constraintSchema(constraintOf(astNode) ?? {})
}
