// Hashes of the ids of erased people, so that no late request brings them back.
import { sql, type Kysely } from 'kysely'
import { brokenConstraint } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'

/** Longer than any other service keeps undelivered rows. */
const RETENTION_MS = 365 * 24 * 3_600_000

/** The name of the constraint that such a row violates. */
const PERSON_HAS_LEFT = 'person_has_left'

/** A column into which other people or services write a person's id. */
interface PersonColumn {
  table: string
  column: string
  /** The statements that can write a new id into it. */
  events: 'insert' | `insert or update of ${string}`
}

/** For a migration: makes these columns refuse erased people. */
export async function refuseErasedPeople(
  db: Kysely<unknown>,
  columns: readonly PersonColumn[],
): Promise<void> {
  await sql`
    create table erased_people (hash bytea primary key, erased_at timestamptz(3) not null)`.execute(
    db,
  )
  await sql`create index erased_people_oldest on erased_people (erased_at)`.execute(db)
  for (const { table, column, events } of columns) {
    const name = `refuse_erased_in_${table}`
    await sql.raw(refusing(name, column)).execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${events} on ${table}
         for each row when (new.${column} is not null) execute function ${name}()`,
      )
      .execute(db)
  }
}

/** The trigger takes a shared lock: `rememberErased` waits for it, and later transactions see its committed row. */
function refusing(name: string, column: string): string {
  return `
    create function ${name}() returns trigger language plpgsql set search_path from current as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended(new.${column}, 0));
        if exists (
          select from erased_people where hash = sha256(convert_to(new.${column}, 'UTF8'))
        ) then
          raise exception 'This person has left.'
            using errcode = 'check_violation', constraint = '${PERSON_HAS_LEFT}';
        end if;
        return null;
      end
    $$`
}

/** Makes the columns refuse this person. When it returns, rows that name them have been committed or refused. */
export async function rememberErased<Tables>(
  db: Kysely<Tables>,
  identityId: string,
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${identityId}, 0))`.execute(trx)
    await sql`
      insert into erased_people (hash, erased_at)
      values (sha256(convert_to(${identityId}, 'UTF8')), ${at})
      on conflict do nothing`.execute(trx)
  })
  const oldest = new Date(at.getTime() - RETENTION_MS)
  await sql`delete from erased_people where erased_at < ${oldest}`.execute(db)
}

/** For `catch`: throws NOT_FOUND for an erased person, as for one who never existed. */
export function unknownIfErased(identityId: string): (error: unknown) => never {
  return (error) => {
    throw brokenConstraint(error) === PERSON_HAS_LEFT ? notFound('Identity', identityId) : error
  }
}
