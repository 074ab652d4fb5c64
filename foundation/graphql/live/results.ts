// The results of a subscription, executed one by one at the pace of their reader.
import {
  GraphQLError,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { addRequestIds } from '#foundation/graphql/errors.ts'
import { formatResult } from '#foundation/graphql/executable-schema.ts'
import type { RequestedStream } from '#foundation/graphql/live/requested-stream.ts'
import { isOutage } from '#foundation/graphql/live/stream-end.ts'
import { SubscriptionResult } from '#foundation/limits/close-signal.ts'
import {
  currentBudget,
  withBudget,
  type ResponseLimits,
} from '#foundation/limits/response-budget.ts'

/** A subscription that has passed every check. */
export type AdmittedSubscription = RequestedStream & {
  start: NonNullable<RequestedStream['start']>
}

export function isAdmitted(stream: RequestedStream | undefined): stream is AdmittedSubscription {
  return stream?.start !== undefined
}

/** The checks and limits of each execution. */
export interface ResultsOptions {
  requestGuard: RequestGuard
  responseLimits: ResponseLimits
  /** Aborted with the reason why the results end. */
  signal: AbortSignal
}

export interface Results {
  /**
   * Executes the next result and passes it to `send`, within the budget of a response. The next one waits until this
   * one is sent, so a slow reader gets fewer results, and only one is kept in memory.
   * @returns false when there are no more
   * @throws the reason why the results end
   */
  next(send: (result: FormattedExecutionResult) => Promise<void>): Promise<boolean>
  close(): void
}

export function createResults(
  admitted: AdmittedSubscription,
  context: GraphQLContext,
  { requestGuard, responseLimits: limits, signal }: ResultsOptions,
): Results {
  const { caller, req } = context
  const beforeExecution = async () => {
    await recheck(admitted, context, requestGuard)
    if (admitted.isLarge) await currentBudget()?.acquireSlot()
  }
  const iterator = admitted.start({ signal, beforeExecution })[Symbol.asyncIterator]()
  // The checks of the operation have charged the first result.
  let isCharged = true
  let endWait: (() => void) | undefined
  signal.addEventListener('abort', () => endWait?.(), { once: true })
  /** One listener of `signal` serves all results; it ends the wait for the next one. */
  const nextResult = () =>
    new Promise<IteratorResult<ExecutionResult, unknown>>((resolve, reject) => {
      endWait = () => reject(signal.reason as Error)
      if (signal.aborted) endWait()
      iterator.next().then(resolve, reject)
    })
  return {
    async next(send) {
      using res = new SubscriptionResult()
      let isDone: boolean | undefined
      await withBudget({ limits, caller, res }, async () => {
        const next = await nextResult()
        isDone = next.done
        if (next.done) return
        const refusal = currentBudget()?.refusal
        const result = refusal ? { errors: [asGraphQLError(refusal)] } : next.value
        const [error] = result.errors ?? []
        // A result without data is the last one.
        if (result.data === undefined && isOutage(error)) throw error!
        // A charge before a result would reveal changes to something hidden.
        if (!isCharged) await requestGuard.chargeAgain(caller, req, admitted.cost)
        isCharged = false
        await send(shownResult(result, caller))
      })
      return !isDone
    },
    close() {
      // `return` waits for an execution that is running.
      iterator.return?.().catch(() => undefined)
    },
  }
}

/** Checks that the caller may still read. @throws INVALID_TOKEN, INSUFFICIENT_PERMISSIONS */
export function recheck(
  { authorize }: Pick<RequestedStream, 'authorize'>,
  { caller }: Pick<GraphQLContext, 'caller'>,
  requestGuard: RequestGuard,
): void | Promise<void> {
  const checked = requestGuard.recheckCaller(caller)
  if (!authorize) return checked
  return Promise.resolve(checked).then(authorize)
}

/** The error that clients see when a subscription ends. Logs an unexpected one. */
export function shownError(error: unknown, caller: Caller): GraphQLFormattedError {
  return shownResult({ errors: [asGraphQLError(error)] }, caller).errors![0]!
}

function shownResult(result: ExecutionResult, caller: Caller): FormattedExecutionResult {
  const shown = formatResult(result, caller)
  addRequestIds(shown.errors, caller)
  return shown
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  const isOurs = error instanceof DomainError
  // An unexpected error is logged with its cause.
  return new GraphQLError(
    originalError.message,
    isOurs ? { extensions: error.extensions } : { originalError },
  )
}
