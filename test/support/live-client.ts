// Clients of live results: a stream of server-sent events, or all that arrives in any way in which a server is watched.
import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

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
  /** All of its text, when the server has ended it. */
  whole(): Promise<string>
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
  const { query, variables, method } = request
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) })
  const { body, ...init } = subscribing(request)
  return method === 'GET'
    ? open(`${url}/graphql?${search}`, { ...init, method })
    : open(`${url}/graphql`, { ...init, method: 'POST', body })
}

/** The headers and the body of a request for server-sent events. */
export function subscribing({ query, variables, token, headers, method }: LiveRequest) {
  return {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  }
}

async function open(url: string, init: RequestInit): Promise<LiveStream> {
  const leaving = new AbortController()
  return readStream(await fetch(url, { ...init, signal: leaving.signal }), leaving)
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
    async whole() {
      while (await read());
      return stream.text
    },
    json: async () => JSON.parse(await stream.whole()) as unknown,
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

export const SUBSCRIPTION_WAYS = ['SSE', 'multipart', 'WebSocket'] as const
export type SubscriptionWay = (typeof SUBSCRIPTION_WAYS)[number]

export interface WatchRequest {
  /** The base address of a server. */
  url: string
  token: string
  query: string
  variables?: object
  /** Of a WebSocket. */
  socketOptions?: ClientOptions
}

/** What a client is told at the end. */
export interface WatchEnd {
  /** The error code, or the code that closes a WebSocket. */
  code: string | number | undefined
  reason?: string | undefined
}

/** Disposing it leaves. */
export interface Watcher extends Disposable {
  /** Everything that has arrived. */
  text(): string
  ended: Promise<WatchEnd>
}

const ACCEPT = { SSE: 'text/event-stream', multipart: 'multipart/mixed;subscriptionSpec="1.0"' }

export function watch(way: SubscriptionWay, request: WatchRequest): Watcher {
  if (way === 'WebSocket') return watchInSocket(request)
  const { url, ...subscription } = request
  return watchStream(openStream(url, { ...subscription, headers: { accept: ACCEPT[way] } }))
}

/** Waits for the events of a service, from the end of its log on. */
export function watchEvents({ url, token, types }: { url: string; token: string; types: string }) {
  const headers = { authorization: `Bearer ${token}` }
  return watchStream(open(`${url}/api/events?wait=30&types=${types}`, { headers }))
}

function watchStream(opening: Promise<LiveStream>): Watcher {
  let stream: LiveStream | undefined
  const read = async (): Promise<WatchEnd> => {
    stream = await opening
    return endOf(await stream.whole())
  }
  const ended = read()
  ended.catch(() => undefined)
  return {
    text: () => stream?.text ?? '',
    ended,
    [Symbol.dispose]: () =>
      void opening.then((opened) => opened[Symbol.asyncDispose]()).catch(() => undefined),
  }
}

/** The last error in the text. */
function endOf(text: string): WatchEnd {
  const code = [...text.matchAll(/"code":"(\w+)"/g)].at(-1)?.[1]
  const reason = [...text.matchAll(/"reason":"(\w+)"/g)].at(-1)?.[1]
  return { code, reason }
}

function watchInSocket({ url, token, query, variables, socketOptions }: WatchRequest): Watcher {
  const address = `${url.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(address, 'graphql-transport-ws', socketOptions)
  let text = ''
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.once('open', () => {
    send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })
    socket.once('message', () => {
      send({ id: '1', type: 'subscribe', payload: { query, variables } })
      socket.on('message', (data: Buffer) => (text += data.toString()))
    })
  })
  const ended = once(socket, 'close').then(([code]): WatchEnd => ({ code: code as number }))
  return { text: () => text, ended, [Symbol.dispose]: () => socket.terminate() }
}
