// The form of a response of /graphql: its media type, and errors raised before Apollo Server.
import type { ErrorRequestHandler, Request } from 'express'
import { ERROR_CODES } from '#foundation/domain/errors.ts'
import { setErrorHeaders, toDomainError } from '#foundation/http/app.ts'

const JSON_ANSWER = 'application/json; charset=utf-8'
/** That of GraphQL over HTTP: clients trust its body whatever the status is. */
const GRAPHQL_ANSWER = 'application/graphql-response+json; charset=utf-8'

/** The media type that `Accept` prefers, as Apollo Server chooses it; undefined for one we have not. */
export function responseType(req: Request): string | undefined {
  return req.accepts([JSON_ANSWER, GRAPHQL_ANSWER]) || undefined
}

/** Answers what was refused before a GraphQL server saw the request, in the form of one. */
export const sendGraphQLError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) {
    next(error)
    return
  }
  const { message, extensions } = toDomainError(error, req)
  setErrorHeaders(res, extensions)
  res.status(ERROR_CODES[extensions.code].status).type(responseType(req) ?? JSON_ANSWER)
  res.send(JSON.stringify({ errors: [{ message, extensions }] }))
}
