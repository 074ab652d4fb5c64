// When an execution ends early: its client has left, or it takes too long.
import type { ServerResponse } from 'node:http'
import { clientLeft, DomainError } from '#foundation/domain/errors.ts'

/** Runs a request with a signal that is aborted at its deadline, or when its connection closes. */
export async function withRequestSignal<Result>(
  res: ServerResponse | undefined,
  deadlineMs: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ends = new AbortController()
  const leave = () => ends.abort(clientLeft())
  const deadline = setTimeout(() => ends.abort(tooSlow(deadlineMs)), deadlineMs)
  // The client may have left while the request was admitted.
  if (res?.closed) leave()
  res?.once('close', leave)
  try {
    return await run(ends.signal)
  } finally {
    clearTimeout(deadline)
    res?.off('close', leave)
  }
}

/**
 * Runs one execution of a subscription with a signal that is aborted at its deadline, or when the subscription ends.
 */
export async function withExecutionSignal<Result>(
  signal: AbortSignal,
  deadlineMs: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ends = new AbortController()
  const leave = () => ends.abort(clientLeft())
  const deadline = setTimeout(() => ends.abort(tooSlow(deadlineMs)), deadlineMs)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  try {
    return await run(ends.signal)
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', leave)
  }
}

function tooSlow(deadlineMs: number): DomainError {
  const message = `The response was not complete within ${deadlineMs / 1_000} seconds.`
  return new DomainError('INTERNAL_ERROR', message, { retry: true })
}
