// Errors of a mutation that has taken effect do not offer a retry, which would make the change again.
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql'
import type { ErrorDetails } from '#foundation/domain/errors.ts'
import { withUnknownOutcome } from '#foundation/domain/unknown-outcome.ts'
import type { Execute } from '#foundation/graphql/executable-schema.ts'
import { isIntrospection, responseName, rootFields } from '#foundation/limits/root-fields.ts'

/**
 * Adds `outcome` to the errors of mutations, in place of `retry`, once one of the root fields has run. With an
 * idempotency key, a repetition takes effect once, and `retry` stays.
 */
export function withOutcomes(execute: Execute): Execute {
  return async (request) => {
    const result = await execute(request)
    const { errors } = result
    const { document, operation, context } = request
    if (!errors || operation.operation !== OperationTypeNode.MUTATION) return result
    if (context.caller.idempotencyKey !== undefined) return result
    if (!hasTakenEffect(result, document, operation)) return result
    return { ...result, errors: errors.map(withoutRetry) }
  }
}

/** True when a root field has a value, or had one before an error below it. */
function hasTakenEffect(
  { data, errors = [] }: ExecutionResult,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  if (errors.some(({ path }) => path && path.length > 1)) return true
  const fields = rootFields(document, operation.name?.value)
  const names = fields.filter((field) => !isIntrospection(field)).map(responseName)
  return names.some((name) => (data?.[name] ?? null) !== null)
}

function withoutRetry(error: GraphQLError): GraphQLError {
  const { message, path, originalError, extensions } = error
  const { code, details } = extensions
  if (code !== 'INTERNAL_ERROR' || (details as ErrorDetails | undefined)?.retry !== true)
    return error
  return new GraphQLError(message, {
    ...(path && { path }),
    ...(originalError && { originalError }),
    extensions: { ...extensions, details: withUnknownOutcome(details as ErrorDetails, false) },
  })
}
