// A subgraph that runs in this process: compiled operations, no parsing, no HTTP.
import type { ExecutionResult } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { currentBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Service } from '#foundation/service/service.ts'
import type {
  ExecuteOnSubgraph,
  SubgraphConnection,
  SubgraphEvent,
  SubscribeToSubgraph,
} from './executor/subgraph-connection.ts'

/**
 * Runs the planner's operations on the service's own schema. The planner derives them from a
 * validated operation, so they are trusted and only parsed once.
 * @param serviceOf the service, which may start after the gateway
 */
export function inProcessSubgraph(serviceOf: () => Service): SubgraphConnection {
  const execute: ExecuteOnSubgraph = async ({ query, variables }, request) => {
    const service = serviceOf()
    const budget = currentBudget()
    // The response has already been refused, so fetch nothing more for it.
    if (budget?.refusal) throw budget.refusal
    const operation = service.prepare(query, { trusted: true })
    const result = await runInBudget(budget?.forSubgraphs(), () => {
      const ctx = contextOf(service, request, { isMutation: budget?.isMutation ?? true })
      return service.runIn(ctx, operation, variables)
    })
    return responseOf(result)
  }
  return Object.assign(execute, { subscribe: subscribeInProcess(serviceOf) })
}

/** Each execution of the source has a context of its own, which its service creates. */
function subscribeInProcess(serviceOf: () => Service): SubscribeToSubgraph {
  return ({ query, variables }, { caller }, signal) => {
    const service = serviceOf()
    const operation = service.prepare(query, { trusted: true })
    const sender = { ...caller, service: 'router' }
    const results = service.subscribe(operation, sender, variables, { signal })
    return mapped(results, ({ extensions, ...result }) => ({ ...responseOf(result), extensions }))
  }
}

/** Transforms each result of a source, within the budget of that result. A generator would cost a result more. */
function mapped<From, To>(
  results: AsyncIterable<From>,
  map: (result: From) => To,
): AsyncIterable<To> {
  const iterator = results[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const budget = currentBudget()?.forSubgraphs()
        const next = await runInBudget(budget, () => iterator.next())
        return next.done === true ? next : { value: map(next.value) }
      },
      async return() {
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}

function responseOf({ data, errors }: Pick<ExecutionResult, 'data' | 'errors'>): SubgraphEvent {
  return {
    ...(data !== undefined && { data }),
    ...(errors && { errors: errors.map((error) => error.toJSON()) }),
  }
}

/**
 * The fetches of one query share a context, so that its loaders batch and read each row once. Those of
 * a mutation share nothing, because it may change what was read before.
 */
function contextOf(
  service: Service,
  request: GraphQLContext,
  { isMutation }: { isMutation: boolean },
): Context {
  const create = () => service.createContext({ ...request.caller, service: 'router' })
  if (isMutation) return create()
  const contexts = (request.contexts ??= new Map())
  const { name } = service.subgraph
  const ctx = (contexts.get(name) as Context | undefined) ?? create()
  contexts.set(name, ctx)
  return ctx
}
