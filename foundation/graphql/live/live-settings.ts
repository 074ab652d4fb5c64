// How many streams may be open, and the times of heartbeats and reconnecting.
import type { ClientOrigins } from '#foundation/auth/client-origins.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** How many connections with a stream may be open at once. */
export interface ConnectionLimits {
  /** The limit of one person or machine client (`LIVE_MAX_PER_PERSON`). */
  perPerson: number
  /** The limit of one IP address (`LIVE_MAX_PER_ADDRESS`). */
  perAddress: number
  /** The limit of one process (`LIVE_MAX_CONNECTIONS`). */
  total: number
}

export interface LiveSettings {
  limits: ConnectionLimits
  /** Origins whose pages may open a WebSocket; undefined for all loopback origins. */
  corsOrigins: readonly string[] | undefined
  /** Origins of registered clients, whose pages may open a WebSocket, too. */
  clientOrigins: ClientOrigins | undefined
  metrics: Metrics
}

export const MAX_SUBSCRIPTIONS_PER_CONNECTION = 50
/** How often the rights of all callers are checked. */
export const SWEEP_MS = 2_000
/** A heartbeat keeps proxies from closing a connection as idle, and shows that the other end is still there. */
export const HEARTBEAT_MS = 12_000
/** The maximum wait of a client that is told to reconnect; it is random, so that not all come at once. */
const MAX_RECONNECT_MS = 10_000
const MIN_RECONNECT_MS = 1_000

/** A random time in milliseconds after which a client reconnects. */
export function reconnectAfter(): number {
  return Math.round(MIN_RECONNECT_MS + Math.random() * (MAX_RECONNECT_MS - MIN_RECONNECT_MS))
}
