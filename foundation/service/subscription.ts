// Executes the operation of a subscription once for each occurrence that its root field yields.
import { locatedError, type ExecutionResult, type GraphQLError } from 'graphql'
import { requireCompleteReads } from '#foundation/auth/caller-checks.ts'
import type { Caller } from '#foundation/auth/caller.ts'
import type { WatchedEvent } from '#foundation/events/event-feed.ts'
import type { Occurrence, SelectEvents, Subscriber } from '#foundation/events/occurrences.ts'
import { isSource } from '#foundation/graphql/executor/subscription-source.ts'
import { isOutage } from '#foundation/graphql/live/stream-end.ts'
import type { Operation } from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import type { ExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { linkedAbort } from '#foundation/limits/linked-abort.ts'
import type { Context } from '#foundation/service/context.ts'
import { maskErrors } from '#foundation/service/masked-errors.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'

export interface SubscribeOptions {
  /** Ends the subscription when it is aborted. */
  signal: AbortSignal
  /** Called before each execution. If it rejects, the iteration rejects, too. */
  beforeExecution?: (() => Promise<void>) | undefined
}

export interface Subscription extends SubscribeOptions {
  operation: Operation
  caller: Caller
  variables: Variables
}

/** The parts of a service that run a subscription. */
export interface SubscriptionHost {
  service: string
  turns: ExecutionTurns
  createContext: (caller: Caller) => Context
  /** The events of which a caller may learn now. */
  visible: (
    caller: Caller,
    events: readonly WatchedEvent[],
    signal: AbortSignal,
  ) => ReturnType<SelectEvents>
  /** Executes an operation in a context; errors not meant for the caller are masked. */
  execute: (
    ctx: Context,
    operation: Operation,
    variables: Variables,
    rootValue: unknown,
  ) => Promise<ExecutionResult>
}

/** The members of an occurrence that this file needs. */
type Cause = Pick<Occurrence, 'cursor' | 'hasGap'>

/**
 * The results of a subscription. A result without `data` is the last one. Leaving the iteration ends the subscription
 * at once, also while a result is awaited. The reader of the results gives each of them a budget.
 */
export function subscribe(
  host: SubscriptionHost,
  subscription: Subscription,
): AsyncIterable<ExecutionResult> {
  return {
    [Symbol.asyncIterator]() {
      const ends = linkedAbort(subscription.signal)
      const results = resultsOf(host, { ...subscription, signal: ends.signal })
      return {
        next: () => results.next(),
        return() {
          ends.abort()
          return results.return()
        },
      }
    },
  }
}

async function* resultsOf(
  host: SubscriptionHost,
  subscription: Subscription,
): AsyncGenerator<ExecutionResult, void, void> {
  const { beforeExecution, caller, signal } = subscription
  let isFirst = true
  let hasGap = false
  for await (const cause of causesOf(host, subscription)) {
    if (signal.aborted) return
    if ('errors' in cause) {
      yield maskErrors(cause, caller)
      return
    }
    hasGap ||= cause.hasGap
    const result = await host.turns.run(signal, async () => {
      // Called in turn: rights may end while it waits, and a slot for large responses would be idle until then.
      await beforeExecution?.()
      const describe = () => ({ kind: 'event' as const, name: host.service })
      return runStep(workSteps, describe, () => executeFor(cause, host, subscription))
    })
    if (!result || signal.aborted) return
    const outage = outageOf(result)
    if (outage) {
      yield { errors: [outage] }
      return
    }
    const isRefused = isRootRefused(result)
    // Something that is hidden from the caller may be shown again.
    if (isRefused && !isFirst) continue
    yield { ...result, extensions: { cursor: cause.cursor, ...(hasGap && { gap: true }) } }
    if (isRefused || result.data === undefined) return
    isFirst = false
    hasGap = false
  }
}

/** Yields the causes of executions from the source, whose guards run first. A failure is the last item. */
async function* causesOf(
  { createContext, visible }: SubscriptionHost,
  { operation, caller, variables, signal }: Subscription,
): AsyncGenerator<Cause | { errors: NonNullable<ExecutionResult['errors']> }, void, void> {
  try {
    const subscriber: Subscriber = { signal, visible: (events) => visible(caller, events, signal) }
    const source = await operation.subscribe({ ...createContext(caller), subscriber }, variables)
    if (isSource(source)) yield* source as AsyncIterable<Cause>
    else yield { errors: source.errors! }
  } catch (error) {
    yield { errors: [locatedError(error, undefined)] }
  }
}

/** Executes in a new context, so that rights and loaded rows are those of this moment. */
async function executeFor(
  cause: Cause,
  { createContext, execute }: SubscriptionHost,
  { operation, caller, variables }: Subscription,
): Promise<ExecutionResult> {
  const result = await execute(createContext(caller), operation, variables, cause)
  if (!isRootRefused(result)) return result
  // An outage of a peer may have hidden the root field. In that case this execution fails.
  const ctx = createContext(caller)
  requireCompleteReads(ctx)
  return execute(ctx, operation, variables, cause)
}

/**
 * The outage that left a result empty. Sent as a result, it would make clients show an old state until the next change,
 * and those who read each event would miss this one.
 */
function outageOf({ data, errors }: ExecutionResult): GraphQLError | undefined {
  return isEmpty(data) ? errors?.find(isOutage) : undefined
}

function isEmpty(data: ExecutionResult['data']): boolean {
  return Object.values(data ?? {}).every((value) => value === null)
}

/** True if the caller may not see the subject of the subscription, or it does not exist. */
function isRootRefused({ data, errors = [] }: ExecutionResult): boolean {
  const isRefusal = ({ extensions: { code } }: GraphQLError) =>
    code === 'NOT_FOUND' || code === 'INSUFFICIENT_PERMISSIONS'
  return isEmpty(data) && errors.some(isRefusal)
}
