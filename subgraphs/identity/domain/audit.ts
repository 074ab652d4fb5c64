// The audit trail: what was decided about access, by whom and from where. It holds no secret.
import type { Db } from '#foundation/database/database.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/database/pagination.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../context.ts'
import type { AuditEvent, IdentityTables } from '../tables.ts'
import type { ServiceAuditKind } from './service-audit.ts'

/** What is recorded; schema.graphql says of each what it means. */
export type AuditKind =
  | 'sign_up'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'session_ended'
  | 'password_changed'
  | 'username_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'consent_given'
  | 'consent_denied'
  | 'app_disconnected'
  | 'credential_issued'
  | 'token_issued'
  | 'token_refused'
  | 'token_revoked'
  | 'replay_detected'
  | 'client_refused'
  | 'client_registered'
  | 'client_secret_rotated'
  | 'client_disabled'
  | 'admin_key_added'
  | 'admin_key_revoked'
  | 'identity_disabled'
  | 'administrator_added'
  | 'administrator_removed'
  | 'xp_adjusted'
  | ServiceAuditKind

export interface AuditEntry {
  kind: AuditKind
  identityId?: string | null
  clientId?: string | null
  details?: Record<string, unknown>
}

/** Who is behind an entry: a request, or a command. */
export interface AuditSource {
  db: Db<IdentityTables>
  now: () => Date
  address: string
  requestId: string
}

/** The entry as a row, for a statement that writes it along with what it tells of. */
export function auditRow(
  { now, address, requestId }: Omit<AuditSource, 'db'>,
  { kind, identityId = null, clientId = null, details = {} }: AuditEntry,
) {
  const event = { id: newId('audit'), at: now(), kind, identityId, clientId, address, requestId }
  return { ...event, details: JSON.stringify(details) }
}

export async function recordAudit(source: AuditSource, entry: AuditEntry): Promise<void> {
  await source.db.insertInto('auditEvents').values(auditRow(source, entry)).execute()
}

export interface AuditFilter {
  identityId?: string | null | undefined
  clientId?: string | null | undefined
}

/** Newest first, of everybody or of one person or client. */
export function listAuditEvents(
  { db }: IdentityContext,
  { identityId, clientId }: AuditFilter,
  page: PageArguments,
): Promise<Connection<AuditEvent>> {
  let events = db.selectFrom('auditEvents').selectAll()
  if (identityId) events = events.where('identityId', '=', identityId)
  if (clientId) events = events.where('clientId', '=', clientId)
  return paginate(events, page, ({ at, id }) => ({ at, id }), {
    column: 'at',
    id: 'id',
    direction: 'desc',
  })
}
