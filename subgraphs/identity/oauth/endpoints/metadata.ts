// The server metadata (RFC 8414; OpenID Connect Discovery).
import { ACR_VALUES } from '#foundation/auth/authentication-context.ts'
import { ASSERTION_ALGORITHMS } from '../../domain/clients/client-keys.ts'
import { OPENID_SCOPE, OPENID_SCOPES, SCOPES } from '../../domain/grants/scope.ts'
import { RESPONSE_MODES } from '../authorization-request.ts'
import { GRANT_TYPES } from '../grants/grant-types.ts'
import type { AuthorizationServer } from '../request-context.ts'

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/** The signing algorithms of client assertions, required with private_key_jwt (RFC 8414, section 2). */
function signingAlgorithms(endpoints: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    endpoints.map((name) => [
      `${name}_endpoint_auth_signing_alg_values_supported`,
      ASSERTION_ALGORITHMS,
    ]),
  )
}

/**
 * Scopes that any app may request. `admin` is left out, because some clients request everything listed here
 * (RFC 8414, section 2, allows it).
 */
const APP_SCOPES = SCOPES.filter((name) => name !== 'admin')

const CLAIMS = [
  'sub',
  'name',
  'preferred_username',
  'picture',
  'updated_at',
  'email',
  'email_verified',
  'auth_time',
  'acr',
  'amr',
  'sid',
]

/** Builds the metadata from settings only, never from a request. */
export function serverMetadata({ issuer }: AuthorizationServer): Record<string, unknown> {
  const endpoint = (name: string) => `${issuer}/api/oauth/${name}`
  return {
    issuer,
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    device_authorization_endpoint: endpoint('device_authorization'),
    revocation_endpoint: endpoint('revoke'),
    introspection_endpoint: endpoint('introspect'),
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [...APP_SCOPES, OPENID_SCOPE, ...OPENID_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: RESPONSE_MODES,
    grant_types_supported: GRANT_TYPES.map(({ name }) => name),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, 'none'],
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, 'none'],
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    ...signingAlgorithms(['token', 'revocation', 'introspection']),
    authorization_response_iss_parameter_supported: true,
    // As RFC 9470, section 7, defines it.
    acr_values_supported: ACR_VALUES,
    pushed_authorization_request_endpoint: endpoint('par'),
    require_pushed_authorization_requests: false,
    userinfo_endpoint: endpoint('userinfo'),
    end_session_endpoint: `${issuer}/sign-out`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    claims_supported: CLAIMS,
    // False, because the default is true. Pushed requests have a field of their own (RFC 9126, section 5).
    request_uri_parameter_supported: false,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  }
}
