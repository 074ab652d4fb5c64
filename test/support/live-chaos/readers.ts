// Readers of `/api/events`, who continue after their last cursor at either process of a service.
import { setTimeout as delay } from 'node:timers/promises'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import { send } from '#test/http.ts'
import type { LiveSystem } from './chaos-system.ts'
import type { Actor } from './chaos-world.ts'
import { pick } from './writers.ts'

interface ReadEvent {
  position: number
  type: string
}

export interface Reader {
  service: string
  actor: Actor
  /** The position after which it began. */
  start: number
  /** Up to where it has read. */
  position: number
  events: ReadEvent[]
  gaps: number
  /** Requests without a page. */
  failures: number
  unexpected: unknown[]
  ended: Promise<void>
}

const WAIT_S = 5
const RETRY_MS = 200

/** Begins at the end of the log. */
export async function readEventsOf(
  system: LiveSystem,
  service: string,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
): Promise<Reader> {
  const [address] = system.addresses(service)
  const { body } = await send(`${address}/api/events`, { token: actor.token })
  const start = decodeEventCursor(body.next as string).position
  const reader: Reader = {
    service,
    actor,
    start,
    position: start,
    events: [],
    gaps: 0,
    failures: 0,
    unexpected: [],
    ended: Promise.resolve(),
  }
  reader.ended = follow(system, reader, { after: body.next as string, signal })
  return reader
}

async function follow(
  system: LiveSystem,
  reader: Reader,
  { after, signal }: { after: string; signal: AbortSignal },
): Promise<void> {
  let cursor = after
  while (!signal.aborted) {
    const next = await readPage(system, reader, { cursor, signal }).catch(() => undefined)
    cursor = next ?? cursor
    if (next !== undefined || signal.aborted) continue
    reader.failures += 1
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function readPage(
  system: LiveSystem,
  reader: Reader,
  { cursor, signal }: { cursor: string; signal: AbortSignal },
): Promise<string | undefined> {
  const query = new URLSearchParams({ after: cursor, wait: String(WAIT_S), limit: '100' })
  const url = `${pick(system.addresses(reader.service))}/api/events?${query}`
  const { status, body } = await send(url, { token: reader.actor.token, signal })
  if (status !== 200) {
    if (!body.error?.details?.retry) reader.unexpected.push(body)
    return undefined
  }
  if (body.gap) reader.gaps += 1
  for (const { cursor: own, type } of body.events) {
    reader.events.push({ position: decodeEventCursor(own as string).position, type })
  }
  reader.position = decodeEventCursor(body.next as string).position
  return body.next as string
}
