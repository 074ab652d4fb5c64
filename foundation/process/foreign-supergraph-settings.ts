// Settings of a router over a foreign supergraph: whose tokens it accepts.
import { optionalUrl, SettingError, text, type Environment } from '#foundation/process/setting.ts'

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
]

/** Reads the settings; undefined when none of the variables is set. @throws SettingError when one of them is missing */
export function readForeignTokens(env: Environment): ForeignTokenSettings | undefined {
  const jwksUrl = optionalUrl(env, 'ROUTER_JWKS_URL', ['http://', 'https://'])
  const issuer = text(env, 'ROUTER_JWT_ISSUER')
  const audience = text(env, 'ROUTER_JWT_AUDIENCE')
  const policiesClaim = text(env, 'ROUTER_POLICIES_CLAIM') ?? 'policies'
  if (jwksUrl !== undefined && issuer !== undefined && audience !== undefined) {
    return { jwksUrl, issuer, audience, policiesClaim }
  }
  const missing = FOREIGN_TOKEN_SETTINGS.filter((name) => text(env, name) === undefined)
  if (missing.length === FOREIGN_TOKEN_SETTINGS.length) return undefined
  throw new SettingError(
    `${FOREIGN_TOKEN_SETTINGS.join(', ')} must be set together; missing: ${missing.join(', ')}.`,
  )
}
