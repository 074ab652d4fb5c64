// The body of an OAuth request, in form encoding or JSON.
import express from 'express'
import { BODY_LIMIT } from '#foundation/http/json-body.ts'
import { OAuthError } from './oauth-error.ts'
import { brokenRule, readEntries, validParameters, type Parameters } from './parameters.ts'
import type { RequestContext } from './request-context.ts'

const parseForm = express.text({ limit: BODY_LIMIT, type: 'application/x-www-form-urlencoded' })
const parseJson = express.json({ limit: BODY_LIMIT, type: 'application/json' })

/**
 * Reads the body, in form encoding (RFC 6749) or JSON (contract). @throws invalid_request for another content
 * type, a body that cannot be parsed, a parameter that is not text, and a repeated one
 */
export async function bodyParameters({ req, res, server }: RequestContext): Promise<Parameters> {
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
  const entries = isForm
    ? new URLSearchParams(body as string)
    : members(body, server.bodyParameters)
  return validParameters(readEntries(entries))
}

/** Unknown members may have values of any type: they are ignored (RFC 6749, section 3.2). */
function members(body: unknown, known: ReadonlySet<string>): [string, unknown][] {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return Object.entries(body).filter(
      ([name, value]) => known.has(name) || brokenRule(value, false) === undefined,
    )
  }
  throw new OAuthError('invalid_request', 'The body must be a JSON object.')
}

function bodyError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (status === undefined || status >= 500) return error
  const tooLarge = type === 'entity.too.large'
  const rule = tooLarge ? `must not be larger than ${BODY_LIMIT} bytes` : 'cannot be parsed'
  return new OAuthError('invalid_request', `The body ${rule}.`)
}
