// Validates authorization requests (RFC 6749, section 4.1.1; RFC 7636; contract, "OAuth").
import { findEnabledClient } from '../domain/clients/client.ts'
import { isWebUri, isRegisteredRedirectUri } from '../domain/clients/redirect-uri.ts'
import { isWithin, requestableScopes, scopeNames } from '../domain/grants/scope.ts'
import type { IdentityContext } from '../context.ts'
import type { Client } from '../tables.ts'
import { OAuthError, scopeTooWide } from './oauth-error.ts'
import { AUTHORIZATION_PARAMETERS, readScope, required, type Parameters } from './parameters.ts'
import type { AuthorizationServer } from './request-context.ts'

/** Drops unknown parameters: a secret sent by mistake must not end up in a URL or a table. */
export function knownParameters(sent: Parameters): Parameters {
  return new Map([...sent].filter(([name]) => AUTHORIZATION_PARAMETERS.has(name)))
}

/** The URL at which the browser starts, and to which it returns after each page. */
export function authorizationUrl(
  { issuer }: Pick<AuthorizationServer, 'issuer'>,
  sent: Parameters,
): string {
  return `${issuer}/api/oauth/authorize?${new URLSearchParams([...sent])}`
}

type Prompt = 'none' | 'login' | 'consent'

/** How the response is returned: in the query of a redirect, or in a form that the browser posts. */
export const RESPONSE_MODES = ['query', 'form_post'] as const
export type ResponseMode = (typeof RESPONSE_MODES)[number]

export interface AuthorizationRequest extends Redirection {
  scopes: string[]
  codeChallenge: string | undefined
  nonce: string | undefined
  prompts: readonly Prompt[]
  /** The maximum of seconds since the person signed in. */
  maxAge: number | undefined
  /** How the person must have signed in, preferred first; empty for any way. */
  acrValues: readonly string[]
  /** An ID token of the expected person. */
  idTokenHint: string | undefined
}

/** The destination of the response, validated before anything else. */
export interface Redirection {
  client: Client
  redirectUri: string
  state: string | undefined
  /** The mode of the response, including errors; `query` if the requested mode is invalid. */
  responseMode: ResponseMode
}

/**
 * Finds the client and redirect URI, which decide whether errors may be sent to the client at all. @throws
 * invalid_request, invalid_client
 */
export async function readRedirection(
  { db }: IdentityContext,
  parameters: Parameters,
): Promise<Redirection> {
  const client = await findEnabledClient(db, required(parameters, 'client_id'))
  if (!client) throw new OAuthError('invalid_client', 'The client is unknown.')
  const redirectUri = required(parameters, 'redirect_uri')
  if (!isRegisteredRedirectUri(client.redirectUris, redirectUri)) {
    throw new OAuthError('invalid_request', 'The redirect_uri is not registered for the client.')
  }
  const isPosted = parameters.get('response_mode') === 'form_post' && isWebUri(redirectUri)
  const responseMode = isPosted ? 'form_post' : 'query'
  return { client, redirectUri, state: parameters.get('state'), responseMode }
}

/** Validates the remaining parameters. @throws an error that may be sent to the redirect URI */
export function readAuthorizationRequest(
  redirection: Redirection,
  parameters: Parameters,
): AuthorizationRequest {
  const responseType = required(parameters, 'response_type')
  if (responseType !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  }
  checkResponseMode(redirection, parameters.get('response_mode'))
  if (parameters.has('request')) {
    throw new OAuthError('request_not_supported', 'The parameter request is not supported.')
  }
  return {
    ...redirection,
    scopes: requestedScopes(redirection.client, parameters),
    codeChallenge: codeChallenge(redirection.client, parameters),
    nonce: parameters.get('nonce'),
    prompts: prompts(parameters.get('prompt')),
    maxAge: maxAge(parameters.get('max_age')),
    acrValues: scopeNames(parameters.get('acr_values') ?? ''),
    idTokenHint: parameters.get('id_token_hint'),
  }
}

/** @throws invalid_request for an invalid mode, and for a form to a private-use scheme, which browsers cannot post */
function checkResponseMode({ responseMode }: Redirection, mode: string = 'query'): void {
  if (mode === responseMode) return
  throw new OAuthError(
    'invalid_request',
    mode === 'form_post'
      ? 'The response_mode form_post needs a redirect_uri of http or https.'
      : `The response_mode must be ${RESPONSE_MODES.join(' or ')}.`,
  )
}

/** The scopes requested from a person. @throws invalid_scope for one that the client may not request */
export function requestedScopes(client: Client, parameters: Parameters): string[] {
  const scopes = readScope(parameters.get('scope') ?? 'identity')
  const allowed = requestableScopes(client)
  if (scopes.length > 0 && isWithin(scopes, allowed)) return scopes
  throw scopeTooWide(allowed)
}

/** The PKCE challenge: S256 only (RFC 9700, section 2.1.1), and optional for confidential clients. */
function codeChallenge({ kind }: Client, parameters: Parameters): string | undefined {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method === undefined && kind === 'confidential') return undefined
    throw new OAuthError('invalid_request', 'The parameter code_challenge is required.')
  }
  if (method !== 'S256') {
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  }
  if (/^[\w-]{43}$/.test(challenge)) return challenge
  throw new OAuthError('invalid_request', 'The code_challenge must be a SHA-256 in base64url.')
}

const PROMPTS: ReadonlyMap<string, Prompt> = new Map([
  ['none', 'none'],
  ['login', 'login'],
  ['select_account', 'login'],
  ['consent', 'consent'],
])

/** The values of `prompt`. `none` must not be combined with others (OpenID Connect Core, section 3.1.2.1). */
function prompts(text = ''): Prompt[] {
  const names = scopeNames(text)
  const known = names.flatMap((name) => PROMPTS.get(name) ?? [])
  const isSound = known.length === names.length && (!known.includes('none') || names.length === 1)
  if (isSound) return known
  throw new OAuthError(
    'invalid_request',
    'The prompt must be none, login, consent, or login and consent.',
  )
}

function maxAge(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? text : Number(text)
  throw new OAuthError('invalid_request', 'The max_age must be a number of seconds.')
}
