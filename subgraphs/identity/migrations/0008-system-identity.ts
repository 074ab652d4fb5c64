// The identity of the system itself, corrections of xp, and what nobody can give that identity.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/table-locks.ts'
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
 * Its username is `ecosystem`, or the first of `ecosystem_`, `ecosystem__` … that nobody has or may go
 * back to: whoever had such a name before it was reserved keeps it, and nobody gets one any more.
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
 * Whoever writes, and with whatever program: it cannot sign in, has no power and earns nothing. The rows
 * of before are not read, while nobody else can: none is of an identity that has just been added.
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

/** A correction has a reason, and may take. The grants of before take nothing, and are not read either. */
async function correctXp(db: Kysely<unknown>): Promise<void> {
  await sql`alter table xp_grants add column reason text`.execute(db)
  await sql`
    alter table xp_grants drop constraint xp_grants_amount_check,
      add constraint corrections_alone_take check (amount >= 0 or reason is not null) not valid`.execute(
    db,
  )
}
