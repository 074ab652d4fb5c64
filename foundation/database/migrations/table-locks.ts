// Table locks for migrations that run while processes of the previous version serve.
import { sql, type Kysely } from 'kysely'

/**
 * Locks tables until the transaction ends, so that no other process reads or writes them. Serving processes
 * lock tables one by one in various orders, so waiting for one table while holding another can deadlock.
 * Therefore all waits together, even for nineteen tables, are shorter than PostgreSQL's `deadlock_timeout` of
 * a second; then all tables are released and tried again. After half a minute, it waits until PostgreSQL
 * resolves the deadlock.
 */
export async function lockTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  const lock = sql`lock table ${sql.join(tables.map((table) => sql.table(table)))}`
  await sql`
    do $$
      begin
        for attempt in 1..300 loop
          begin
            set local lock_timeout = '50ms';
            ${lock};
            set local lock_timeout = 0;
            return;
          exception when lock_not_available then
            perform pg_sleep(random() * 0.1);
          end;
        end loop;
        ${lock};
      end
    $$`.execute(db)
}
