// A schema with a function that executes its operations, instead of Apollo Server's own execution.
import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server'
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { ERROR_CODES, isErrorCode } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { formatError, logErrors } from '#foundation/graphql/errors.ts'
import { resumed } from '#foundation/graphql/live/resumed-operation.ts'
import { pluginOf } from '#foundation/graphql/plugin.ts'
import type { CostDirectives } from '#foundation/limits/cost/directives.ts'

export interface ExecutionRequest {
  document: DocumentNode
  /** The operation of the document that is executed. */
  operation: OperationDefinitionNode
  /** The variables as the client sent them; the schema allows them. */
  variables: Readonly<Record<string, unknown>>
  /** The extensions as the client sent them. */
  extensions?: Readonly<Record<string, unknown>> | undefined
  context: GraphQLContext
}

/**
 * Executes an operation. Failures are in `errors`; `extensions` responds to the extensions of the request. Rejects when
 * the operation cannot be executed at all.
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>

export interface SubscriptionRequest extends ExecutionRequest {
  /** Aborted when the client has left or is no longer allowed; the results then end. */
  signal: AbortSignal
  /**
   * Called before each execution: checks that the caller is still allowed. When it rejects, the results end with that
   * error.
   */
  beforeExecution: () => Promise<void>
}

/**
 * Executes a subscription: the current state at once, then a result for each burst of changes. Each result has the
 * cursor after which a client continues in `extensions.cursor`, and `extensions.gap` is true when changes before it
 * may be missing. Results of different executions do not overtake each other. Failures of an execution are in `errors`;
 * the iteration rejects when the subscription cannot go on.
 */
export type Subscribe = (request: SubscriptionRequest) => AsyncIterable<ExecutionResult>

export interface ExecutableSchema {
  schema: GraphQLSchema
  execute: Execute
  /** Undefined if the schema has no subscriptions. */
  subscribe?: Subscribe | undefined
  /** `@cost` and `@listSize` of the schema, which the router reads in its supergraph. */
  costDirectives?: CostDirectives
}

/**
 * Makes Apollo Server respond with the results of `execute`. Its gateway option would create an object with getters
 * for each request, which V8 keeps with the whole response until a full garbage collection (decision 0061).
 */
export function executeBy({
  execute,
  subscribe,
}: Pick<ExecutableSchema, 'execute' | 'subscribe'>): ApolloServerPlugin<GraphQLContext> {
  return pluginOf<GraphQLContext>({
    async responseForOperation(operationContext) {
      const { document, operation, request, contextValue: context, schema } = operationContext
      const variables = (request.variables ?? {}) as ExecutionRequest['variables']
      const { extensions } = request
      const sent = { document, operation, variables, extensions, context }
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
        const request = resumed(sent, schema)
        // `requestChecks` admits a subscription only with `requestedStream` and `subscribe`.
        context.requestedStream!.start = (options) => subscribe!({ ...request, ...options })
        return EMPTY
      }
      const outcome = await outcomeOf(execute, sent)
      return responseOf(outcome, context.caller)
    },
  })
}

/** The unused response to a subscription: its results are sent one by one. */
const EMPTY: GraphQLResponse = {
  http: { headers: new HeaderMap() },
  body: { kind: 'single', singleResult: {} },
}

interface Outcome {
  result: ExecutionResult
  /** The HTTP status, if it is not 200. */
  status?: number
}

/** Executes with the HTTP statuses of Apollo Server's own execution, and those of documented errors. */
async function outcomeOf(execute: Execute, request: ExecutionRequest): Promise<Outcome> {
  try {
    const result = await execute(request)
    return result.data === undefined ? { result, status: 400 } : { result }
  } catch (thrown) {
    const error = toGraphQLError(thrown)
    return { result: { errors: [error] }, status: statusOf(error) }
  }
}

/** The documented status of an error that ends the request before execution. */
function statusOf({ extensions: { code } }: GraphQLError): number {
  return ERROR_CODES[isErrorCode(code) ? code : 'INTERNAL_ERROR'].status
}

function responseOf({ result, status }: Outcome, caller: Caller): GraphQLResponse {
  const http = { headers: new HeaderMap(), ...(status !== undefined && { status }) }
  return { http, body: { kind: 'single', singleResult: formatResult(result, caller) } }
}

/** A result in the form that clients get. Logs its unexpected errors. */
export function formatResult(
  { data, errors, extensions }: ExecutionResult,
  caller: Caller,
): FormattedExecutionResult {
  if (errors) logErrors(errors, caller)
  const formattedErrors = errors?.map((error) =>
    // `toJSON` drops extensions with symbols as keys.
    formatError({ ...error.toJSON(), extensions: error.extensions }),
  )
  return {
    ...(formattedErrors && { errors: formattedErrors }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
  }
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(originalError.message, { originalError })
}
