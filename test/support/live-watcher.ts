// One subscription, or one waiting request for events, in each way in which a server is watched.
import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

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

export function watch(way: SubscriptionWay, request: WatchRequest): Watcher {
  return way === 'WebSocket' ? watchInSocket(request) : watchByHttp(way, request)
}

const ACCEPT = { SSE: 'text/event-stream', multipart: 'multipart/mixed;subscriptionSpec="1.0"' }

function watchByHttp(way: keyof typeof ACCEPT, request: WatchRequest): Watcher {
  const { url, token, query, variables } = request
  const response = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: ACCEPT[way],
    },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(60_000),
  })
  return watchResponse(response)
}

/** Waits for the events of a service, from the end of its log on. */
export function watchEvents({ url, token, types }: { url: string; token: string; types: string }) {
  const response = fetch(`${url}/api/events?wait=30&types=${types}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return watchResponse(response)
}

function watchResponse(response: Promise<Response>): Watcher {
  let text = ''
  let reader: ReadableStreamDefaultReader<string> | undefined
  const read = async (): Promise<WatchEnd> => {
    const { body } = await response
    reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    return endOf(text)
  }
  const ended = read()
  ended.catch(() => undefined)
  return {
    text: () => text,
    ended,
    [Symbol.dispose]: () => void reader?.cancel().catch(() => undefined),
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
