// What callers of the router asked for, by day.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The primary key begins with the day, by which rows are read and deleted. */
export const fieldUsage: Migration = {
  async up(db) {
    await sql`
      create table field_usage (
        day date not null,
        client_id text not null,
        client_name text not null,
        coordinate text not null,
        count bigint not null check (count > 0),
        primary key (day, client_id, client_name, coordinate)
      )`.execute(db)
  },
}
