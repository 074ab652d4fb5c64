// Runs the operations of a service within the budget of their responses, and a mutation with an idempotency key once.
import { locatedError, OperationTypeNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import type { Kysely } from 'kysely'
import { withChecksOf } from '#foundation/auth/caller-checks.ts'
import { noteChanges } from '#foundation/database/outages/committed-changes.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { Operation, OperationCache } from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { createRunOnce } from '#foundation/idempotency/run-once.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { Context } from '#foundation/service/context.ts'
import { maskErrors } from '#foundation/service/masked-errors.ts'
import { peersOfAttempt } from '#foundation/service/peers-of-attempt.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { operationSteps, runStep } from '#foundation/telemetry/steps.ts'

export interface RunnerOptions {
  subgraph: AnySubgraph
  schema: GraphQLSchema
  db: Kysely<unknown>
  now: () => Date
  prepare: OperationCache['prepare']
  /** Called after each mutation. */
  onMutation: () => void
}

/** Runs an operation in a context. Never throws; errors not meant for the caller are masked. */
export type RunInContext = (
  ctx: Context,
  operation: Operation,
  variables?: Variables,
) => Promise<ExecutionResult>

/** The refusal of a subscription where a single result is expected. */
const NOT_SUBSCRIBED = invalidInput([
  { field: 'query', reason: 'must be a query or a mutation; a subscription is an event stream' },
])

export function createOperationRunner(options: RunnerOptions): RunInContext {
  const runOnce = mutationsOnce(options)
  const runOperation: RunInContext = async (ctx, operation, variables = {}) => {
    if (operation.node.operation === OperationTypeNode.SUBSCRIPTION) {
      return { errors: [locatedError(NOT_SUBSCRIBED, undefined)] }
    }
    if (operation.node.operation !== OperationTypeNode.MUTATION) {
      return execute(ctx, operation, variables)
    }
    const run = ctx.idempotencyKey === undefined ? execute : runOnce
    try {
      return await noteChanges(() => run(ctx, operation, variables))
    } finally {
      options.onMutation()
    }
  }
  const service = options.subgraph.name
  return (ctx, operation, variables) => {
    const describe = () => ({ service, operation: operation.node })
    return runStep(operationSteps, describe, () => runOperation(ctx, operation, variables))
  }
}

/**
 * Executes an operation of any kind, whatever its key. Never throws; errors not meant for the caller are masked.
 * @param rootValue for a subscription, an item that its source yielded
 */
export async function execute(
  ctx: Context,
  operation: Operation,
  variables: Variables,
  rootValue?: unknown,
): Promise<ExecutionResult> {
  const result = await operation.execute(ctx, variables, rootValue)
  const refusal = currentBudget()?.refusal
  if (refusal) return { errors: [locatedError(refusal, undefined)] }
  return maskErrors(result, ctx)
}

function mutationsOnce({ subgraph, schema, db, now, prepare }: RunnerOptions) {
  return createRunOnce<Context>({
    schema,
    db,
    prepare,
    secretResponses: subgraph.secretResponses ?? [],
    isAdministrator: subgraph.isAdministrator,
    within: (ctx, attempt) =>
      withChecksOf(ctx, {
        ...ctx,
        db: attempt.db,
        loaders: subgraph.loaders({ db: attempt.db, now }),
        peers: peersOfAttempt(ctx.peers, attempt),
        attempt,
      }),
    run: execute,
    mask: maskErrors,
  })
}
