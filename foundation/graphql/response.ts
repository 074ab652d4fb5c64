// The form of a response of /graphql: its media type, and errors raised before Apollo Server.
import type { ErrorRequestHandler, Request, Response } from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { ERROR_CODES, type DomainError } from '#foundation/domain/errors.ts'
import { setErrorHeaders, toDomainError } from '#foundation/http/errors.ts'

/** The default media type of responses. */
export const JSON_RESPONSE = 'application/json; charset=utf-8'
/** The media type of GraphQL over HTTP: clients read its body whatever the status. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json; charset=utf-8'

/**
 * The media type that `Accept` prefers. A header that admits neither is ignored, as GraphQL over HTTP
 * allows ("Response", "Body"), because no documented code has the status 406.
 */
export function responseType(req: Request): string {
  const { accept = '*/*' } = req.headers
  if (accept === '*/*') return JSON_RESPONSE
  return req.accepts([JSON_RESPONSE, GRAPHQL_RESPONSE]) || JSON_RESPONSE
}

/** Sends an error raised before a GraphQL server saw the request, in GraphQL format. */
export const sendGraphQLError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) {
    next(error)
    return
  }
  const { message, extensions } = toDomainError(error, req)
  setErrorHeaders(res, extensions)
  const type = responseType(req)
  res.status(type === GRAPHQL_RESPONSE ? statusByEdition(res, extensions) : statusOf(extensions))
  res.type(type)
  res.send(JSON.stringify({ errors: [{ message, extensions: forPeer(req, extensions) }] }))
}

/** The status of an error by the first edition of GraphQL over HTTP: 405 and 415 where the contract has 404 and 400. */
function statusByEdition(res: Response, extensions: DomainError['extensions']): number {
  if (res.hasHeader('Allow')) return 405
  const { field } = extensions.details
  return field === 'Content-Type' || field === 'Content-Encoding' ? 415 : statusOf(extensions)
}

function statusOf({ code }: DomainError['extensions']): number {
  return ERROR_CODES[code].status
}

/**
 * Marks for a calling service that its person's token was refused: processes of commit 76f07557 take an INVALID_TOKEN
 * without the mark for a refused service token.
 */
function forPeer(req: Request, extensions: DomainError['extensions']) {
  if (extensions.code !== 'INVALID_TOKEN' || !req.get(SERVICE_TOKEN_HEADER)) return extensions
  return { ...extensions, about: 'access_token' }
}
