// Data source for a subgraph that runs in this process: compiled operations, no parsing, no HTTP.
import type { GraphQLDataSource } from '@apollo/gateway'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { currentBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import type { Service } from '#foundation/service/service.ts'
import { askOnce } from './representations.ts'

/**
 * Runs the planner's operations on the service's own schema. The planner derives them from a
 * validated operation, so they are trusted and only parsed once.
 */
export function inProcessDataSource(service: Service): GraphQLDataSource<GraphQLContext> {
  return {
    async process({ request, context }) {
      const { caller } = context as GraphQLContext
      const budget = currentBudget()
      // The response is already refused: fetch nothing more for it.
      if (budget?.refusal) return {}
      const operation = service.prepare(request.query!, { trusted: true })
      return askOnce(request.variables ?? {}, async (variables) => {
        const asked = { ...caller, service: 'router' }
        const { data, errors } = await runInBudget(budget?.forSubgraphs(), () =>
          service.run(operation, asked, variables),
        )
        return {
          ...(data !== undefined && { data }),
          ...(errors && { errors: errors.map((error) => error.toJSON()) }),
        }
      })
    },
  }
}
