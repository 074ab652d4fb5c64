// The metrics of the database, the backlogs and the event log of a service.
import type { Kysely } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import {
  readBacklogs,
  type Backlog,
  type BacklogKind,
  type WaitingRows,
} from '#foundation/database/outboxes/backlog.ts'
import { measureConnections } from '#foundation/database/database-load.ts'
import { checkDatabase } from '#foundation/database/connections/probe-pools.ts'
import { isOfStandby } from '#foundation/database/outages/transient-failure.ts'
import type { EventFeed } from '#foundation/events/event-feed.ts'
import { boundedReading } from '#foundation/telemetry/metrics/bounded-reading.ts'
import { measureSteps } from '#foundation/telemetry/metrics/step-metrics.ts'
import { addGauge } from '#foundation/telemetry/metrics/read-gauge.ts'

export interface MeasuredService {
  name: string
  db: Kysely<unknown>
  feed: Pick<EventFeed, 'lagSeconds' | 'watcherCount'>
  backlogs: readonly Backlog[]
  now: () => Date
}

const ROLES = ['primary', 'standby', 'unavailable'] as const

interface DatabaseState {
  role: (typeof ROLES)[number]
  /** The backlogs; empty unless the database is the primary. */
  waiting: readonly WaitingRows[]
}

type ReadState = () => Promise<DatabaseState>

/** Adds the metrics of a running service. Those that need its database are read when somebody scrapes. */
export function measureService(service: MeasuredService, registry: Registry): void {
  const { db, feed, name, now } = service
  measureSteps(name, registry)
  measureConnections(db, registry)
  measureEvents(feed, registry)
  const read = boundedReading(() => readState(service))
  const state: ReadState = async () => (await read()) ?? UNAVAILABLE
  measureRole(state, registry)
  measureOutboxes(state, now, registry)
  measurePersonalData(state, now, registry)
}

const UNAVAILABLE: DatabaseState = { role: 'unavailable', waiting: [] }

/** A standby refuses connections (standby.ts). */
async function readState({ db, backlogs }: MeasuredService): Promise<DatabaseState> {
  try {
    if (backlogs.length > 0) return { role: 'primary', waiting: await readBacklogs(db, backlogs) }
    await checkDatabase(db)
    return { role: 'primary', waiting: [] }
  } catch (error) {
    return isOfStandby(error) ? { role: 'standby', waiting: [] } : UNAVAILABLE
  }
}

function measureRole(state: ReadState, registry: Registry): void {
  addGauge(registry, {
    name: 'database_role',
    help: '1 for what the database of the service is: the primary, a standby, or unavailable.',
    labelNames: ['role'],
    async read(gauge) {
      const { role: current } = await state()
      for (const role of ROLES) gauge.set({ role }, role === current ? 1 : 0)
    },
  })
}

function measureOutboxes(state: ReadState, now: () => Date, registry: Registry): void {
  addGauge(registry, {
    name: 'outbox_rows',
    help: 'Rows that wait for their delivery; 10,000 stands for that many or more.',
    labelNames: ['outbox'],
    read: async (gauge) => setEach(gauge, 'outbox', await ofKind(state, 'outbox'), countOf),
  })
  addGauge(registry, {
    name: 'outbox_oldest_age_seconds',
    help: 'How long the oldest row of an outbox has waited.',
    labelNames: ['outbox'],
    read: async (gauge) => setEach(gauge, 'outbox', await ofKind(state, 'outbox'), ageAt(now())),
  })
}

/** Adds the metrics of tasks about personal data. Their label is `peer`, because every metric has `service`. */
function measurePersonalData(state: ReadState, now: () => Date, registry: Registry): void {
  const tasks = () => ofKind(state, 'personal_data')
  addGauge(registry, {
    name: 'personal_data_tasks',
    help: 'Exports and deletions of personal data that wait for a service; 10,000 stands for that many or more.',
    labelNames: ['peer'],
    read: async (gauge) => setEach(gauge, 'peer', await tasks(), countOf),
  })
  addGauge(registry, {
    name: 'personal_data_tasks_oldest_age_seconds',
    help: 'How long the oldest export or deletion has waited for a service.',
    labelNames: ['peer'],
    read: async (gauge) => setEach(gauge, 'peer', await tasks(), ageAt(now())),
  })
}

async function ofKind(state: ReadState, kind: BacklogKind): Promise<WaitingRows[]> {
  return (await state()).waiting.filter((rows) => rows.kind === kind)
}

function countOf({ count }: WaitingRows): number {
  return count
}

function ageAt(now: Date): (rows: WaitingRows) => number {
  return ({ oldestSince: since }) =>
    since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1_000
}

function setEach<Label extends string>(
  gauge: Gauge<Label>,
  label: Label,
  waiting: readonly WaitingRows[],
  valueOf: (rows: WaitingRows) => number,
): void {
  // While the database is unavailable, earlier values would be wrong.
  gauge.reset()
  for (const rows of waiting) {
    gauge.set({ [label]: rows.of } as Record<Label, string>, valueOf(rows))
  }
}

function measureEvents(feed: MeasuredService['feed'], registry: Registry): void {
  addGauge(registry, {
    name: 'event_log_lag_seconds',
    help: 'How long ago this process last got to the end of the event log, numbering it, or reading it for subscribers.',
    labelNames: ['step'],
    read(gauge) {
      for (const [step, seconds] of Object.entries(feed.lagSeconds())) gauge.set({ step }, seconds)
    },
  })
  addGauge(registry, {
    name: 'event_log_subscribers',
    help: 'Subscriptions and long polls that wait for events of the service in this process.',
    read: (gauge) => gauge.set(feed.watcherCount()),
  })
}
