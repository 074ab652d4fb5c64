// How many subscriptions of this page have a connection at once. Over HTTP/1.1, a browser has six connections to a
// server in all of its tabs: one stream more, and queries would wait for ever. Over HTTP/2, streams share one.

const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const MAX_STREAMS = page?.nextHopProtocol.startsWith('http/1') ? 3 : 50

let open = 0
const waiting: (() => void)[] = []

/**
 * Starts a stream as soon as there is a place for it, in the order of the calls.
 * @param start begins it, and returns the function that ends it
 * @returns the function that ends it, and gives its place to the next one
 */
export function inSlot(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const begin = () => {
    open += 1
    stop = start()
  }
  if (open < MAX_STREAMS) begin()
  else waiting.push(begin)
  return () => {
    if (!stop) {
      waiting.splice(waiting.indexOf(begin), 1)
      return
    }
    stop()
    open -= 1
    waiting.shift()?.()
  }
}
