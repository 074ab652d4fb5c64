/** The result of work, or the reason of the signal if that is aborted first. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    // `promise` comes first, so that a signal that is already aborted wins over finished work.
    return await Promise.race([promise, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
