// How long a text of a body may be, what it may consist of, and how large a number may be.
import { getNullableType, type GraphQLInputField } from 'graphql'
import type { JsonSchema } from '#foundation/openapi.ts'

const COORDINATE: JsonSchema = { minimum: -1_000_000, maximum: 1_000_000 }

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
