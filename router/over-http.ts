// Data source for a subgraph in another process, with a bounded pool and a deadline.
import type { GraphQLDataSource } from '@apollo/gateway'
import { getOperationAST, parse } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { DomainError, isResponseTooLarge, isNoResponseSlot } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { passedOn } from '#foundation/graphql/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { SubgraphClient, SubgraphRequest } from '#foundation/peers/subgraph-client.ts'
import { askOnce, type SubgraphAnswer } from './representations.ts'
import { unavailableAnswer } from './unavailable.ts'

/**
 * Sends the planner's operations to the subgraph; while it is down, only its fields are missing.
 * Errors of a foreign subgraph have their own codes and are passed on unchanged.
 */
export function httpDataSource(
  client: SubgraphClient,
  { foreign = false } = {},
): GraphQLDataSource<GraphQLContext> {
  return {
    async process({ request: { query, operationName, variables }, context }) {
      const { caller } = context as GraphQLContext
      // The response is already refused: fetch nothing more for it.
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
