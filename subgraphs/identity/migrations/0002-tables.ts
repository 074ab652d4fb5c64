// The tables of the ID service. Tokens, codes and cookies are stored as SHA-256, and passwords as argon2id.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { identityEventKinds } from '../events.ts'
import { createAdministration } from './administration.ts'
import { createApps } from './apps.ts'
import { createLeaving } from './leaving.ts'
import { createMail } from './mail.ts'
import { createPeople } from './people.ts'
import { createRecovery } from './recovery.ts'
import { createSignIn } from './sign-in.ts'

export const tables: Migration = {
  async up(db) {
    await createPeople(db)
    await createSignIn(db)
    await createApps(db)
    await createMail(db)
    await createRecovery(db)
    await createLeaving(db)
    await createAdministration(db)
    // The positions up to which the service has read the logs of others. An event of one person enters the index when
    // it is numbered, so the transaction that writes the event does not update the index.
    await sql`
      create table event_positions (
        service text primary key,
        cursor text not null
      );
      create index events_of_an_owner on events (audience_id, position)
      where audience = 'owner' and position is not null`.execute(db)
    await keepRowCounts(db, [
      { table: 'clients' },
      { table: 'admin_keys' },
      { table: 'audit_events' },
    ])
    await writeEvents(db, identityEventKinds)
  },
}
