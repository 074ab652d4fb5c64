// A subgraph that runs in this process: compiled operations, no parsing, no HTTP.
import { currentBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import type { Service } from '#foundation/service/service.ts'
import type { SubgraphConnection } from './executor/executor.ts'

/**
 * Runs the planner's operations on the service's own schema. The planner derives them from a
 * validated operation, so they are trusted and only parsed once.
 */
export function inProcessSubgraph(service: Service): SubgraphConnection {
  return async ({ query, variables }, { caller }) => {
    const budget = currentBudget()
    // The response is already refused: fetch nothing more for it.
    if (budget?.refusal) throw budget.refusal
    const operation = service.prepare(query, { trusted: true })
    const { data, errors } = await runInBudget(budget?.forSubgraphs(), () =>
      service.run(operation, { ...caller, service: 'router' }, variables),
    )
    return {
      ...(data !== undefined && { data }),
      ...(errors && { errors: errors.map((error) => error.toJSON()) }),
    }
  }
}
