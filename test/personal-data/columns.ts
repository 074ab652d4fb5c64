// What happens to each column that could hold an id, a name or a text of a person when they leave: tables that several
// services have. Those of one service are in its tested-service.ts.

/** The columns of a table, separated by spaces. */
export interface Table {
  /** Erased, or replaced by a tombstone: a test of the service looks for the person in all of them. */
  person?: string
  /** Texts that people or administrators wrote and others rely on: they stay. */
  texts?: string
  /** About no person: ids of other things, states and content. */
  others?: string
}

/** Those of every service. Events that name a person are erased with them; what stays is the hash of the id. */
export const SHARED: Record<string, Table> = {
  idempotency_keys: {
    person: 'identity_id answer',
    // An outcome is the id of the row that a phase has written.
    others: 'client_id field key fingerprint holder outcomes',
  },
  events: { person: 'subject_id related audience_id', others: 'kind subject_type audience' },
  event_eras: { others: 'id database' },
}
export const AUDIT: Record<string, Table> = {
  audit_outbox: {
    person: 'identity_id address details',
    others: 'id kind client_id request_id',
  },
}
/** The hash of an id, so that the person does not come back. */
export const ERASED: Record<string, Table> = { erased_people: { others: 'hash' } }
export const MIGRATIONS: Record<string, Table> = {
  kysely_migration: { others: 'name timestamp' },
  kysely_migration_lock: { others: 'id' },
}
