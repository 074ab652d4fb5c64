// Delivers usage counts to Identity, every minute and at shutdown, and keeps them during an outage.
import { setTimeout as delay } from 'node:timers/promises'
import { systemCaller } from '#foundation/auth/caller.ts'
import { MAX_INT } from '#foundation/domain/bounds.ts'
import {
  asReported,
  DomainError,
  ignoreReported,
  isReported,
  issuesOf,
} from '#foundation/domain/errors.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import { peerOperation, bindPeer, type PeerConnection } from '#foundation/peers/peers.ts'
import { startWorkers } from '#foundation/process/workers.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { UsageCount, UsageCounter } from './counter.ts'

type SentCount = Omit<UsageCount, 'day'> & { at: string }

/** Adds the counts to those that Identity has of the same day. */
export const RecordUsage = peerOperation<
  { recordUsage: boolean | null },
  { input: { counts: SentCount[] } }
>(`mutation ($input: RecordUsageInput!) { recordUsage(input: $input) }`)

export interface UsageDelivery {
  start(): void
  /** Delivers once more, within at most one second. */
  stop(): Promise<void>
}

export interface DeliveryOptions {
  counter: UsageCounter
  /** The connection to Identity, in this process or over HTTP. */
  connect: PeerConnection
  log: Log
  /** Milliseconds between two deliveries; a minute by default. */
  everyMs?: number | undefined
}

const EVERY_MS = 60_000
const LAST_MS = 1_000
/** The maximum number of rounds between two attempts during an outage. */
const MAX_ROUNDS = 8
/** The maximum number of counts that Identity accepts in one call. */
const MAX_BATCH_SIZE = 1_000

/**
 * Delivers at least once: if a response is lost, the batch is sent again, so counts may be too high.
 * Drops a batch that Identity refuses, because it would be refused each time.
 */
export function createUsageDelivery(options: DeliveryOptions): UsageDelivery {
  const { counter, log, everyMs = EVERY_MS } = options
  const backoff = createBackoff()
  let stopWorkers = () => Promise.resolve()

  /** Delivers all counts. @throws the reported failure */
  const deliver = async (): Promise<void> => {
    const taken = counter.take()
    for (let at = 0; at < taken.length; at += MAX_BATCH_SIZE) {
      const batch = taken.slice(at, at + MAX_BATCH_SIZE)
      try {
        await send(options, batch).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
          const lost = { err: error, counts: batch.length }
          log.warn(lost, 'Identity refused a batch of usage: its counts are lost')
        })
        backoff.succeeded()
      } catch (error) {
        counter.add(taken.slice(at))
        // Log once per outage, or once for an Identity of another version without this operation.
        const isFirst = backoff.failed()
        if (isFirst && !isReported(error))
          log.warn(loggedError(error), 'usage is not delivered to Identity yet: it is kept')
        throw asReported(error as Error)
      }
    }
  }

  return {
    start() {
      const run = () => (backoff.isDue() ? deliver() : Promise.resolve())
      const work = [{ name: 'deliver usage', everyMs, run }]
      const workers = startWorkers(work, () => undefined, log)
      stopWorkers = () => workers.stop()
    },
    async stop() {
      const last = stopWorkers().then(deliver).catch(ignoreReported)
      const late = delay(LAST_MS, true, { ref: false })
      const isLate = await Promise.race([last, late])
      if (isLate || counter.take().length > 0) log.warn('the last usage was not delivered')
    },
  }
}

/** Decides which rounds make an attempt: after failures in a row the next, the 2nd, the 4th, then every 8th. */
function createBackoff() {
  let failures = 0
  let waiting = 0
  return {
    isDue: () => waiting === 0 || (waiting -= 1) === 0,
    succeeded: () => void (failures = 0),
    /** Returns true for the first failure in a row. */
    failed(): boolean {
      waiting = Math.min(2 ** failures, MAX_ROUNDS)
      failures += 1
      return failures === 1
    },
  }
}

/** True if the counts are invalid. An Identity of another version refuses the document instead. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    error.extensions.code === 'VALIDATION_ERROR' &&
    issuesOf(error).every(({ field }) => field !== 'query')
  )
}

async function send({ connect, log }: DeliveryOptions, counts: UsageCount[]): Promise<void> {
  // The delivery logs once for each outage; the connection would log each attempt.
  const quiet = log.child({}, { level: 'silent' })
  const identity = bindPeer('identity', connect, systemCaller(quiet))
  const { recordUsage } = await identity(RecordUsage, { input: { counts: counts.map(toSent) } })
  if (recordUsage !== true) throw new Error('Identity did not record usage.')
}

function toSent({ day, count, ...row }: UsageCount): SentCount {
  return { ...row, at: `${day}T00:00:00.000Z`, count: Math.min(count, MAX_INT) }
}
