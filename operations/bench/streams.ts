// Subscribers of a benchmark: sockets that count the results of server-sent events, and read nothing else.
import { connect, type Socket } from 'node:net'

export interface Subscribers {
  /** Resolves when each has got so many results since it was opened. @throws after a minute */
  have(results: number): Promise<void>
  /** How many results all of them have got. */
  total(): number
  close(): void
}

export interface SubscribeOptions {
  origin: string
  /** The token of each subscriber. */
  tokens: readonly string[]
  query: string
  variables: object
}

const NEXT = 'event: next'
/** How many connect at once. */
const WAVE = 100

/** Opens a subscription for each token, and waits for the first result of each. */
export async function openSubscribers(options: SubscribeOptions): Promise<Subscribers> {
  const counts = options.tokens.map(() => 0)
  const sockets: Socket[] = []
  let check = () => {}
  const have = (results: number, of = counts.length) =>
    new Promise<void>((resolve, reject) => {
      const late = () => reject(new Error(`Some of ${of} subscribers have no ${results} results.`))
      const timeout = setTimeout(late, 60_000)
      check = () => {
        if (counts.findIndex((count, at) => at < of && count < results) !== -1) return
        clearTimeout(timeout)
        check = () => {}
        resolve()
      }
      check()
    })
  for (let begin = 0; begin < counts.length; begin += WAVE) {
    const wave = options.tokens.slice(begin, begin + WAVE)
    for (const [at, token] of wave.entries()) {
      const socket = open(options, token, (results) => {
        counts[begin + at]! += results
        check()
      })
      sockets.push(socket)
    }
    await have(1, begin + wave.length)
  }
  return {
    have,
    total: () => counts.reduce((sum, count) => sum + count, 0),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function open(
  { origin, query, variables }: SubscribeOptions,
  token: string,
  add: (results: number) => void,
): Socket {
  const { hostname, port } = new URL(origin)
  const body = JSON.stringify({ query, variables })
  const head = [
    'POST /graphql HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    'Accept: text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect(Number(port), hostname)
  socket.on('error', (error) => console.error(error.message.slice(0, 400)))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  let rest = ''
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    if (/"errors":/.test(text)) socket.destroy(new Error(text))
    const parts = text.split(NEXT)
    rest = parts.at(-1)!.slice(-NEXT.length + 1)
    if (parts.length > 1) add(parts.length - 1)
  })
  return socket
}
