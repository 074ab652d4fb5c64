// Streams of server-sent events, of which little is kept.
import { request, type IncomingMessage } from 'node:http'
import { subscribing } from '#test/live-client.ts'

export interface WatchedStream extends Disposable {
  status: number | undefined
  /** The last text that has arrived. */
  tail: string
  hasEnded: boolean
}

export interface StreamRequest {
  /** The base address of a server. */
  url: string
  token: string
  /** A subscription. */
  query: string
  /** False: nothing is read after the headers. */
  isRead?: boolean
}

const TAIL = 2_000

/** Subscribes; the result changes as the stream is read. */
export async function watchStream({
  url,
  token,
  query,
  isRead = true,
}: StreamRequest): Promise<WatchedStream> {
  const leaving = new AbortController()
  const stream: WatchedStream = {
    status: undefined,
    tail: '',
    hasEnded: false,
    [Symbol.dispose]: () => leaving.abort(),
  }
  const response = await responseTo(url, { token, query, signal: leaving.signal })
  stream.status = response.statusCode
  response.once('close', () => (stream.hasEnded = true))
  response.on('error', () => undefined)
  if (isRead) {
    response.setEncoding('utf8')
    response.on('data', (text: string) => (stream.tail = (stream.tail + text).slice(-TAIL)))
  }
  return stream
}

function responseTo(
  url: string,
  { token, query, signal }: { token: string; query: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { headers, body } = subscribing({ query, token })
  return new Promise((resolve, reject) => {
    // A connection of its own, as each client has.
    const sent = request(
      `${url}/graphql`,
      { method: 'POST', headers, signal, agent: false },
      resolve,
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
