// Delivers administrative changes of a service to Identity's audit trail: written in the
// transaction of the change, and delivered by a worker.
import { sql, type ColumnType, type Generated, type Kysely, type Selectable } from 'kysely'
import type { Caller } from '#foundation/auth/caller.ts'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Hideable } from '#foundation/domain/moderation.ts'
import { peerOperation, type Peer } from '#foundation/peers/peers.ts'
import type { Worker } from '#foundation/process/workers.ts'
import { createOutage } from '#foundation/process/outage.ts'

export interface AuditEntry {
  /** One of the kinds that Identity accepts from other services. */
  kind: string
  /** The person it concerns, if any. */
  identityId?: string
  details: Record<string, unknown>
}

/** The table of undelivered audit entries, for the tables of a service that records administrative changes. */
export interface AuditOutboxTables {
  auditOutbox: AuditOutboxTable
}

interface AuditOutboxTable {
  id: string
  at: Date
  kind: string
  identityId: string | null
  clientId: string | null
  address: string
  requestId: string
  details: ColumnType<Record<string, unknown>, string, never>
  attempts: Generated<number>
  nextAttemptAt: Date
}

/** For a migration: creates the table of undelivered audit entries. */
export async function createAuditOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_outbox (
      id text primary key,
      at timestamptz(3) not null,
      kind text not null,
      identity_id text,
      client_id text,
      address text not null,
      request_id text not null,
      details jsonb not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null
    );
    create index audit_outbox_due on audit_outbox (next_attempt_at)`.execute(db)
}

/** Identity's limit for IP addresses, because a proxy may forward one that the caller made up. */
const MAX_ADDRESS_LENGTH = 200

/** The source of a change: a request, or a command, which has no viewer. */
export type AuditSource = Pick<Caller, 'viewer' | 'address' | 'requestId'> & { now: () => Date }

/** The object that was hidden or shown: its type, its id, and the person it concerns, if any. */
interface Moderated {
  type: string
  id: string
  identityId?: string
}

/** Records that an administrator hid an object, and why, or showed it again. */
export function recordModeration<Tables extends AuditOutboxTables>(
  source: AuditSource,
  trx: Transaction<Tables>,
  { type, id, identityId }: Moderated,
  { hiddenAt, hiddenReason }: Hideable,
): Promise<void> {
  return recordAudit(source, trx, {
    kind: hiddenAt ? 'content_hidden' : 'content_shown',
    ...(identityId !== undefined && { identityId }),
    details: { type, id, ...(hiddenReason !== null && { reason: hiddenReason }) },
  })
}

/** Records a change and who made it, in the transaction of the change. */
export async function recordAudit<Tables extends AuditOutboxTables>(
  { viewer, address, requestId, now }: AuditSource,
  trx: Transaction<Tables>,
  { kind, identityId, details }: AuditEntry,
): Promise<void> {
  const at = now()
  await (trx as unknown as Transaction<AuditOutboxTables>)
    .insertInto('auditOutbox')
    .values({
      id: newId('audit'),
      at,
      kind,
      identityId: identityId ?? null,
      clientId: viewer?.clientId ?? null,
      address: address.slice(0, MAX_ADDRESS_LENGTH),
      requestId,
      details: JSON.stringify({ ...details, by: viewer?.identityId }),
      nextAttemptAt: at,
    })
    .execute()
}

type AuditRow = Selectable<AuditOutboxTable>
type AuditEvent = Omit<AuditRow, 'at' | 'attempts' | 'nextAttemptAt'> & { at: string }

/** Sends an audit event to Identity; list it in the `peers` of a service that records administrative changes. */
export const RecordAuditEvent = peerOperation<{ recordAuditEvent: boolean }, { event: AuditEvent }>(
  `mutation RecordAuditEvent($event: AuditEventInput!) { recordAuditEvent(event: $event) }`,
)

interface DeliveryContext extends Pick<Caller, 'log'> {
  db: Kysely<AuditOutboxTables>
  peers: Readonly<Record<'identity', Peer>>
  now: () => Date
}

/** The worker that delivers audit events; Identity deduplicates them by id. List it in the `workers` of a service. */
export function auditDelivery<C>(): Worker<C> {
  return {
    name: 'deliver audit events',
    everyMs: 2_000,
    run: (ctx, stopping) => deliver(ctx as unknown as DeliveryContext, stopping),
  }
}

/** The backlog of undelivered audit entries; list it in the `backlogs` of the service. */
export const auditBacklog = outboxBacklog({ table: 'auditOutbox', since: sql.ref('at') })

function deliver(ctx: DeliveryContext, stopping: AbortSignal): Promise<void> {
  const settle = (event: AuditRow) => deliverOne(ctx, event)
  return sweepOutbox(ctx, { table: 'auditOutbox', key: 'id', settle }, stopping)
}

const outage = createOutage('cannot deliver an audit event: will retry')

async function deliverOne(
  { db, log, peers }: DeliveryContext,
  { attempts: _attempts, nextAttemptAt: _nextAttemptAt, at, ...event }: AuditRow,
): Promise<void> {
  try {
    await peers.identity(RecordAuditEvent, { event: { ...event, at: at.toISOString() } })
    await db.deleteFrom('auditOutbox').where('id', '=', event.id).execute()
  } catch (error) {
    throw outage.deliveryFailed({ log }, error, { event: event.id })
  }
}
