// The checks of a GraphQL request before Apollo Server sees it: token, rate limit, headers and body.
import type { Request, Response } from 'express'
import { parse } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { invalidInput, invalidToken } from '#foundation/domain/errors.ts'
import { requireParameters, urlParameters } from '#foundation/graphql/parameters.ts'
import {
  persistedHash,
  withRegisteredDocument,
  type RegisteredDocuments,
} from '#foundation/graphql/registered-documents.ts'
import { readJson, type JsonBodyOptions } from '#foundation/http/json-body.ts'
import type { RequestLimits } from '#foundation/limits/request-limits.ts'
import { isIntrospectionOnly } from '#foundation/limits/root-fields.ts'

export interface AdmissionOptions {
  requestGuard: RequestGuard
  introspection: boolean
  limits: RequestLimits
  /** If false, every caller is admitted, and foreign subgraphs decide. Numbers for them keep all digits. */
  requiresToken: boolean
  documents?: RegisteredDocuments
  /** The maximum size of a caller's body, in bytes. */
  bodyLimit: (caller: Caller) => number
}

type BodyReader = (req: Request, res: Response, options: JsonBodyOptions) => Promise<unknown>

/**
 * Admits a caller and reads the body. Without a token, only introspection is allowed.
 * @param read reads the body of an HTTP request by default; one in a WebSocket has been read
 * @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED, VALIDATION_ERROR
 */
export async function admit(
  req: Request,
  res: Response,
  options: AdmissionOptions,
  read: BodyReader = readBody,
): Promise<Caller> {
  const { bodyLimit, documents, requestGuard, introspection, limits, requiresToken } = options
  const caller = await requestGuard.admitAnonymous(req, res)
  const known = caller.viewer !== undefined || caller.service !== undefined || !requiresToken
  if (!known && !introspection) throw invalidToken('missing')
  const body = { limit: bodyLimit(caller), isExact: !requiresToken }
  req.body = await read(req, res, body).catch((error: unknown) => {
    throw known ? error : invalidToken('missing')
  })
  if (req.method !== 'GET') await requestGuard.recheck(req)
  const request: unknown = req.method === 'GET' ? req.query : req.body
  if (!known && !requestsOnlyIntrospection(request, limits.tokens)) throw invalidToken('missing')
  if (documents) useRegisteredDocument(req, documents)
  // Apollo Server would report a malformed hash as an internal error.
  else persistedHash((request ?? {}) as Record<string, unknown>)
  if (caller.service === undefined) requireParameters(req)
  return caller
}

/** Checks the content type, which Apollo Server would refuse with 415. */
async function readBody(req: Request, res: Response, options: JsonBodyOptions): Promise<unknown> {
  const contentType = req.get('content-type') ?? 'application/json'
  if (req.method === 'GET' && !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalidInput([{ field: 'Content-Type', reason: 'must be application/json' }])
  }
  return readJson(req, res, options)
}

/** Puts the text of a registered document where Apollo Server looks for it. */
function useRegisteredDocument(req: Request, documents: RegisteredDocuments): void {
  if (req.method !== 'GET') {
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) return
    req.body = withRegisteredDocument(req.body as Record<string, unknown>, documents)
    return
  }
  const sent = urlParameters(req.url)
  const request = withRegisteredDocument(sent, documents) as Record<string, string>
  req.url = `${req.path}?${new URLSearchParams(request).toString()}`
}

function requestsOnlyIntrospection(request: unknown, maxTokens: number): boolean {
  const { query, operationName } = (request ?? {}) as Record<string, unknown>
  if (typeof query !== 'string') return false
  try {
    const document = parse(query, { maxTokens })
    return isIntrospectionOnly(
      document,
      typeof operationName === 'string' ? operationName : undefined,
    )
  } catch {
    return false
  }
}
