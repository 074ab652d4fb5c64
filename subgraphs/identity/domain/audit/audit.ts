// The audit trail: decisions about access, by whom and from where. It contains no secrets.
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import {
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import type { AuditEvent, IdentityTables } from '../../tables.ts'
import type { AuditKind } from '../../tables/audit-entries.ts'
import { noticeOf } from './notice.ts'

export interface AuditEntry {
  kind: AuditKind
  identityId?: string | null
  clientId?: string | null
  details?: Record<string, unknown>
}

/** The origin of an entry: a request or a command. */
export interface AuditSource {
  db: Db<IdentityTables>
  now: () => Date
  address: string
  requestId: string
}

/** The entry as a row, for a statement that inserts it along with the change it records. */
export function auditRow(
  { now, address, requestId }: Omit<AuditSource, 'db'>,
  { kind, identityId = null, clientId = null, details = {} }: AuditEntry,
) {
  const event = { id: newId('audit'), at: now(), kind, identityId, clientId, address, requestId }
  return { ...event, details: JSON.stringify(details) }
}

/** Records an entry, and sends its person a notice if the entry is one of `REPORTED`. */
export async function recordAudit(source: AuditSource, entry: AuditEntry): Promise<void> {
  await source.db.insertInto('auditEvents').values(auditRow(source, entry)).execute()
  await noticeOf(source, entry)
}

export interface AuditFilter {
  identityId?: string | null | undefined
  clientId?: string | null | undefined
  kind?: AuditKind | null | undefined
}

/** Entries, newest first, optionally of one person, client or kind. */
export function listAuditEvents(
  { db }: IdentityContext,
  { identityId, clientId, kind }: AuditFilter,
  page: PageArguments,
): Promise<Connection<AuditEvent>> {
  let events = db.selectFrom('auditEvents').selectAll()
  if (identityId) events = events.where('identityId', '=', identityId)
  if (clientId) events = events.where('clientId', '=', clientId)
  if (kind) events = events.where('kind', '=', kind)
  const total = identityId || clientId || kind ? undefined : () => readRowCount(db, 'audit_events')
  return paginate(db, events, page, ({ at, id }) => ({ at, id }), LATEST_FIRST, { total })
}

/** The kinds that are recorded, by one index lookup per kind. */
export async function listAuditKinds({ db }: Pick<IdentityContext, 'db'>): Promise<AuditKind[]> {
  const { rows } = await reads(sql<{ kind: AuditKind }>`
    with recursive kinds as (
      (select kind from audit_events order by kind limit 1)
      union all
      select (select kind from audit_events where kind > kinds.kind order by kind limit 1)
      from kinds where kinds.kind is not null
    )
    select kind from kinds where kind is not null`).execute(db)
  return rows.map(({ kind }) => kind)
}

const LATEST_FIRST = { column: 'at', id: 'id', direction: 'desc' } as const
