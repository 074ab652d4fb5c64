// Ends a part of something with the whole.

/**
 * A controller that is also aborted with another signal. Its own signal costs nothing to ask, while one of
 * `AbortSignal.any` asks all its sources each time. The other signal keeps the controller until either is aborted, so
 * it must not live much longer.
 */
export function linkedAbort(signal: AbortSignal): AbortController {
  const own = new AbortController()
  if (signal.aborted) own.abort(signal.reason)
  const abort = () => own.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true, signal: own.signal })
  return own
}
