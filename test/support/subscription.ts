// A subscription of a test, whose results are read one by one.
import type { ExecutionResult, FormattedExecutionResult } from 'graphql'

export interface LiveResult extends FormattedExecutionResult {
  extensions?: { cursor: string; gap?: true }
  // Tests read data of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any
}

/** Disposing it ends the subscription. */
export interface LiveResults extends AsyncDisposable {
  /** The next result, as JSON; undefined at the end. */
  next(): Promise<LiveResult | undefined>
  /** The data of the next result; fails if it has errors, or if there is none. */
  data(): Promise<LiveResult['data']>
  /** Ends it as a consumer does. */
  leave(): Promise<unknown>
}

/** @param beginning runs before the first result is read */
export function liveResults(
  results: AsyncIterable<ExecutionResult>,
  beginning: () => Promise<unknown>,
): LiveResults {
  const iterator = results[Symbol.asyncIterator]()
  let begun: Promise<unknown> | undefined
  const next = async () => {
    await (begun ??= beginning())
    const { value, done } = await iterator.next()
    return done ? undefined : (JSON.parse(JSON.stringify(value)) as LiveResult)
  }
  return {
    next,
    async data() {
      const result = await next()
      if (result && !result.errors) return result.data
      throw new Error(`The subscription gave ${JSON.stringify(result, undefined, 2)}`)
    },
    leave: () => iterator.return!(),
    async [Symbol.asyncDispose]() {
      await iterator.return!()
    },
  }
}
