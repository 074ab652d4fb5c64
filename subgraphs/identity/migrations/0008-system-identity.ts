// The system identity with its restrictions, and corrections of xp.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'

export const systemIdentity: Migration = {
  async up(db) {
    await lockTables(db, [
      'identities',
      'passwords',
      'passkeys',
      'wallets',
      'sessions',
      'consents',
      'grants',
      'xp_grants',
    ])
    await sql`
      alter table identities add column kind text not null default 'person'
      check (kind in ('person', 'system'))`.execute(db)
    await addSystemIdentity(db)
    await guardSystemIdentity(db)
    await correctXp(db)
  },
}

/**
 * Its username is `ecosystem`, or the first of `ecosystem_`, `ecosystem__` … that is neither taken
 * nor reserved for a previous owner. Existing names of this kind stay, and new ones are refused.
 */
async function addSystemIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into identities (id, username, display_name, house, archetype, kind)
    select ${sql.lit(ECOSYSTEM_ID)}, name, 'The Ecosystem', 'Aether', 'Keeper', 'system'
    from generate_series(0, 21) as underscores,
      lateral (select 'ecosystem' || repeat('_', underscores) as name) as candidate
    where not exists (select from identities as named where named.username = name)
      and not exists (select from username_reservations as held where held.username = name)
    order by underscores limit 1`.execute(db)
}

/**
 * Holds for every program that writes: this identity cannot sign in, has no role and earns nothing.
 * Existing rows are not validated, because none can belong to an identity just added.
 */
async function guardSystemIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identities add constraint system_identity_is_nobody check (
      kind = 'person' or (role = 'member' and xp = 0 and disabled_at is null)
    ) not valid`.execute(db)
  for (const table of ['passwords', 'passkeys', 'wallets', 'sessions', 'consents', 'grants']) {
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_of_people`)}
      check (identity_id <> ${sql.lit(ECOSYSTEM_ID)}) not valid`.execute(db)
  }
}

/**
 * A correction has a reason and may be negative. Existing grants are never negative, and are not
 * validated either.
 */
async function correctXp(db: Kysely<unknown>): Promise<void> {
  await sql`alter table xp_grants add column reason text`.execute(db)
  await sql`
    alter table xp_grants drop constraint xp_grants_amount_check,
      add constraint corrections_alone_take check (amount >= 0 or reason is not null) not valid`.execute(
    db,
  )
}
