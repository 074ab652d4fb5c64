// Makes Apollo Server respond to a refused request with only the error, its HTTP status and its headers.
import type { BaseContext } from '@apollo/server'
import type { Response } from 'express'
import { GraphQLError } from 'graphql'
import { DomainError, ERROR_CODES, invalidInput } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { pluginOf } from '#foundation/graphql/plugin.ts'
import { GRAPHQL_RESPONSE, responseType } from '#foundation/graphql/response.ts'
import { setErrorHeaders } from '#foundation/http/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

/** The error that ends the request before execution, with its HTTP status. */
export function refusal({ message, extensions }: DomainError, res: Response): GraphQLError {
  setErrorHeaders(res, extensions)
  return withStatus({ message, extensions })
}

function withStatus({ message, extensions }: Pick<DomainError, 'message' | 'extensions'>) {
  const { status } = ERROR_CODES[extensions.code]
  return new GraphQLError(message, { extensions: { ...extensions, http: { status } } })
}

/**
 * Replaces a response that was refused while it was built, and the 405 with which Apollo Server responds to a mutation
 * sent by GET before it calls any other hook.
 */
export const refuseResponse = pluginOf<BaseContext>({
  willSendResponse({ response: { http, body } }) {
    const refusal = http.status === 405 ? MUTATION_BY_GET : currentBudget()?.refusal
    if (!refusal || body.kind !== 'single') return Promise.resolve()
    const { message, extensions } = refusal
    http.status = ERROR_CODES[extensions.code].status
    http.headers.delete('allow')
    body.singleResult = { errors: [{ message, extensions }] }
    return Promise.resolve()
  },
})

/** The statuses of the first edition of GraphQL over HTTP, for its own media type alone (decision 0001). */
export const statusesByEdition = pluginOf<Pick<GraphQLContext, 'req'>>({
  willSendResponse({ response: { http, body }, contextValue: { req } }) {
    if (body.kind !== 'single' || responseType(req) !== GRAPHQL_RESPONSE) return Promise.resolve()
    const { data, errors = [] } = body.singleResult
    if (data !== undefined && errors.length > 0) http.status = PARTIAL_SUCCESS
    if (errors[0]?.message === MUTATION_BY_GET.message) {
      http.status = 405
      http.headers.set('allow', 'POST')
    }
    return Promise.resolve()
  },
})

/** The status of a response with both data, which may be null, and errors. */
const PARTIAL_SUCCESS = 294

export const MUTATION_BY_GET = invalidInput([
  { field: 'query', reason: 'must be a query: a mutation is sent by POST' },
])

/**
 * Writes a result. Apollo Server passes it to Express, which also accepts bytes. An error thrown here is treated like
 * one thrown before execution.
 */
export async function stringifyResponse(result: unknown): Promise<string> {
  try {
    return (await responseJson(result)) as string
  } catch (error) {
    if (error instanceof RangeError) throw withStatus(nestedTooDeeply())
    throw error instanceof DomainError ? withStatus(error) : error
  }
}

/** The error for a value of a foreign subgraph's custom scalar: parsing takes less stack than writing. */
function nestedTooDeeply(): DomainError {
  return new DomainError('INTERNAL_ERROR', 'The response is nested too deeply to be written.')
}
