// For migrations: the function of a service's database that gives committed events their positions.
import { sql, type Kysely } from 'kysely'

/** How many events the function numbers at once. */
export const NUMBERING_BATCH = 1_000
/** How many eras a log keeps. Cursors of older ones have a gap. */
const MAX_ERAS = 100

/**
 * The database as it is now, with the transaction that wrote the last era. A restored data folder and a promoted
 * standby have another start of the server, a copy made by the server another oid, and restored rows another xmin.
 */
const DATABASE = (xmin: string) => `concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
  (select oid from pg_database where datname = current_database()), ${xmin})`

/** The statement that begins an era, as SQL. */
export const openEra = (number: string, afterPosition: string) => `
  insert into event_eras (number, id, database, after_position)
  values (${number}, left(replace(gen_random_uuid()::text, '-', ''), 16),
    ${DATABASE('pg_current_xact_id()::xid')}, ${afterPosition})`

/**
 * Creates `number_events`. As a function, the whole turn of a numberer is one statement, so that
 * a process that hangs holds no lock. Each of its statements sees what was committed while it waited for the lock.
 *
 * Every call looks at all events without a position, so that one that commits late comes before those that waited for
 * it. Until the next vacuum, their index has a dead entry for each one that got a position. An index scan marks these,
 * and the next one skips them; a bitmap scan reads them all each time.
 */
export async function createNumberingFunction(db: Kysely<unknown>): Promise<void> {
  // Without sequential scans, because a plan that was made for a small table would stay while the log grows.
  await sql
    .raw(
      `create function number_events(at timestamptz) returns integer language plpgsql
       set search_path from current set enable_seqscan = off set enable_bitmapscan = off as $$
         declare
           log event_log;
           era record;
           numbered integer;
           last bigint;
         begin
           select * into log from event_log for update;
           -- Readers see only positions that survive a crash, and with them all commits before.
           if current_setting('synchronous_commit') = 'off' then
             perform set_config('synchronous_commit', 'on', true);
           end if;
           select number, database = ${DATABASE('xmin')} as is_current into era
           from event_eras order by number desc limit 1;
           if era.is_current is not true then
             ${openEra('coalesce(era.number, 0) + 1', 'log.last_position')};
             delete from event_eras where number <= era.number + 1 - ${MAX_ERAS};
           end if;
           with next as (
             select tid, place from unnest(array(
               select ctid from events where position is null order by id limit ${NUMBERING_BATCH}
             )) with ordinality as unnumbered (tid, place)
           ), numbering as (
             update events set position = log.last_position + place, numbered_at = at
             from next where events.ctid = tid
             returning position
           )
           select count(*), max(position) into numbered, last from numbering;
           if numbered > 0 then
             update event_log set last_position = last;
           end if;
           return numbered;
         end
       $$`,
    )
    .execute(db)
}
