// Measures the streams of a server.
import { CloseCode } from 'graphql-ws'
import { Counter, Gauge } from 'prom-client'
import { endReason } from '#foundation/graphql/live/stream-end.ts'
import type { Transport } from '#foundation/graphql/live/requested-stream.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** One open subscription; disposing it marks it as ended. */
interface MeasuredSubscription extends Disposable {
  /** Counts a result that has been sent. */
  sent: () => void
  /** Counts the end. @param reason undefined when the subscription is complete */
  ended: (reason: unknown) => void
}

export interface LiveMetrics {
  opened(transport: Transport): MeasuredSubscription
  /** Counts a WebSocket as open until the result is disposed. */
  connected(): Disposable
  disconnected(code: number): void
}

/** The first code for applications (RFC 6455, section 7.4.2). Clients may send any of them. */
const FIRST_OF_APPLICATIONS = 3_000
const OF_PROTOCOL = new Set<number>(Object.values(CloseCode).map(Number))

function codeName(code: number): string {
  return code < FIRST_OF_APPLICATIONS || OF_PROTOCOL.has(code) ? String(code) : 'other'
}

const TRANSPORTS = ['sse', 'multipart', 'websocket'] as const satisfies Transport[]

export function createLiveMetrics({ registry }: Pick<Metrics, 'registry'>): LiveMetrics {
  const registers = [registry]
  const labelNames = ['transport'] as const
  const sockets = new Gauge({
    name: 'live_websockets',
    help: 'Open WebSockets, each with any number of subscriptions.',
    registers,
  })
  const subscriptions = new Gauge({
    name: 'live_subscriptions',
    help: 'Open subscriptions. Each one over HTTP has a connection of its own.',
    labelNames,
    registers,
  })
  // Each transport starts at 0, so that a scrape has a value before the first subscription.
  for (const transport of TRANSPORTS) subscriptions.set({ transport }, 0)
  const results = new Counter({
    name: 'live_results_total',
    help: 'Results of subscriptions that were sent.',
    labelNames,
    registers,
  })
  const ends = new Counter({
    name: 'live_subscriptions_ended_total',
    help: 'Subscriptions that have ended, by the reason.',
    labelNames: ['transport', 'reason'],
    registers,
  })
  const closes = new Counter({
    name: 'live_websockets_closed_total',
    help: 'WebSockets that were closed, by the code.',
    labelNames: ['code'],
    registers,
  })
  return {
    opened(transport) {
      subscriptions.inc({ transport })
      const sent = results.labels({ transport })
      return {
        sent: () => sent.inc(),
        ended: (error) => ends.inc({ transport, reason: endReason(error) }),
        [Symbol.dispose]: () => subscriptions.dec({ transport }),
      }
    },
    connected() {
      sockets.inc()
      return { [Symbol.dispose]: () => sockets.dec() }
    },
    disconnected: (code) => closes.inc({ code: codeName(code) }),
  }
}
