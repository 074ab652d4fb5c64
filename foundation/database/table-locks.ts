// Locks of whole tables, for migrations that run while processes of the version before serve.
import { sql, type Kysely } from 'kysely'

/**
 * Locks tables until the transaction ends, so that nobody else reads or writes them. Processes that serve
 * lock tables one by one and in several orders: whoever waits for one while holding another may be in a
 * deadlock with them. So no wait here is as long as PostgreSQL's `deadlock_timeout` of a second, also of
 * ten tables together; after it all tables are given back and tried again. Where that does not help for
 * half a minute, since they never pause, PostgreSQL decides who gives way.
 */
export async function lockTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  const lock = sql`lock table ${sql.join(tables.map((table) => sql.table(table)))}`
  await sql`
    do $$
      begin
        for attempt in 1..200 loop
          begin
            set local lock_timeout = '100ms';
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
