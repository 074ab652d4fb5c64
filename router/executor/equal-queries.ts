// Executes equal queries of one caller once when they arrive in the same turn of the event loop.
import { isDeepStrictEqual } from 'node:util'
import { OperationTypeNode, type ExecutionResult, type OperationDefinitionNode } from 'graphql'
import type { Execute, ExecutionRequest } from '#foundation/graphql/executable-schema.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'

/** A query of this turn. Its result is undefined when others must not share it. */
interface WaitingQuery {
  request: ExecutionRequest
  result: Promise<ExecutionResult | undefined>
}

/**
 * Makes equal queries of one caller share an execution, which begins at the end of their turn of
 * the event loop. The execution begins after all of them were sent, so it sees every change that
 * the caller knew of. Each query is charged, measured and logged on its own. A result with errors,
 * and one of a large response, goes to the first query alone.
 */
export function joinEqualQueries(execute: Execute): Execute {
  const waiting = new Map<OperationDefinitionNode, WaitingQuery[]>()
  const executeFirst = async (
    request: ExecutionRequest,
    share: Share,
  ): Promise<ExecutionResult> => {
    try {
      await endOfTurn(() => waiting.clear())
      const result = await execute(request)
      if (!result.errors && currentBudget()?.isSmall !== false) share(result)
      return result
    } finally {
      share(undefined)
    }
  }
  return async (request) => {
    const { operation } = request
    if (operation.operation !== OperationTypeNode.QUERY) return execute(request)
    const queries = waiting.getOrInsertComputed(operation, () => [])
    const equal = queries.find((other) => areEqualRequests(other.request, request))
    if (equal) return (await equal.result) ?? execute(request)
    const { promise: result, resolve: share } = Promise.withResolvers<ExecutionResult | undefined>()
    queries.push({ request, result })
    return executeFirst(request, share)
  }
}

type Share = (result: ExecutionResult | undefined) => void

function endOfTurn(then: () => void): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      then()
      resolve()
    })
  })
}

/** True when two requests have the same caller, origin, trace, extensions and variables. */
function areEqualRequests(one: ExecutionRequest, other: ExecutionRequest): boolean {
  const [a, b] = [one.context.caller, other.context.caller]
  return (
    a.viewer === b.viewer &&
    a.authorization === b.authorization &&
    a.adminKey === b.adminKey &&
    a.service === b.service &&
    a.address === b.address &&
    a.origin === b.origin &&
    a.trace === b.trace &&
    isDeepStrictEqual(one.extensions, other.extensions) &&
    isDeepStrictEqual(one.variables, other.variables)
  )
}
