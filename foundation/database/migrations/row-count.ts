// Exact row counts, kept beside the tables, so that a total does not have to count a whole list.
import { sql, type Compilable, type Kysely } from 'kysely'
import { executeWith, statementOf } from '#foundation/database/built-once.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

/** How many log rows one sum replaces, on average. */
const ROWS_A_SUM = 50

/** The log of the count of rows that have these columns in common. */
export type RowCountLog<Columns> = Columns & { change: number }

export interface CountedRows {
  table: string
  /** Returns the SQL condition of the rows that count, given the name of the row; all by default. */
  where?: (row: string) => string
  /** Columns whose values are counted separately; they must have few combinations. */
  by?: readonly string[]
}

/**
 * For a migration: starts keeping counts. Triggers append each change to a log, `<table>_count`, and the count is
 * the sum of the log. Log rows are never updated, so that writers do not wait for each other. Now and then a
 * writer replaces log rows by their sum, except those that another transaction is replacing.
 */
export async function keepRowCounts(
  db: Kysely<unknown>,
  counted: readonly CountedRows[],
): Promise<void> {
  await lockTables(
    db,
    counted.map(({ table }) => table),
  )
  const statements = counted.flatMap((rows) => COUNTING.map((statement) => statement(rows)))
  await sql.raw(statements.join(';\n')).execute(db)
}

type Statement = (rows: CountedRows) => string

const COUNTING: readonly Statement[] = [createLog, sumUp, countRows, countUpdates, countNone]

function createLog({ table, where, by = [] }: CountedRows): string {
  return `
      create table ${table}_count as
      select ${[...by, 'count(*) as change'].join(', ')} from ${table} as known
      where ${where?.('known') ?? true} ${by.length > 0 ? `group by ${by.join(', ')}` : ''}`
}

/**
 * The function that replaces log rows by their sum. It skips rows that another transaction is replacing. Under
 * isolation stricter than read committed it does nothing, because rows replaced meanwhile would be an error.
 */
function sumUp({ table, by = [] }: CountedRows): string {
  const columns = [...by, 'change'].join(', ')
  return `
    create function sum_up_${table}_count() returns void
    language plpgsql set search_path from current as $$
      begin
        if random() > 1.0 / ${ROWS_A_SUM}
            or current_setting('transaction_isolation') <> 'read committed' then
          return;
        end if;
        with replaced as (
          delete from ${table}_count where ctid = any (array(
            select ctid from ${table}_count for update skip locked
          ))
          returning ${columns}
        )
        insert into ${table}_count (${columns})
        select ${[...by, 'sum(change)'].join(', ')} from replaced
        ${by.length > 0 ? `group by ${by.join(', ')}` : ''} having sum(change) <> 0;
      end
    $$`
}

/** The trigger for inserts and deletes, which runs once per statement. */
function countRows({ table, where, by = [] }: CountedRows): string {
  return `
    create function count_rows_of_${table}() returns trigger
    language plpgsql set search_path from current as $$
      declare
        change_a_row constant integer := case tg_op when 'INSERT' then 1 else -1 end;
      begin
        insert into ${table}_count (${[...by, 'change'].join(', ')})
        select ${[...by, 'count(*) * change_a_row'].join(', ')} from changed
        where ${where?.('changed') ?? true}
        ${by.length > 0 ? `group by ${by.join(', ')}` : ''} having count(*) > 0;
        perform sum_up_${table}_count();
        return null;
      end
    $$;
    create trigger count_added_rows after insert on ${table}
    referencing new table as changed for each statement execute function count_rows_of_${table}();
    create trigger count_deleted_rows after delete on ${table}
    referencing old table as changed for each statement execute function count_rows_of_${table}()`
}

/** The trigger for updates, which runs only for rows that start or stop counting, or count elsewhere. */
function countUpdates({ table, where, by = [] }: CountedRows): string {
  if (!where && by.length === 0) return 'select'
  const counts = (row: string) => where?.(row) ?? 'true'
  const columnsOf = (row: string) => by.map((column) => `${row}.${column}`)
  const groupOf = (row: string) => `row(${[`(${counts(row)})`, ...columnsOf(row)].join(', ')})`
  const add = (row: string, change: number) => `
        if ${counts(row)} then
          insert into ${table}_count (${[...by, 'change'].join(', ')})
          values (${[...columnsOf(row), change].join(', ')});
        end if;`
  return `
    create function count_update_of_${table}() returns trigger
    language plpgsql set search_path from current as $$
      begin ${add('old', -1)} ${add('new', 1)}
        perform sum_up_${table}_count();
        return null;
      end
    $$;
    create trigger count_updated_rows after update on ${table}
    for each row when (${groupOf('old')} is distinct from ${groupOf('new')})
    execute function count_update_of_${table}()`
}

function countNone({ table }: CountedRows): string {
  return `
    create function count_no_rows_of_${table}() returns trigger
    language plpgsql set search_path from current as $$
      begin
        truncate ${table}_count;
        return null;
      end
    $$;
    create trigger count_no_rows after truncate on ${table}
    for each statement execute function count_no_rows_of_${table}()`
}

/** The sum of the log: the count. */
export const sumOfChanges = sql<number>`coalesce(sum(change), 0)::bigint`.as('total')

const TOTALS = {}

/** The kept count of a table whose rows are counted together. */
export async function readRowCount<DB>(db: Kysely<DB>, table: string): Promise<number> {
  const statement = statementOf(TOTALS, table, () => totalOf(db, table))
  const [row] = await executeWith(db, statement, {})
  return row!.total
}

function totalOf<DB>(db: Kysely<DB>, table: string): Compilable<{ total: number }> {
  const statement = reads(
    sql<{ total: number }>`select ${sumOfChanges} from ${sql.table(`${table}_count`)}`,
  )
  return { compile: () => statement.compile(db) }
}
