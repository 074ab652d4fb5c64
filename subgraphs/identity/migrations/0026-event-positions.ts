// How far Identity has read the event logs of the other services, and an index for the events of one person.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const eventPositions: Migration = {
  async up(db) {
    await sql`
      create table event_positions (
        service text primary key,
        cursor text not null
      )`.execute(db)
    // An event enters it when it is numbered, so the transaction that writes the event pays nothing for it.
    await sql`
      create index events_of_an_owner on events (audience_id, position)
      where audience = 'owner' and position is not null`.execute(db)
  },
}
