// The parameters of an OAuth request: a query, or a body in form encoding or JSON, each name once.
import express, { type Request, type Response } from 'express'
import { BODY_LIMIT } from '#foundation/http/app.ts'
import { OAuthError } from './oauth-error.ts'

/** By name. What was sent without a value counts as left out (RFC 6749, section 3.1). */
export type Parameters = ReadonlyMap<string, string>

/** Those of an authorization request that are looked at (RFC 6749, section 4.1.1). */
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
  'id_token_hint',
  'request',
  'request_uri',
])

/** Those that any endpoint looks at in a body. */
const BODY_PARAMETERS: ReadonlySet<string> = new Set([
  ...AUTHORIZATION_PARAMETERS,
  'client_secret',
  'grant_type',
  'code',
  'code_verifier',
  'refresh_token',
  'token',
])

/** Longer than any honest parameter; a redirect carries them all in one header. */
const LONGEST = 2_048

/** What was sent: the sound parameters, and what is wrong with another one. */
export interface Sent {
  parameters: Parameters
  fault: OAuthError | undefined
}

/** @throws invalid_request for a parameter that stands twice or is too long */
export function queryParameters(req: Request): Parameters {
  return soundParameters(readQuery(req))
}

export function readQuery(req: Request): Sent {
  return read(new URL(req.originalUrl, 'http://localhost').searchParams)
}

const parseForm = express.text({ limit: BODY_LIMIT, type: 'application/x-www-form-urlencoded' })
const parseJson = express.json({ limit: BODY_LIMIT, type: 'application/json' })

/**
 * The body, in form encoding (RFC 6749) or JSON (contract).
 * @throws invalid_request for another content type, what cannot be parsed, is no text or stands twice
 */
export async function bodyParameters(req: Request, res: Response): Promise<Parameters> {
  const isForm = req.is('application/x-www-form-urlencoded') !== false
  if (!isForm && req.is('application/json') === false) {
    const allowed = 'application/json or application/x-www-form-urlencoded'
    throw new OAuthError('invalid_request', `The Content-Type must be ${allowed}.`)
  }
  await new Promise<void>((resolve, reject) => {
    const parse = isForm ? parseForm : parseJson
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)))
  }).catch((error: unknown) => {
    throw bodyError(error)
  })
  const body = req.body as unknown
  const entries = isForm ? new URLSearchParams(body as string) : members(body)
  return soundParameters(read(entries))
}

/** Members that no endpoint knows may have values of any kind: they are ignored (RFC 6749, section 3.2). */
function members(body: unknown): [string, unknown][] {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return Object.entries(body).filter(
      ([name, value]) => BODY_PARAMETERS.has(name) || brokenRule(value, false) === undefined,
    )
  }
  throw new OAuthError('invalid_request', 'The body must be a JSON object.')
}

function soundParameters({ parameters, fault }: Sent): Parameters {
  if (fault) throw fault
  return parameters
}

function read(entries: Iterable<[string, unknown]>): Sent {
  const parameters = new Map<string, string>()
  const seen = new Set<string>()
  let fault: OAuthError | undefined
  for (const [name, value] of entries) {
    const rule = brokenRule(value, seen.has(name))
    seen.add(name)
    if (rule) {
      fault ??= new OAuthError('invalid_request', `The parameter ${name.slice(0, 40)} ${rule}.`)
      parameters.delete(name)
    } else if (value !== '') parameters.set(name, value as string)
  }
  return { parameters, fault }
}

function brokenRule(value: unknown, seen: boolean): string | undefined {
  if (seen) return 'must be sent once'
  if (typeof value !== 'string') return 'must be text'
  if (value.length > LONGEST) return `must have at most ${LONGEST} characters`
  return isStorable(value) ? undefined : 'must not hold a NUL or half a character'
}

/** False for what PostgreSQL keeps in no text: NUL, and half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function bodyError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (status === undefined || status >= 500) return error
  const tooLarge = type === 'entity.too.large'
  const rule = tooLarge ? `must not be larger than ${BODY_LIMIT} bytes` : 'cannot be parsed'
  return new OAuthError('invalid_request', `The body ${rule}.`)
}

/** @throws invalid_request when it was not sent */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value !== undefined) return value
  throw new OAuthError('invalid_request', `The parameter ${name} is required.`)
}
