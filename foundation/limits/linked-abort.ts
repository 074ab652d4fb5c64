// An AbortController that another signal aborts, too.

/**
 * Returns a controller that `signal` aborts, too. Reading `aborted` of its own signal is cheap, while a signal of
 * `AbortSignal.any` checks all its sources at each read. `signal` references the controller until either is aborted, so
 * it must not live much longer.
 */
export function linkedAbort(signal: AbortSignal): AbortController {
  const own = new AbortController()
  if (signal.aborted) own.abort(signal.reason)
  const abort = () => own.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true, signal: own.signal })
  return own
}
