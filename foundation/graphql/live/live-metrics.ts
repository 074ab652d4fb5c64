// Measures the streams of a server.
import { Counter, Gauge } from 'prom-client'
import { endReason } from '#foundation/graphql/live/stream-end.ts'
import type { Transport } from '#foundation/graphql/live/subscription.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** One open subscription; disposing it says that it has ended. */
export interface MeasuredSubscription extends Disposable {
  /** A result has been sent. */
  sent: () => void
  /** @param reason undefined when the subscription is complete */
  ended: (reason: unknown) => void
}

export interface LiveMetrics {
  opened(transport: Transport): MeasuredSubscription
  /** A WebSocket has been opened; disposing says that it is closed. */
  connected(): Disposable
  disconnected(code: number): void
}

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
      return {
        sent: () => results.inc({ transport }),
        ended: (error) => ends.inc({ transport, reason: endReason(error) }),
        [Symbol.dispose]: () => subscriptions.dec({ transport }),
      }
    },
    connected() {
      sockets.inc()
      return { [Symbol.dispose]: () => sockets.dec() }
    },
    disconnected: (code) => closes.inc({ code }),
  }
}
