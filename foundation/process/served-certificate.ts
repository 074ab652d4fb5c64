// Reads when the certificate of a server expires. It only begins a TLS connection.
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

const LIMIT_MS = 2_000
const DEFAULT_PORTS: Record<string, number> = {
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
}
/** PostgreSQL's SSLRequest (manual, "Message Formats"), and the response of a server with TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const WITH_TLS = 'S'

/**
 * Reads the expiry without verifying the certificate, because an expired one is of interest, too.
 * @param url `https:` or `postgres:`
 * @throws if there is no TLS connection within two seconds
 */
export async function readCertificateExpiry(url: string): Promise<Date> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const signal = AbortSignal.timeout(LIMIT_MS)
  const socket = connect({ host, port: Number(port) || DEFAULT_PORTS[protocol]! })
  try {
    await once(socket, 'connect', { signal })
    if (protocol !== 'https:') await requestTls(socket, signal)
    const servername = isIP(host) === 0 ? { servername: host } : {}
    const secure = connectTls({ socket, ...servername, rejectUnauthorized: false })
    secure.on('error', ignoreLate)
    await once(secure, 'secureConnect', { signal })
    return new Date(secure.getPeerCertificate().valid_to)
  } finally {
    socket.on('error', ignoreLate).destroy()
  }
}

/** A listener for errors after the end, which would otherwise end this process. */
function ignoreLate(): void {}

async function requestTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(SSL_REQUEST)
  const [response] = (await once(socket, 'data', { signal })) as [Buffer]
  if (response.toString() !== WITH_TLS) throw new Error('The server has no TLS.')
}
