// A subgraph in another process, with a bounded pool and a deadline.
import type { FormattedExecutionResult } from 'graphql'
import { DomainError } from '#foundation/domain/errors.ts'
import { withUnknownOutcome } from '#foundation/domain/unknown-outcome.ts'
import { isNoResponseSlot, isResponseTooLarge } from '#foundation/domain/response-errors.ts'
import { passedOn } from '#foundation/graphql/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import type { SubgraphRequest } from './executor/subgraph-result.ts'
import type {
  ExecuteOnSubgraph,
  SubgraphConnection,
  SubgraphEvent,
  SubscribeToSubgraph,
} from './executor/subgraph-connection.ts'

/**
 * Sends the planner's operations to the subgraph. Errors of a foreign subgraph have their own codes
 * and are passed on unchanged.
 */
export function httpSubgraph(client: SubgraphClient, { foreign = false } = {}): SubgraphConnection {
  const shown = ({ data, errors, extensions }: FormattedExecutionResult): SubgraphEvent => ({
    ...(data !== undefined && { data }),
    ...(errors && { errors: foreign ? errors.map(passedOn) : errors }),
    extensions,
  })
  const execute: ExecuteOnSubgraph = async (request, { caller }, signal) => {
    // The response has already been refused, so fetch nothing more for it.
    const refusal = currentBudget()?.refusal
    if (refusal) throw refusal
    try {
      return shown(await client.execute(request, caller, signal))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refuseWith(error)
      // A foreign subgraph need not know keys.
      const hasKey = !foreign && caller.idempotencyKey !== undefined
      if (error.mayHaveRun && isMutation(request)) markUnknown(error, hasKey)
      throw error
    }
  }
  const subscribe: SubscribeToSubgraph = async function* (request, { caller }, signal) {
    for await (const result of client.subscribe(request, caller, signal)) yield shown(result)
  }
  return Object.assign(execute, { subscribe })
}

/** The planner writes the keyword `mutation` at the start of every mutation. */
function isMutation({ query }: SubgraphRequest): boolean {
  return query.startsWith('mutation')
}

/** A mutation that was sent may have taken effect, although its response is missing. */
function markUnknown({ extensions }: DomainError, hasKey: boolean): void {
  extensions.details = withUnknownOutcome(extensions.details, hasKey)
}

/** Refuses the whole response when a service has refused its part of it. */
function refuseWith({ message, extensions }: DomainError): void {
  if (isResponseTooLarge(extensions)) currentBudget()?.refuseTooLarge()
  if (isNoResponseSlot(message, extensions)) currentBudget()?.refuseWithoutSlot()
}
