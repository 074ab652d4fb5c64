// An HTTP server that drains without cutting responses under way.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Express } from 'express'
import { http } from '#foundation/http/node-http.ts'
import { cutStalledConnections } from '#foundation/http/stalled-connections.ts'
import { bindPort, type ListenAddress } from '#foundation/process/ports.ts'

/** The limit of a drain, which leaves three of ten seconds to close the pools, and for PostgreSQL's last checkpoint. */
const DRAIN_MS = 7_000
/**
 * When a stopping process gives up waiting for others, in milliseconds from the start of the drain,
 * so that it can still send an error response.
 */
export const GIVE_UP_MS = 6_000
/** Longer than load balancers keep idle connections (60 s): otherwise requests would hit a closed one. */
const KEEP_ALIVE_MS = 75_000
/** Node counts keep-alive time as time for the headers, too. */
const HEADERS_MS = 80_000
/** During a drain, how long an idle connection may still send a request. */
const GOODBYE_MS = 300

export interface RunningServer {
  server: Server
  /** Accepts no new connections, lets requests in flight finish, and cuts the rest after 7 seconds. */
  drain(): Promise<void>
}

/** The address of a server, and how long it waits for slow readers. */
export interface Address extends ListenAddress {
  /** A connection whose response makes no progress for this many milliseconds is cut. */
  responseStallMs: number
}

/** Takes over connections that ask for another protocol. */
export interface Upgrades {
  /** Returns false if the request is served like any other. */
  accepts: (req: IncomingMessage) => boolean
  handle: (req: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/** Starts listening. @throws SettingError for an unusable port or host */
export async function listen(
  app: Express,
  address: Address,
  upgrades?: Upgrades,
): Promise<RunningServer> {
  const timeouts = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS }
  const shouldUpgradeCallback = (req: IncomingMessage) => upgrades?.accepts(req) ?? false
  const server = http.createServer({ ...timeouts, shouldUpgradeCallback, ...classesFor(app) }, app)
  if (upgrades) server.on('upgrade', upgrades.handle)
  cutStalledConnections(server, address.responseStallMs)
  await bindPort(server, address)
  let draining: Promise<void> | undefined
  server.prependListener('request', (_req, res) => {
    if (draining) res.setHeader('Connection', 'close')
  })
  return { server, drain: () => (draining ??= drain(server)) }
}

/**
 * Classes of requests and responses with the prototypes of Express. Otherwise Express sets the prototype of each
 * object, and V8 treats such objects as slow ones.
 */
function classesFor({ request, response }: Express) {
  return {
    IncomingMessage: withPrototype(http.IncomingMessage, request),
    ServerResponse: withPrototype(http.ServerResponse, response),
  }
}

function withPrototype<Class extends typeof IncomingMessage | typeof ServerResponse>(
  base: Class,
  prototype: object,
): Class {
  function Made(...args: unknown[]): unknown {
    return Reflect.construct(base, args, Made)
  }
  Made.prototype = prototype
  return Made as unknown as Class
}

async function drain(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  const closeIdle = setInterval(() => server.closeIdleConnections(), GOODBYE_MS)
  // HTTP's own close() closes idle connections at once, which loses requests already on their way.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  clearTimeout(cut)
  clearInterval(closeIdle)
}
