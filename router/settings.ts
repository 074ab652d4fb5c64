// The settings of the router.
import {
  integer,
  list,
  oneOf,
  portOr,
  seconds,
  text,
  textOr,
  url,
} from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting, SettingError } from '#foundation/settings/setting.ts'

/**
 * The query planner and executor: Hive's planner in this process, or Apollo's in a thread, with our executor; or
 * Apollo's gateway.
 */
export type RouterEngine = 'native' | 'worker' | 'apollo'

export const routerSettings = defineSettings({
  port: setting('ROUTER_PORT', 'port of the router', portOr(4000)),
  engine: setting(
    'ROUTER_ENGINE',
    '`native`, `worker` or `apollo`',
    oneOf<RouterEngine>(['native', 'worker', 'apollo'], 'native'),
  ),
  subgraphTimeoutMs: setting(
    'SUBGRAPH_TIMEOUT_SECONDS',
    'how long the router waits for another process',
    seconds(1, 300, 10),
  ),
  maxFetches: setting(
    'GRAPHQL_MAX_FETCHES',
    'requests to services for an operation',
    integer(1, 10_000, 100),
  ),
  trustedDocuments: setting(
    'TRUSTED_DOCUMENTS',
    "`only` executes only registered documents; keep the services' `/graphql` internal",
    oneOf(['off', 'only'], 'off'),
  ),
  overrideLabels: setting(
    'ROUTER_OVERRIDE_LABELS',
    'labels of `@override` that the router follows',
    list,
  ),
})

export type RouterSettings = ReturnType<typeof routerSettings.read>

/** The tokens that authorization directives of a foreign supergraph are checked against. */
export interface ForeignTokenSettings {
  /** The URL of the issuer's keys (RFC 7517). */
  jwksUrl: string
  issuer: string
  audience: string
  /** The claim with the policies that a token grants. */
  policiesClaim: string
}

/** The variables that must be set together. */
export const FOREIGN_TOKEN_SETTINGS = [
  'ROUTER_JWKS_URL',
  'ROUTER_JWT_ISSUER',
  'ROUTER_JWT_AUDIENCE',
] as const

const [JWKS_URL, ISSUER, AUDIENCE] = FOREIGN_TOKEN_SETTINGS

/** Undefined if the router verifies no tokens. */
export const foreignTokenSettings = defineSettings(
  {
    jwksUrl: setting(
      JWKS_URL,
      'keys of the issuer for a foreign supergraph; set with the next two',
      url(['http://', 'https://']),
    ),
    issuer: setting(ISSUER, '`iss` of these tokens', text),
    audience: setting(AUDIENCE, '`aud` of these tokens, or one of several', text),
    policiesClaim: setting(
      'ROUTER_POLICIES_CLAIM',
      'the claim of these tokens with the policies that they grant',
      textOr('policies'),
    ),
  },
  ({ jwksUrl, issuer, audience, policiesClaim }): ForeignTokenSettings | undefined => {
    if (jwksUrl !== undefined && issuer !== undefined && audience !== undefined) {
      return { jwksUrl, issuer, audience, policiesClaim }
    }
    const values = [jwksUrl, issuer, audience]
    const missing = FOREIGN_TOKEN_SETTINGS.filter((_name, index) => values[index] === undefined)
    if (missing.length === values.length) return undefined
    throw new SettingError(
      `${FOREIGN_TOKEN_SETTINGS.join(', ')} must be set together; missing: ${missing.join(', ')}.`,
    )
  },
)
