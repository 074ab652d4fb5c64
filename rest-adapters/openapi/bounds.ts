// The bounds of inputs as JSON Schema: lengths and patterns of texts, and ranges of numbers.
import type { GraphQLArgument, GraphQLInputField } from 'graphql'
import { constraintSchema } from '#foundation/domain/constraint.ts'
import { constraintOf } from '#foundation/graphql/constraints.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'

/** A decimal coordinate as programs print it. Tiny ones have an exponent. */
const DECIMAL = String.raw`\s*-?(\d{1,6}(\.\d+)?(e-\d+)?|1000000(\.0+)?)\s*`

/**
 * Bounds of query parameters that @constraint cannot express, by list type: `near` holds three numbers,
 * `radius` excludes its minimum, and a request with only one of the two is refused first.
 */
const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  // The service also accepts other spellings of the same numbers, such as `0x10`.
  'Place.near': { pattern: `^${DECIMAL}(,${DECIMAL}){2}$` },
  'Place.radius': { exclusiveMinimum: 0, maximum: 4_000_000 },
}

/** Floats that are whole numbers, because a GraphQL Int has only 32 bits. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set([
  'CreateWalletChallengeInput.chainId',
  'Wallet.chainId',
])

/** The type of a field if its scalar is too general; otherwise empty. */
export function fieldType(holder: string, name: string): JsonSchema {
  return WHOLE_NUMBERS.has(`${holder}.${name}`) ? { type: 'integer', format: 'int64' } : {}
}

/** The bounds of a query parameter of a list; `holder` is the type listed. */
export function parameterBounds(holder: string, argument: GraphQLArgument): JsonSchema {
  return PARAMETERS[`${holder}.${argument.name}`] ?? inputBounds(argument)
}

/** The bounds in @constraint of an input; test/contract/bounds.slow.test.ts checks that services enforce them. */
export function inputBounds({ astNode }: GraphQLArgument | GraphQLInputField): JsonSchema {
  return constraintSchema(constraintOf(astNode) ?? {})
}
