// Copies the events of other services into a person's feed: into Identity's log, which `Subscription.mine` reads.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { encodeEventCursor } from '#foundation/events/event-cursor.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { Worker } from '#foundation/process/workers.ts'
import { createOutage } from '#foundation/process/outage.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import {
  loggingServices,
  readServiceEvents,
  type ServiceEvent,
  type ServiceEventPage,
} from './service-events.ts'

/** The owner of events that concern everybody, which is not the id of a person. */
export const EVERYBODY = '*'
/** The kind of the event that records the loss of events that Identity has not read. */
export const EVENTS_LOST = 'events.lost'

/** A cursor before all events: a page after it begins with the oldest event that is kept. */
const START_OF_LOG = encodeEventCursor({ era: 'start', position: 0 })
/** The pause between two readings, so that events in quick succession are read together. */
const PAUSE_MS = 250
/** The pause after a service did not respond. */
const RETRY_MS = 1_000
/** How long the other service holds a request until it has an event, in seconds. */
const WAIT_S = 5

/** A worker for each service, so that one that is down delays only its own events. */
export function eventReaders(services: readonly ServiceFacts[]): Worker<IdentityContext>[] {
  return loggingServices(services).map((service) => {
    const outage = createOutage(`cannot read the events of ${service}: they wait`)
    let retryAt = -Infinity
    let hasResponded = false
    const read = async (ctx: IdentityContext, stopping: AbortSignal) => {
      retryAt = performance.now() + RETRY_MS
      await copyEvents(ctx, service, { stopping, wait: WAIT_S })
      retryAt = -Infinity
      hasResponded = true
    }
    return {
      name: `read the events of ${service}`,
      everyMs: PAUSE_MS,
      async run(ctx, stopping) {
        if (performance.now() < retryAt) return
        // Before the first response, outages are not logged: the service may just start later. `/readyz` names it.
        if (!hasResponded) ctx.log.level = 'fatal'
        await outage.report(ctx, () => untilAborted(read(ctx, stopping), stopping))
      },
    }
  })
}

/** Stops waiting for `work` on a signal: a request may wait longer than this process may take to stop. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const abort = () => resolve()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([work, aborted])
  } finally {
    // Otherwise listeners would accumulate, because the signal lives as long as the process.
    signal.removeEventListener('abort', abort)
  }
}

/** Reads the log of a service from the last saved position to its end. */
export async function copyEvents(
  ctx: IdentityContext,
  service: string,
  { stopping, wait = 0 }: { stopping: AbortSignal; wait?: number },
): Promise<void> {
  let after = await findPosition(ctx, service)
  while (!stopping.aborted) {
    const page = await readNext(ctx, service, { after, wait })
    const { events, next, gap: isLost } = page
    if (next !== after) {
      const isSaved = await saveBatch(ctx, { service, after, next, events, isLost })
      if (!isSaved) return
    }
    if (!page.hasMore && !page.isFollowed) return
    after = next
  }
}

/** The next page. After a gap, it is the one at the end, because remaining events may have been copied before. */
async function readNext(
  ctx: IdentityContext,
  service: string,
  position: { after: string; wait: number },
): Promise<ServiceEventPage> {
  const page = await readServiceEvents(ctx, service, position)
  if (position.after === START_OF_LOG) return { ...page, gap: false }
  if (!page.gap) return page
  ctx.log.error({ peer: service }, 'the event log of a service has lost events')
  return { ...(await readServiceEvents(ctx, service, { after: null, wait: 0 })), gap: true }
}

async function findPosition({ db }: IdentityContext, service: string): Promise<string> {
  const positions = db.selectFrom('eventPositions').where('service', '=', service)
  const found = await positions.select('cursor').executeTakeFirst()
  return found?.cursor ?? START_OF_LOG
}

interface EventBatch {
  service: string
  /** The cursor before its events, and the one after them. */
  after: string
  next: string
  events: readonly ServiceEvent[]
  /** Whether the service has lost events before these. */
  isLost: boolean
}

/**
 * Saves the position and the events up to it in one transaction, so that each event is copied once.
 * @returns false if another process was first
 */
async function saveBatch(
  { db, events: feed }: IdentityContext,
  batch: EventBatch,
): Promise<boolean> {
  const isSaved = await db.transaction().execute(async (trx) => {
    if (!(await advance(trx, batch))) return false
    if (batch.isLost) await noteLoss(trx, batch.service)
    await insertOwned(trx, batch.events)
    return true
  })
  if (isSaved) feed.wake()
  return isSaved
}

/** Moves the position. Of several processes at the same position, only one succeeds. */
async function advance(
  trx: Transaction<IdentityTables>,
  { service, after, next }: EventBatch,
): Promise<boolean> {
  const advanced = await trx
    .insertInto('eventPositions')
    .values({ service, cursor: next })
    .onConflict((conflict) =>
      conflict
        .column('service')
        .doUpdateSet({ cursor: next })
        .where('eventPositions.cursor', '=', after),
    )
    .returning('service')
    .executeTakeFirst()
  return advanced !== undefined
}

/** Inserts the events that concern one person, except a person who has left, whose events are being erased. */
async function insertOwned(
  trx: Transaction<IdentityTables>,
  events: readonly ServiceEvent[],
): Promise<void> {
  const owned = events.filter(({ owner }) => owner !== null)
  if (owned.length === 0) return
  const rows = owned.map(({ type, subject, related, owner }) => ({
    kind: type,
    subject_type: subject.type,
    subject_id: subject.id,
    related,
    owner,
  }))
  await sql`
    insert into events (kind, subject_type, subject_id, related, audience, audience_id)
    select kind, subject_type, subject_id, related, 'owner', owner
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (kind text, subject_type text, subject_id text, related text[], owner text)
    ) with ordinality as event (kind, subject_type, subject_id, related, owner, place)
    where exists (select from identities where id = owner and left_at is null)
    order by place`.execute(trx)
}

async function noteLoss(trx: Transaction<IdentityTables>, service: string): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      kind: EVENTS_LOST,
      subjectType: 'Service',
      subjectId: service,
      audience: 'owner',
      audienceId: EVERYBODY,
      position: null,
      numberedAt: null,
    })
    .execute()
}
