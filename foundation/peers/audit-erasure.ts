// What waits for Identity's audit trail about a person who leaves.
import { sql, type Kysely } from 'kysely'
import { ROWS_AT_ONCE } from '#foundation/database/person-rows.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

interface Erasure {
  identityId: string
  tombstone: string
}

/** Puts the tombstone in the place of a person, and leaves out where they were. */
export async function eraseFromAudit<Tables extends AuditOutboxTables>(
  db: Kysely<Tables>,
  erasure: Erasure,
): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined;) {
    last = await erasePage(db, erasure, last)
  }
}

/** Of the entries after that one, as many as one statement reads. Returns the last of them. */
async function erasePage<Tables>(
  db: Kysely<Tables>,
  { identityId, tombstone }: Erasure,
  after: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with page as (
      select id from audit_outbox where id > ${after} order by id limit ${sql.lit(ROWS_AT_ONCE)}
    ), erased as (
      update audit_outbox as entry set
        identity_id = case when identity_id = ${identityId} then ${tombstone} else identity_id end,
        address = case when details ->> 'by' = ${identityId} then 'erased' else address end,
        details = replace(details::text, ${identityId}, ${tombstone})::jsonb
      from page
      where entry.id = page.id
        and (identity_id = ${identityId} or strpos(details::text, ${identityId}) > 0)
    )
    select id from page order by id desc limit 1`.execute(db)
  return rows[0]?.id
}
