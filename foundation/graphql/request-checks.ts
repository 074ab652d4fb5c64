// The checks of a valid document before execution: its cost, variables and nodes.
import type { ApolloServerPlugin } from '@apollo/server'
import { OperationTypeNode, type OperationDefinitionNode } from 'graphql'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { invalidInput, refused } from '#foundation/domain/errors.ts'
import type { AdmittedOperation, GraphQLContext } from '#foundation/graphql/context.ts'
import type { ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import { urlVariables } from '#foundation/graphql/parameters.ts'
import { pluginOf } from '#foundation/graphql/plugin.ts'
import { MUTATION_BY_GET, refusal } from '#foundation/graphql/refusal.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import { coerceVariables } from '#foundation/graphql/variables.ts'
import { toDomainError } from '#foundation/http/errors.ts'
import { withDoubles } from '#foundation/http/exact-json.ts'
import { idempotencyKeyOf } from '#foundation/http/idempotency-key.ts'
import {
  NO_COST_DIRECTIVES,
  RATE_LIMIT_WEIGHTS,
  STATIC_WEIGHTS,
  type CostDirectives,
} from '#foundation/limits/cost/directives.ts'
import { createCostEstimator } from '#foundation/limits/cost/operation.ts'
import { nodeCount } from '#foundation/limits/node-count.ts'
import type { RequestLimits } from '#foundation/limits/request-limits.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { skipCost } from '#foundation/limits/skipped-rows.ts'
import type { RequestStep } from '#foundation/telemetry/steps.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

/** A response with more nodes counts as large, because its execution would delay other requests too long. */
const MANY_NODES = 10_000

export interface RequestCheckOptions extends Pick<ExecutableSchema, 'subscribe'> {
  requestGuard: RequestGuard
  /** False for foreign subgraphs, whose arguments may have other meanings. */
  requiresToken: boolean
  /** Refuses callers who may not run an operation; undefined if the services decide. */
  authorize?: ((operation: AdmittedOperation) => Promise<void>) | undefined
  limits: RequestLimits
  /** The names of registered operations, for telemetry. */
  documents?: RegisteredDocuments
  costDirectives?: CostDirectives
  /** Called with each operation that passes; undefined if usage is not counted. */
  onAdmitted?: (admitted: AdmittedOperation) => void
}

/** The estimated cost of an operation, in the response. */
const COST_HEADER = 'X-Cost-Estimated'

/** Checks the variables, offsets, cost and nodes of a valid document, and charges the rest of its cost. */
export function requestChecks(options: RequestCheckOptions): ApolloServerPlugin<GraphQLContext> {
  const { authorize, limits, requestGuard, requiresToken, onAdmitted } = options
  const estimate = costEstimator(options)
  return pluginOf<GraphQLContext>({
    parsingDidStart: () => Promise.resolve(countTooManyTokens),
    async didResolveOperation(checked) {
      const { contextValue, document, operation, request, schema } = checked
      try {
        requireServed(operation, contextValue, options)
        const { requestedStream, caller, req, res } = contextValue
        const counted = { schema, document, operation }
        await authorize?.({ ...counted, ...contextValue })
        // Apollo Server parses the variables of a URL itself, into doubles.
        if (!requiresToken && req.method === 'GET') request.variables = urlVariables(req.url)
        const inputs = request.variables ?? {}
        const doubles = requiresToken ? inputs : withDoubles(inputs)
        const variables = coerceVariables(schema, operation, doubles)
        const skips = requiresToken ? skipCost(counted)(variables) : 0
        const cost = estimate(counted)(variables) + skips
        res.setHeader(COST_HEADER, cost)
        noteOperation(contextValue.req.step, { operation, hash: checked.queryHash, cost }, options)
        requireCheap(cost, limits.cost)
        await requestGuard.chargeRest(caller, req, res, cost)
        const isMutation = operation.operation === OperationTypeNode.MUTATION
        if (isMutation) idempotencyKeyOf(caller)
        const nodes = nodeCount(counted)(variables)
        requireFewNodes(nodes, limits.nodes)
        const isLarge = nodes > MANY_NODES
        const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION
        // Each execution of a subscription waits for a slot of its own.
        if (isLarge && !isSubscription) await currentBudget()?.acquireSlot()
        if (isMutation) currentBudget()?.markMutation()
        if (requestedStream) {
          requestedStream.cost = cost
          requestedStream.isLarge = isLarge
          requestedStream.authorize =
            authorize && (() => authorize({ ...counted, ...contextValue }))
        }
        onAdmitted?.({ ...counted, ...contextValue })
      } catch (error) {
        throw refusal(toDomainError(error, contextValue.req), contextValue.res)
      }
    },
  })
}

/** Adds the operation and its cost to the telemetry of the request. */
function noteOperation(
  step: RequestStep | undefined,
  { operation, hash, cost }: { operation: OperationDefinitionNode; hash: string; cost: number },
  { documents }: Pick<RequestCheckOptions, 'documents'>,
): void {
  if (!step) return
  const registeredName = documents?.names.get(hash)
  step.operation = { type: operation.operation, registeredName, hash }
  step.units = cost
}

/** Estimates in units of the rate limit, or as a static cost where callers are not counted. */
function costEstimator({ costDirectives, limits, requiresToken }: RequestCheckOptions) {
  return createCostEstimator({
    directives: costDirectives ?? NO_COST_DIRECTIVES,
    defaults: requiresToken ? RATE_LIMIT_WEIGHTS : STATIC_WEIGHTS,
    // Clients of foreign subgraphs may omit slicing arguments as long as their operator sets no limit.
    requiresSlicing: requiresToken || limits.cost < Infinity,
  })
}

/** @throws VALIDATION_ERROR when the operation is ambiguous, or must be sent in another way */
function requireServed(
  operation: OperationDefinitionNode | undefined,
  { requestedStream, req }: GraphQLContext,
  { subscribe }: Pick<ExecutableSchema, 'subscribe'>,
): asserts operation is OperationDefinitionNode {
  if (!operation) {
    throw invalidInput([{ field: 'operationName', reason: 'must name one of the operations' }])
  }
  const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION
  if (isSubscription && !requestedStream) {
    throw invalidInput([{ field: 'query', reason: subscribe ? NEEDS_STREAM : NOT_SERVED }])
  }
  if (!isSubscription && requestedStream?.transport === 'websocket') {
    throw invalidInput([{ field: 'query', reason: NEEDS_POST }])
  }
  // Apollo Server gets a GET whose response may be a stream as a POST.
  if (operation.operation === OperationTypeNode.MUTATION && req.method === 'GET') {
    throw MUTATION_BY_GET
  }
}

const NOT_SERVED = 'must be a query or a mutation; subscriptions are not supported'
const NEEDS_POST = 'must be a subscription: a query or a mutation is sent by POST'

/** Counts documents with too many tokens, which graphql-js detects while it parses. */
function countTooManyTokens(error?: Error): Promise<void> {
  if (error && /Document contains more th\w+ \d+ tokens/.test(error.message)) countRefusal('tokens')
  return Promise.resolve()
}

/** @throws VALIDATION_ERROR with the reason NODE_LIMIT */
function requireFewNodes(count: number, limit: number): void {
  if (count <= limit) return
  countRefusal('nodes')
  const message = `The response may contain ${count} nodes; the node limit is ${limit}.`
  throw refused('NODE_LIMIT', message, { limit })
}

/** @throws VALIDATION_ERROR with the reason COST_LIMIT */
function requireCheap(cost: number, limit: number): void {
  if (cost <= limit) return
  countRefusal('cost')
  const message = `The operation has an estimated cost of ${cost}; the cost limit is ${limit}.`
  throw refused('COST_LIMIT', message, { limit, cost })
}
