// Clients outside: every name leads them to a proxy, whose authority they trust.
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { ClientOptions } from 'ws'
import type { Proxy } from './proxies.ts'

export interface ClientSettings {
  /** The address that they call from, of 127.0.0.0/8. */
  from?: string
  /** With HTTP/2 if the proxy offers it. */
  allowH2?: boolean
}

/** Sends requests for any host and the default ports to the proxy. */
export function clientOf(
  proxy: Proxy,
  { from, allowH2 = false }: ClientSettings = {},
): Agent & AsyncDisposable {
  const connect = buildConnector({ ca: proxy.authority, allowH2 })
  const agent = new Agent({
    allowH2,
    connect: (options, callback) => {
      const port = String(proxy.ports[options.protocol === 'http:' ? 'http' : 'https'])
      const local = { hostname: '127.0.0.1', port, localAddress: from ?? null }
      connect({ ...options, ...local, servername: options.hostname }, callback)
    },
  })
  return Object.assign(agent, { [Symbol.asyncDispose]: () => agent.close() })
}

/** Opens a TLS connection with the name of this host. */
export function openTls(proxy: Proxy, servername: string, protocols: string[]): TLSSocket {
  const { authority: ca, ports } = proxy
  return connectTls({
    host: '127.0.0.1',
    port: ports.https,
    servername,
    ca,
    ALPNProtocols: protocols,
  })
}

/** Options of a WebSocket at this address. */
export function socketOptions(proxy: Proxy, url: string): ClientOptions {
  const { hostname } = new URL(url)
  return { createConnection: () => openTls(proxy, hostname, ['http/1.1']) }
}
