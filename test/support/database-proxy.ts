// A proxy before a database of a test, which behaves as a network or a server that fails.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string
  /** The server is frozen: nothing passes in either direction, and no connection ends. */
  freeze(): void
  /** What the server sends is lost, while it receives everything. */
  loseResponses(): void
  /** The response to a commit is lost, and whatever comes after it on that connection. */
  loseResponsesToCommits(): void
  /** The server stops as soon as the response to the next commit has arrived. */
  stopAfterCommit(): void
  /** The server has stopped: connections end, and new ones are refused. */
  stop(): void
  /** Another server accepts connections at the address. Those from before stay as they are. */
  failOver(): void
  /** Ends all connections. */
  cut(): void
  close(): Promise<void>
}

type Mode =
  'passes' | 'frozen' | 'loses responses' | 'loses commits' | 'stops after commit' | 'stopped'

interface Link {
  client: Socket
  server: Socket
  mode: Mode
}

/** The port of a server, or its Unix socket. */
function placeOf({ hostname: host, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

/** Starts a proxy before the server of the address. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const links = new Set<Link>()
  let mode: Mode = 'passes'
  const proxy = createServer((client) => {
    if (mode === 'stopped') {
      client.destroy()
      return
    }
    const server = connect(placeOf(target))
    const link: Link = { client, server, mode }
    links.add(link)
    const end = () => {
      links.delete(link)
      client.destroy()
      server.destroy()
    }
    client.on('data', (data) => {
      if (link.mode === 'loses commits' && data.includes('commit')) link.mode = 'loses responses'
      if (link.mode !== 'frozen') server.write(data)
    })
    server.on('data', (data) => {
      if (link.mode === 'frozen' || link.mode === 'loses responses') return
      const isLast = link.mode === 'stops after commit' && data.includes('COMMIT')
      client.write(data, () => void (isLast && stop()))
    })
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const own = new URL(url)
  own.searchParams.delete('host')
  own.hostname = '127.0.0.1'
  own.port = String((proxy.address() as AddressInfo).port)
  const change = (to: Mode) => {
    mode = to
    for (const link of links) link.mode = to
  }
  const cut = () => {
    for (const { client } of links) client.destroy()
  }
  const stop = () => {
    mode = 'stopped'
    cut()
  }
  return {
    url: own.href,
    freeze: () => change('frozen'),
    loseResponses: () => change('loses responses'),
    loseResponsesToCommits: () => change('loses commits'),
    stopAfterCommit: () => change('stops after commit'),
    stop,
    failOver: () => void (mode = 'passes'),
    cut,
    async close() {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
