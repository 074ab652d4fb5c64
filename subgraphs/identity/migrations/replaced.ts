// The migrations of commit 76f07557, and the differences that they left, which are removed here.
import { sql, type Kysely } from 'kysely'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

const names = [
  '0001-identities',
  '0002-credential-versions',
  '0003-wallets',
  '0004-authorization',
  '0005-admin-keys-newest-first',
  '0006-administrators-newest-first',
  '0007-usernames-and-reauthentication',
  '0008-system-identity',
  '0009-field-usage',
  '0010-row-counts',
  '0011-life-cycles',
  '0012-finding',
  '0013-idempotency-keys',
  '0013-mail-and-recovery',
  '0014-apps',
  '0015-claims',
  '0016-second-factor',
  '0017-step-up',
  '0018-accounts',
  '0019-leaving',
  '0020-steady-leaving',
  '0021-refreshing-in-place',
  '0022-account-claims',
  '0023-hidden-name-changes',
  '0024-client-search',
  '0025-events',
  '0026-event-positions',
  '0027-sealed-secrets',
  '0028-contested-claims',
  '0029-numbering-in-order',
]

export const replaced = replacedMigrations(names, async (db) => {
  await validateConstraints(db)
  await dropSessionTrigger(db)
})

const UNVALIDATED = [
  ['identities', 'system_identity_is_nobody'],
  ['identities', 'who_left_stays_away'],
  ['xp_grants', 'corrections_alone_take'],
  ['passwords', 'passwords_of_people'],
  ['passkeys', 'passkeys_of_people'],
  ['wallets', 'wallets_of_people'],
  ['sessions', 'sessions_of_people'],
  ['consents', 'consents_of_people'],
  ['grants', 'grants_of_people'],
] as const

/** Validates constraints that were added as not valid. Other processes can read and write the tables meanwhile. */
async function validateConstraints(db: Kysely<unknown>): Promise<void> {
  for (const [table, constraint] of UNVALIDATED) {
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(constraint)}`.execute(
      db,
    )
  }
}

/** Drops the trigger that added sign-in methods to sessions of earlier processes, which did not store them. */
async function dropSessionTrigger(db: Kysely<unknown>): Promise<void> {
  await lockTables(db, ['sessions'])
  await sql`
    drop trigger sessions_describe on sessions;
    drop function describe_session();
    drop function methods_of(text)`.execute(db)
}
