// The settings of the limits: rates, the sizes of requests and responses, and where rates are counted.
import { parseQuota, type Quota } from '#foundation/limits/rate-limit.ts'
import { DEFAULT_RESPONSE_BYTES } from '#foundation/limits/response-budget.ts'
import { integer, url } from '#foundation/settings/value-parsers.ts'
import {
  defineSettings,
  setting,
  SettingError,
  type ValueParser,
} from '#foundation/settings/setting.ts'

function quota(fallback: string): ValueParser<Quota | 'off'> {
  return {
    shown: `\`${fallback}\``,
    read(name, value = fallback) {
      try {
        return parseQuota(value)
      } catch (cause) {
        throw new SettingError(
          `${name} is "${value}", but must be hour:burst (two whole numbers, for example ${fallback}) or off.`,
          { cause },
        )
      }
    },
  }
}

export const rateLimitSettings = defineSettings({
  free: setting(
    'RATE_LIMIT_FREE',
    'calls an hour and a minute without a token, or `off`',
    quota('100:10'),
  ),
  authenticated: setting('RATE_LIMIT_AUTHENTICATED', 'with a token', quota('1000:100')),
  partner: setting(
    'RATE_LIMIT_PARTNER',
    'for all calls of a client of the tier `partner`',
    quota('10000:1000'),
  ),
})

const VALKEY = url(['redis://', 'rediss://', 'valkey://', 'valkeys://'])

export const valkeySettings = defineSettings({
  url: setting(
    'VALKEY_URL',
    '`redis://…` or `rediss://…` of a Valkey or Redis, for rate limits of all processes together',
    // The client library accepts only the schemes of Redis.
    { shown: 'in memory', read: (...given) => VALKEY.read(...given)?.replace(/^valkey/i, 'redis') },
  ),
})

export const requestLimitSettings = defineSettings({
  depth: setting('GRAPHQL_MAX_DEPTH', 'levels of fields in a document', integer(1, 1_000, 12)),
  aliases: setting('GRAPHQL_MAX_ALIASES', 'names for one field', integer(1, 10_000, 15)),
  fields: setting(
    'GRAPHQL_MAX_FIELDS',
    'fields once fragments are expanded',
    integer(1, 1_000_000, 2_000),
  ),
  tokens: setting('GRAPHQL_MAX_TOKENS', 'tokens', integer(1, 1_000_000, 1_000)),
  // The default admits any one list that the other limits allow, 100 items of 2,000 fields, but not all lists of lists.
  nodes: setting(
    'GRAPHQL_MAX_NODES',
    'values a response may hold, nested pages multiplied',
    integer(1, 1_000_000_000, 200_000),
  ),
  // Unlimited: the rate limit bounds the cost, and only the operator knows the capacity of foreign subgraphs.
  cost: setting(
    'GRAPHQL_MAX_COST',
    'estimated cost of an operation',
    integer(1, 1_000_000_000, Infinity),
  ),
})

export const responseSettings = defineSettings({
  maxBytes: setting(
    'ANSWER_MAX_BYTES',
    'bytes of one response before compression',
    integer(1_048_576, 268_435_456, DEFAULT_RESPONSE_BYTES),
  ),
})
