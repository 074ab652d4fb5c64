// Reads the response to a subscription over HTTP while it is open.

/** An event of a stream of server-sent events. */
export interface SentEvent {
  event: string
  id: string | undefined
  // Tests read results of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export interface LiveStream extends AsyncDisposable {
  response: Response
  /** The next event. @throws when the stream ends before */
  next(): Promise<SentEvent>
  /** The next event whose data matches; changes before it may come as one or several. */
  nextWhere(matches: (data: SentEvent['data']) => boolean): Promise<SentEvent>
  /** All further events until the server ends the stream. */
  rest(): Promise<SentEvent[]>
  /** The body of a response that is no stream. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): Promise<any>
  /** The time in milliseconds after which a client reconnects. */
  retryMs: number | undefined
  /** The text that has arrived. */
  text: string
}

export interface LiveRequest {
  query: string
  variables?: object | undefined
  token?: string | undefined
  headers?: Record<string, string> | undefined
  method?: 'GET' | 'POST'
}

/** Sends a subscription that asks for server-sent events. */
export async function openStream(url: string, request: LiveRequest): Promise<LiveStream> {
  const { query, variables, token, headers, method = 'POST' } = request
  const leaving = new AbortController()
  const isGet = method === 'GET'
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) })
  const response = await fetch(isGet ? `${url}/graphql?${search}` : `${url}/graphql`, {
    method,
    signal: leaving.signal,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!isGet && { 'content-type': 'application/json' }),
      accept: 'text/event-stream',
      ...headers,
    },
    ...(!isGet && { body: JSON.stringify({ query, variables }) }),
  })
  return readStream(response, leaving)
}

function readStream(response: Response, leaving: AbortController): LiveStream {
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  let unread = ''
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    const text = decoder.decode(value, { stream: !done })
    unread += text
    stream.text += text
    return !done
  }
  const nextEvent = async (): Promise<SentEvent | undefined> => {
    for (;;) {
      const end = unread.indexOf('\n\n')
      if (end === -1) {
        if (await read()) continue
        return undefined
      }
      const block = unread.slice(0, end)
      unread = unread.slice(end + 2)
      const fields = fieldsOf(block)
      if (fields.retry !== undefined) stream.retryMs = Number(fields.retry)
      if (fields.event === undefined) continue
      const data: unknown = fields.data ? JSON.parse(fields.data) : undefined
      return { event: fields.event, id: fields.id, data }
    }
  }
  const stream: LiveStream = {
    response,
    text: '',
    retryMs: undefined,
    async next() {
      const event = await nextEvent()
      if (!event) throw new Error(`The stream has ended: ${stream.text}`)
      return event
    },
    async nextWhere(matches) {
      for (;;) {
        const event = await stream.next()
        if (matches(event.data)) return event
      }
    },
    async rest() {
      const events: SentEvent[] = []
      for (let event = await nextEvent(); event; event = await nextEvent()) events.push(event)
      return events
    },
    async json() {
      while (await read());
      return JSON.parse(stream.text) as unknown
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reader.closed.catch(() => undefined)
    },
  }
  return stream
}

function fieldsOf(block: string): Record<string, string> {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1]!, line[2]!]] : [])))
}
