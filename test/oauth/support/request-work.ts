// The work of a request that its duration would reveal: password hashes, comparisons of secrets, statements.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { watchHashes } from '#test/password-cost.ts'
import { statementsOf } from '#test/sent-statements.ts'

export interface Work {
  /** Each begun hash, by its parameters that cost time. */
  hashes: string[]
  /** Each comparison in constant time, by its number of bytes. */
  comparisons: number[]
  /** The SQL of each statement, in order. */
  statements: string[]
}

/** What requests of the caller with this key do during `send`, and the result of `send`. */
export async function workOf<Result>(
  key: string,
  send: () => Promise<Result>,
): Promise<[work: Work, result: Result]> {
  const hashes: string[] = []
  const comparisons: number[] = []
  const isTheirs = () => currentCaller()?.key === key
  const { timingSafeEqual } = crypto
  crypto.timingSafeEqual = (left, right) => {
    if (isTheirs()) comparisons.push(left.byteLength)
    return timingSafeEqual(left, right)
  }
  syncBuiltinESMExports()
  watchHashes(({ memory, passes, parallelism, tagLength }) => {
    if (isTheirs()) hashes.push(`m=${memory} t=${passes} p=${parallelism} ${tagLength} bytes`)
  })
  try {
    const [sent, result] = await statementsOf(key, send)
    return [{ hashes, comparisons, statements: sent.map(({ call }) => textOf(call[0])) }, result]
  } finally {
    watchHashes(undefined)
    crypto.timingSafeEqual = timingSafeEqual
    syncBuiltinESMExports()
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text
}
