// Data source for a subgraph in another process, over its bounded pool and with its deadline.
import type { GraphQLDataSource } from '@apollo/gateway'
import { getOperationAST, parse } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { DomainError, isResponseTooLarge, isNoResponseSlot } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/endpoint.ts'
import { passedOn } from '#foundation/graphql/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { SubgraphClient, SubgraphRequest } from '#foundation/peers/subgraph-client.ts'
import { askOnce, type SubgraphAnswer } from './representations.ts'
import { unavailableAnswer } from './unavailable.ts'

/**
 * Sends what the planner wrote to the subgraph; while it is away, its own fields are missing. The
 * errors of a foreign one have codes of its own, and are passed on as they are.
 */
export function httpDataSource(
  client: SubgraphClient,
  { foreign = false } = {},
): GraphQLDataSource<GraphQLContext> {
  return {
    async process({ request: { query, operationName, variables }, context }) {
      const { caller } = context as GraphQLContext
      // The response is refused already: fetch nothing more for it.
      if (currentBudget()?.refusal) return {}
      const request = { query: query!, ...(operationName !== undefined && { operationName }) }
      try {
        return await askOnce(variables ?? {}, async (sent) => {
          const answer = await ask(client, { ...request, variables: sent }, caller)
          if (!foreign || !answer.errors) return answer
          return { ...answer, errors: answer.errors.map(passedOn) }
        })
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (isResponseTooLarge(error.extensions)) currentBudget()?.refuseTooLarge()
        if (isNoResponseSlot(error.extensions)) currentBudget()?.refuseWithoutSlot()
        return unavailableAnswer(error, getOperationAST(parse(request.query))!)
      }
    },
  }
}

async function ask(
  client: SubgraphClient,
  request: SubgraphRequest,
  caller: Caller,
): Promise<SubgraphAnswer> {
  const { data, errors } = await client.execute(request, caller)
  return { ...(data !== undefined && { data }), ...(errors && { errors }) }
}
