// How long a text that is sent may be, what it may consist of, and how large a number may be.
import { getNullableType, type GraphQLInputField } from 'graphql'
import type { JsonSchema } from '#foundation/http/openapi.ts'

const COORDINATE: JsonSchema = { minimum: -1_000_000, maximum: 1_000_000 }

/** A coordinate in decimals, as programs write it: a tiny one has an exponent. */
const DECIMAL = String.raw`\s*-?(\d{1,6}(\.\d+)?(e-\d+)?|1000000(\.0+)?)\s*`

/** What descriptions say in other words than `1 to 200 characters`. */
const BOUNDS: Readonly<Record<string, JsonSchema>> = {
  'UpdateUsernameInput.username': { pattern: '^[a-z0-9_]{3,30}$' },
  'IssueCredentialInput.type': { pattern: '^[a-z][a-z0-9_]{0,63}$' },
  'CreateWalletChallengeInput.address': { pattern: '^0x[0-9a-fA-F]{40}$' },
  'CreateWalletChallengeInput.chainId': { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  'LinkWalletInput.signature': { pattern: '^0x[0-9a-fA-F]{130}$' },
  'PositionInput.x': COORDINATE,
  'PositionInput.y': COORDINATE,
  'PositionInput.z': COORDINATE,
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

/** The bounds of a query parameter of that name, of a list of that type. */
export function parameterBounds(holder: string, name: string): JsonSchema {
  return BOUNDS[`${holder}.${name}`] ?? {}
}

/** The bounds of a field of that type of input; test/contract/bounds.test.ts holds services to them. */
export function fieldBounds(
  holder: string,
  { description, name, type }: GraphQLInputField,
): JsonSchema {
  const isText = String(getNullableType(type)) === 'String'
  return { ...(isText && textBounds(description ?? '')), ...BOUNDS[`${holder}.${name}`] }
}

function textBounds(description: string): JsonSchema {
  const [, least, most] = /([\d,]+) to ([\d,]+) characters/.exec(description) ?? []
  if (!least || !most) return {}
  const [minLength, maxLength] = [least, most].map((text) => Number(text.replaceAll(',', '')))
  return {
    minLength,
    maxLength,
    ...(description.includes('not blanks alone') && { pattern: String.raw`\S` }),
  }
}
