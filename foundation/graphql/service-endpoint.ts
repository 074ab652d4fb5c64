// `/graphql` for the other services of the system, whose operations run without the limits of clients.
import {
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLFormattedError,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import {
  DomainError,
  ERROR_CODES,
  invalidInput,
  type ErrorCode,
  type Issue,
} from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { formatError } from '#foundation/graphql/errors.ts'
import type { ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import { resumed } from '#foundation/graphql/live/resumed-operation.ts'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import type { Operation, OperationCache } from '#foundation/graphql/operation.ts'
import { JSON_RESPONSE } from '#foundation/graphql/response.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

export interface OperationRunner {
  prepare: OperationCache['prepare']
  /** Runs an operation. Never throws. */
  run(operation: Operation, caller: Caller, variables?: Variables): Promise<ExecutionResult>
}

/** A schema whose operations services run. */
export type ServedToServices = Pick<ExecutableSchema, 'schema' | 'subscribe'> & {
  service: OperationRunner
}

interface ServiceRequest {
  query: string
  operationName: string | undefined
  variables: Variables
}

/**
 * Runs the operation in the body for another service, and sends the response unless it is a subscription. It bypasses
 * Apollo Server, whose document limits, plugins and negotiation are for clients: the router has applied them already.
 * @throws VALIDATION_ERROR for a body that is not a GraphQL request, or a document that does not fit
 * the schema; as `responseJson` does
 */
export async function respondToService(
  { service, schema, subscribe }: ServedToServices,
  context: GraphQLContext,
): Promise<void> {
  const { requestedStream, caller, req, res } = context
  const request = serviceRequest(req.body)
  const operation = prepared(service, request)
  if (operation.node.operation === OperationTypeNode.SUBSCRIPTION) {
    const { document, node } = operation
    const { variables } = request
    if (!requestedStream || !subscribe)
      throw invalidInput([{ field: 'query', reason: NEEDS_STREAM }])
    const resuming = resumed({ document, operation: node, variables, context }, schema)
    requestedStream.start = (options) => subscribe({ ...resuming, ...options })
    return
  }
  const { data, errors } = await service.run(operation, caller, request.variables)
  const formatted = errors?.map((error) => formatError(error.toJSON()))
  const json = await responseJson({ ...(formatted && { errors: formatted }), data })
  res.statusCode = data === undefined ? statusOf(formatted) : 200
  res.setHeader('Content-Type', JSON_RESPONSE)
  res.end(json)
}

/** @throws VALIDATION_ERROR */
function serviceRequest(body: unknown): ServiceRequest {
  const { query, operationName, variables } = (body ?? {}) as Record<string, unknown>
  const issues: Issue[] = []
  if (typeof query !== 'string') issues.push({ field: 'query', reason: 'must be a text' })
  if (typeof (operationName ?? '') !== 'string') {
    issues.push({ field: 'operationName', reason: 'must be a text' })
  }
  if (typeof (variables ?? {}) !== 'object' || Array.isArray(variables)) {
    issues.push({ field: 'variables', reason: 'must be an object' })
  }
  refuseIssues(issues)
  return {
    query: query as string,
    operationName: (operationName ?? undefined) as string | undefined,
    variables: (variables ?? {}) as Variables,
  }
}

/** The operation, prepared once for each text. @throws VALIDATION_ERROR */
function prepared(service: OperationRunner, { query, operationName }: ServiceRequest): Operation {
  try {
    return service.prepare(query, { operationName })
  } catch (error) {
    if (!(error instanceof GraphQLError) && !(error instanceof AggregateError)) throw error
    const { message } = error
    const details = { field: 'query', reason: 'must be a document that fits the schema' }
    throw new DomainError('VALIDATION_ERROR', message, details)
  }
}

/** The HTTP status of a response without data: that of its first error. */
function statusOf(errors: readonly GraphQLFormattedError[] = []): number {
  return ERROR_CODES[errors[0]?.extensions?.code as ErrorCode]?.status ?? 500
}
