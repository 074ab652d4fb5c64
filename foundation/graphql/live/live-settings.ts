// How many streams may be open, and the times of heartbeats and reconnecting.
import type { ClientOrigins } from '#foundation/auth/client-origins.ts'
import { integer } from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting } from '#foundation/settings/setting.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

export const connectionSettings = defineSettings({
  total: setting(
    'LIVE_MAX_CONNECTIONS',
    'connections with a stream per process',
    integer(1, 1_000_000, 20_000),
  ),
  perAddress: setting(
    'LIVE_MAX_PER_ADDRESS',
    'per address; more if many people share one',
    integer(1, 1_000_000, 200),
  ),
  perPerson: setting(
    'LIVE_MAX_PER_PERSON',
    'per person or machine client',
    integer(1, 1_000_000, 20),
  ),
})

/** How many connections with a stream may be open at once. */
export type ConnectionLimits = ReturnType<typeof connectionSettings.read>

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
