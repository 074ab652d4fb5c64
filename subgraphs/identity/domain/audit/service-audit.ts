// Audit entries that other services deliver, with retries.
import type { IdentityContext } from '../../context.ts'
import type { AuditEvent } from '../../tables.ts'

type NewEvent = Omit<AuditEvent, 'identityId' | 'clientId'> & {
  identityId?: string | null | undefined
  clientId?: string | null | undefined
}

/** Records an entry of the calling service once for its id. */
export async function recordAuditEvent(
  { db, service }: IdentityContext,
  { identityId = null, clientId = null, details, ...event }: NewEvent,
): Promise<boolean> {
  await db
    .insertInto('auditEvents')
    .values({ ...event, identityId, clientId, details: JSON.stringify({ ...details, service }) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return true
}
