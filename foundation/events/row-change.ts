// The changes of rows that declarations of events name most often.
import type { RowChange } from '#foundation/events/kinds.ts'

/** A row is inserted, or one that meets a condition. */
export function inserted(table: string, when?: string): RowChange {
  return { table, on: 'insert', ...(when !== undefined && { when }) }
}

/** At least one of these columns gets another value. */
export function changed(table: string, columns: readonly string[], when?: string): RowChange {
  const before = columns.map((column) => `old.${column}`).join(', ')
  const after = columns.map((column) => `new.${column}`).join(', ')
  return updated(table, columns, `(${before}) is distinct from (${after})`, when)
}

/** A column that was null gets a value. */
export function set(table: string, column: string, when?: string): RowChange {
  return updated(table, [column], `old.${column} is null and new.${column} is not null`, when)
}

/** A column that had a value becomes null. */
export function cleared(table: string, column: string, when?: string): RowChange {
  return updated(table, [column], `old.${column} is not null and new.${column} is null`, when)
}

function updated(
  table: string,
  columns: readonly string[],
  change: string,
  when?: string,
): RowChange {
  return {
    table,
    on: { update: columns },
    when: when === undefined ? change : `${change} and ${when}`,
  }
}
