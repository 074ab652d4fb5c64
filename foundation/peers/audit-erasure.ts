// Erases a person from audit entries that are not delivered yet.
import { sql, type Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

interface Erasure {
  identityId: string
  tombstone: string
}

/** Replaces a person's id with the tombstone, and removes their IP address. */
export async function eraseFromAudit<Tables extends AuditOutboxTables>(
  db: Kysely<Tables>,
  erasure: Erasure,
): Promise<void> {
  const outbox = db as unknown as Kysely<AuditOutboxTables>
  const entries = outbox.selectFrom('auditOutbox').select(['id', isAbout(erasure).as('isAbout')])
  const all = readsAlone(entries)
  for await (const { rows } of pagesOf('entries', all, { key: ['id'] })) {
    const ids = rows.filter((row) => row.isAbout).map(({ id }) => id)
    if (ids.length > 0) await eraseEntries(outbox, erasure, ids)
  }
}

function isAbout({ identityId }: Erasure) {
  return sql<boolean>`(
    coalesce(identity_id = ${identityId}, false) or strpos(details::text, ${identityId}) > 0
  )`
}

async function eraseEntries(
  db: Kysely<AuditOutboxTables>,
  { identityId, tombstone }: Erasure,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update audit_outbox set
      identity_id = case when identity_id = ${identityId} then ${tombstone} else identity_id end,
      address = case when details ->> 'by' = ${identityId} then 'erased' else address end,
      details = replace(details::text, ${identityId}, ${tombstone})::jsonb
    where id = any(${[...ids]})`.execute(db)
}
