// The parameters of an OAuth request, each of which may occur only once.
import type { Request } from 'express'
import { scopeNames } from '../domain/grants/scope.ts'
import { OAuthError } from './oauth-error.ts'

/** Values by name. A parameter without a value counts as omitted (RFC 6749, section 3.1). */
export type Parameters = ReadonlyMap<string, string>

/** The parameters of an authorization request; others are ignored (RFC 6749, section 4.1.1). */
export const AUTHORIZATION_PARAMETERS: ReadonlySet<string> = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'prompt',
  'max_age',
  'acr_values',
  'login_hint',
  'id_token_hint',
  'request',
  'request_uri',
])

/** Parameters that the endpoints read from a body for any grant type. Grants add their own. */
export const BODY_PARAMETERS: readonly string[] = [
  ...AUTHORIZATION_PARAMETERS,
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'grant_type',
  'token',
]

/** The maximum length of a value, because a redirect carries all parameters in one header. */
const MAX_VALUE_LENGTH = 2_048
/** Longer limits for forms of the console, whose lines end in two characters: 20 redirect URIs, and a key set. */
const MAX_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['redirectUris', 20 * 514],
  ['jwks', 16 * 1024],
])

/** The valid parameters of a request, and the error of the first invalid one. */
export interface Sent {
  parameters: Parameters
  fault: OAuthError | undefined
}

/** The parameters in the query. @throws invalid_request for a parameter that is repeated or too long */
export function queryParameters(req: Request): Parameters {
  return validParameters(readQuery(req))
}

export function readQuery(req: Request): Sent {
  return readEntries(new URL(req.originalUrl, 'http://localhost').searchParams)
}

export function validParameters({ parameters, fault }: Sent): Parameters {
  if (fault) throw fault
  return parameters
}

export function readEntries(entries: Iterable<[string, unknown]>): Sent {
  const parameters = new Map<string, string>()
  const seen = new Set<string>()
  let fault: OAuthError | undefined
  for (const [name, value] of entries) {
    const rule = brokenRule(value, seen.has(name), MAX_LENGTHS.get(name))
    seen.add(name)
    if (rule) {
      fault ??= new OAuthError('invalid_request', `The parameter ${shownName(name)} ${rule}.`)
      parameters.delete(name)
    } else if (value !== '') parameters.set(name, value as string)
  }
  return { parameters, fault }
}

/** A parameter name from the request, restricted to the characters of `error_description` (RFC 6749, section 5.2). */
function shownName(name: string): string {
  if (/^[\w.-]{1,40}$/.test(name)) return name
  return `'${name.slice(0, 40).replace(/[^ !#-[\]-~]/g, '?')}'`
}

/** Why the value of a parameter is invalid; undefined if it is valid. */
export function brokenRule(
  value: unknown,
  seen: boolean,
  max = MAX_VALUE_LENGTH,
): string | undefined {
  if (seen) return 'must be sent once'
  if (typeof value !== 'string') return 'must be text'
  if (value.length > max) return `must have at most ${max} characters`
  return isStorable(value) ? undefined : 'must not contain NUL or an unpaired surrogate'
}

/** False for text that PostgreSQL cannot store: with NUL or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Splits the parameter `scope`. Some libraries join scopes with commas. @throws invalid_scope for commas, which
 * are part of a name (RFC 6749, section 3.3)
 */
export function readScope(text: string): string[] {
  if (!text.includes(',')) return scopeNames(text)
  const rule = 'must be separated by spaces, not commas'
  throw new OAuthError('invalid_scope', `The names in scope ${rule}.`)
}

/** A parameter that must be present. @throws invalid_request if it is missing */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value !== undefined) return value
  throw new OAuthError('invalid_request', `The parameter ${name} is required.`)
}
