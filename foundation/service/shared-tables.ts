// The tables that every service has: its idempotency keys and its event log.
import type { Migration } from 'kysely/migration'
import { createEventLog } from '#foundation/events/migration.ts'
import { createIdempotencyKeys } from '#foundation/idempotency/keys.ts'

/** List it first in the migrations of a service. */
export const sharedTables: Migration = {
  async up(db) {
    await createIdempotencyKeys(db)
    await createEventLog(db)
  },
}
