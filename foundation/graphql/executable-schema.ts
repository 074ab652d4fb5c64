// A schema and what executes its operations, in the place of Apollo Server's own execution.
import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server'
import {
  GraphQLError,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { formatError, logErrors } from '#foundation/graphql/errors.ts'

export interface ExecutionRequest {
  document: DocumentNode
  /** The operation of the document that is executed. */
  operation: OperationDefinitionNode
  /** As the client sent them; the schema allows them. */
  variables: Readonly<Record<string, unknown>>
  context: GraphQLContext
}

/** Executes an operation; failures are in `errors`. Rejects when nothing of it can be executed. */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>

export interface ExecutableSchema {
  schema: GraphQLSchema
  execute: Execute
}

/**
 * Lets Apollo Server answer with the results of `execute`. Its option for gateways would make an object
 * with getters for each request, which V8 keeps with the whole answer until a full garbage collection
 * (decision 0041).
 */
export function executeBy(execute: Execute): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async responseForOperation({ document, operation, request, contextValue: context }) {
          const variables = (request.variables ?? {}) as ExecutionRequest['variables']
          try {
            const result = await execute({ document, operation, variables, context })
            return responseOf(result, context.caller, result.data === undefined ? 400 : undefined)
          } catch (error) {
            return responseOf({ errors: [toGraphQLError(error)] }, context.caller, 500)
          }
        },
      }),
  }
}

function responseOf(
  { data, errors }: ExecutionResult,
  caller: Caller,
  status: number | undefined,
): GraphQLResponse {
  if (errors) logErrors(errors, caller)
  const formatted = errors?.map((error) => formatError(error.toJSON()))
  const singleResult = {
    ...(formatted && { errors: formatted }),
    ...(data !== undefined && { data }),
  }
  const http = { headers: new HeaderMap(), ...(status !== undefined && { status }) }
  return { http, body: { kind: 'single', singleResult } }
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(originalError.message, { originalError })
}
