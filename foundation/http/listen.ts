// A server that listens, and drains without cutting responses that it has begun.
import { createServer, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import { cutStalledConnections } from '#foundation/http/stalled-connections.ts'
import { takePort, type Place } from '#foundation/process/ports.ts'

/** Leaves three of the ten seconds to close the pools, and to PostgreSQL for its last checkpoint. */
const DRAIN_MS = 7_000
/**
 * When a process that ends gives up what it waits for from others, in milliseconds from the start of
 * the drain: an answer that says so can still go out.
 */
export const GIVE_UP_MS = 6_000
/** Longer than the load balancers in front keep theirs (60 seconds), or requests meet a closed one. */
const KEEP_ALIVE_MS = 75_000
/** Node counts the time in which a connection is kept as time for the headers, too. */
const HEADERS_MS = 80_000
/** How long an idle connection may send one more request, whose response then closes it. */
const GOODBYE_MS = 300

/** A server that listens. */
export interface Listening {
  server: Server
  /** Takes no new connection, lets requests in flight end, and cuts what is left after 7 seconds. */
  drain(): Promise<void>
}

/** Where a server listens, and how long it waits for those who read its answers. */
export interface Address extends Place {
  /** A connection whose answer makes no progress for so many milliseconds is cut. */
  answerStallMs: number
}

/** Listens there. @throws SettingError about what cannot be used. */
export async function listen(app: Express, address: Address): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS }, app)
  cutStalledConnections(server, address.answerStallMs)
  await takePort(server, address)
  let draining: Promise<void> | undefined
  server.prependListener('request', (_req, res) => {
    if (draining) res.setHeader('Connection', 'close')
  })
  return { server, drain: () => (draining ??= drain(server)) }
}

async function drain(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  const closeIdle = setInterval(() => server.closeIdleConnections(), GOODBYE_MS)
  // HTTP's own close() closes idle connections at once, and with them requests that are on their way.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  clearTimeout(cut)
  clearInterval(closeIdle)
}
