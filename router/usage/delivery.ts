// Delivers what was counted to Identity, every minute and at the end, and keeps what it does not take.
import { setTimeout as delay } from 'node:timers/promises'
import { systemCaller } from '#foundation/auth/caller.ts'
import { peerOperation, bindPeers, type PeerConnection } from '#foundation/peers/peers.ts'
import { startWorkers } from '#foundation/process/workers.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { UsageCount, UsageCounter } from './counter.ts'

type SentCount = Omit<UsageCount, 'day'> & { at: string }

/** Identity adds the counts to those of their days. */
export const RecordUsage = peerOperation<
  { recordUsage: boolean | null },
  { input: { counts: SentCount[] } }
>(`mutation ($input: RecordUsageInput!) { recordUsage(input: $input) }`)

export interface UsageDelivery {
  start(): void
  /** Delivers once more, for a second at most. */
  stop(): Promise<void>
}

export interface DeliveryOptions {
  counter: UsageCounter
  /** To Identity, in this process or over HTTP. */
  connect: PeerConnection
  log: Log
  /** Milliseconds between two deliveries; undefined: a minute. */
  everyMs?: number | undefined
}

const EVERY_MS = 60_000
const LAST_MS = 1_000
/** In one call, as Identity accepts them. */
const MOST_COUNTS = 1_000
/** The largest Int of GraphQL. */
const MOST_TIMES = 2 ** 31 - 1

/**
 * What one call delivers is counted. Where the answer is lost, it is delivered again, so a count may
 * be too high; a coordinate that was asked for is never missing.
 */
export function createUsageDelivery(options: DeliveryOptions): UsageDelivery {
  const { counter, log, everyMs = EVERY_MS } = options
  let away = false
  let stopWorkers = () => Promise.resolve()

  const deliver = async (): Promise<void> => {
    const taken = counter.take()
    for (let at = 0; at < taken.length; at += MOST_COUNTS) {
      try {
        await send(options, taken.slice(at, at + MOST_COUNTS))
        away = false
      } catch (error) {
        counter.add(taken.slice(at))
        // Once for an outage, or for an Identity of an earlier version, which has no such operation.
        if (!away) log.warn({ err: error }, 'usage is not delivered to Identity yet: it is kept')
        away = true
        return
      }
    }
  }

  return {
    start() {
      const work = [{ name: 'deliver usage', everyMs, run: deliver }]
      const workers = startWorkers(work, () => undefined, log)
      stopWorkers = () => workers.stop()
    },
    async stop() {
      const last = stopWorkers().then(deliver)
      const late = delay(LAST_MS, true, { ref: false })
      const isLate = await Promise.race([last, late])
      if (isLate || counter.take().length > 0) log.warn('the last usage was not delivered')
    },
  }
}

async function send({ connect, log }: DeliveryOptions, counts: UsageCount[]): Promise<void> {
  // The delivery logs an outage once; the connection would log each attempt.
  const quiet = log.child({}, { level: 'silent' })
  const { identity } = bindPeers(new Map([['identity', connect]]), systemCaller(quiet))
  const { recordUsage } = await identity!(RecordUsage, { input: { counts: counts.map(toSent) } })
  if (recordUsage !== true) throw new Error('Identity did not record usage.')
}

function toSent({ day, count, ...row }: UsageCount): SentCount {
  return { ...row, at: `${day}T00:00:00.000Z`, count: Math.min(count, MOST_TIMES) }
}
