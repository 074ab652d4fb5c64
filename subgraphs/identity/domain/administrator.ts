// Who is an administrator, now and not when their token was issued.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database.ts'
import type { Viewer } from '#foundation/viewer.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { recordAudit, type AuditEntry } from './audit.ts'

/** What an administrative change needs. A command makes it for nobody: it has no viewer. */
export type Administration = Pick<
  IdentityContext,
  'db' | 'now' | 'address' | 'requestId' | 'viewer'
>

/** Records an administrative change, and who made it, in the transaction that makes it. */
export function recordChange(
  ctx: Administration,
  trx: Transaction<IdentityTables>,
  entry: AuditEntry,
): Promise<void> {
  const details = { ...entry.details, by: ctx.viewer?.identityId }
  return recordAudit({ ...ctx, db: trx }, { ...entry, details })
}

/** A person of that role, or a client that stands for nobody and may have `admin`; none disabled. */
export async function isAdministrator(
  { db }: IdentityContext,
  { identityId, clientId }: Pick<Viewer, 'identityId' | 'clientId'>,
): Promise<boolean> {
  const person = db
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
  const client = db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(scopes)`)
  const found = await (identityId === clientId ? client : person).executeTakeFirst()
  return found !== undefined
}
