// Entries of the audit trail that other services write, and deliver until they have arrived.
import { refuseIssues, textIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { AuditEvent, AuditKind } from '../tables.ts'
import { jsonIssues } from './json-bounds.ts'

/** What is recorded by services other than this one. */
const KINDS = [
  'content_added',
  'content_applied',
  'content_retired',
  'content_updated',
  'gold_adjusted',
] as const satisfies AuditKind[]

type NewEvent = Omit<AuditEvent, 'identityId' | 'clientId'> & {
  identityId?: string | null | undefined
  clientId?: string | null | undefined
}

/** Records an entry of the calling service once for its id. @throws VALIDATION_ERROR */
export async function recordAuditEvent(
  { db, service }: IdentityContext,
  { identityId = null, clientId = null, details, ...event }: NewEvent,
): Promise<boolean> {
  refuseIssues(eventIssues({ identityId, clientId, details, ...event }))
  await db
    .insertInto('auditEvents')
    .values({ ...event, identityId, clientId, details: JSON.stringify({ ...details, service }) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return true
}

function eventIssues(event: NewEvent): Issue[] {
  const { id, kind, identityId, clientId, address, requestId, details } = event
  return [
    ...textIssues('id', id, 200),
    ...((KINDS as readonly string[]).includes(kind)
      ? []
      : [{ field: 'kind', reason: `must be one of ${KINDS.join(', ')}` }]),
    ...textIssues('identityId', identityId, 200),
    ...textIssues('clientId', clientId, 200),
    ...textIssues('address', address, 200),
    ...textIssues('requestId', requestId, 200),
    ...jsonIssues('details', details),
  ]
}
