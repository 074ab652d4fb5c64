// A refused GraphQL request as Apollo Server answers it: the error alone, with its HTTP status and headers.
import type { ApolloServerPlugin } from '@apollo/server'
import type { Response } from 'express'
import { GraphQLError } from 'graphql'
import { DomainError, ERROR_CODES, invalidInput } from '#foundation/domain/errors.ts'
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

/** Apollo Server answers a mutation sent by GET with 405 before it calls any other hook. */
export const refuseByStatus: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { http, body } }) {
        if (http.status !== 405 || body.kind !== 'single') return Promise.resolve()
        const { message, extensions } = invalidInput([
          { field: 'query', reason: 'must be a query: a mutation is sent by POST' },
        ])
        http.status = ERROR_CODES[extensions.code].status
        http.headers.delete('allow')
        body.singleResult = { errors: [{ message, extensions }] }
        return Promise.resolve()
      },
    }),
}

/** A response refused while it was built has no data, even if some of it was ready. */
export const refuseResponse: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { http, body } }) {
        const refusal = currentBudget()?.refusal
        if (!refusal || body.kind !== 'single') return Promise.resolve()
        const { message, extensions } = refusal
        http.status = ERROR_CODES[extensions.code].status
        body.singleResult = { errors: [{ message, extensions }] }
        return Promise.resolve()
      },
    }),
}

/**
 * Apollo Server passes the text to Express, which also accepts bytes. It answers an error thrown here
 * like one thrown before execution.
 */
export async function stringifyResponse(result: unknown): Promise<string> {
  try {
    return (await responseJson(result)) as string
  } catch (error) {
    throw error instanceof DomainError ? withStatus(error) : error
  }
}
