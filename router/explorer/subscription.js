// @ts-check
// Subscriptions of the explorer, over server-sent events: GraphiQL shows each result in place of the one before.

/** @typedef {{data?: object | null, errors?: {message: string}[], extensions?: Record<string, unknown>}} Result */
/** @typedef {{method: string, headers: Record<string, string>, body: string, signal?: AbortSignal}} Sent */
/** @typedef {{next: (result: Result) => void, complete: () => void}} Sink */

const LOST = 'The connection has ended. Run the subscription again.'

/**
 * @param {Sent} request
 * @returns an observable, which GraphiQL can end while it waits for a result
 */
export function subscription(request) {
  return {
    /** @param {Sink} sink */
    subscribe(sink) {
      const ends = new AbortController()
      const { signal } = ends
      // The browser may keep a page that is left for "Back", with its connections.
      addEventListener('pagehide', () => ends.abort(), { once: true, signal })
      void send({ ...request, signal }, sink)
        .catch((error) => sink.next({ errors: [{ message: `${LOST} (${String(error)})` }] }))
        .then(() => sink.complete())
        .finally(() => ends.abort())
      return { unsubscribe: () => ends.abort() }
    },
  }
}

/** @param {Sent} request @param {Sink} sink */
async function send(request, sink) {
  const headers = { ...request.headers, accept: 'text/event-stream' }
  const response = await fetch('/graphql', { ...request, headers })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  // A refusal.
  if (!isStream || !response.body) return sink.next(await response.json())
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'complete') return undefined
    if (event === 'next') sink.next(JSON.parse(data))
  }
  throw new Error('no event "complete"')
}

/** @param {ReadableStream<BufferSource>} body */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (unread + read.value).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks)
      yield { event: fieldOf(block, 'event'), data: fieldOf(block, 'data') }
  }
}

/** The router sends each field in one line. @param {string} block @param {string} name */
function fieldOf(block, name) {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `))
  return line?.slice(name.length + 2) ?? ''
}
