// What an update sends and what it changes: nothing when the row has these values already.

/** The input of an update: an absent or null field stays unchanged. */
export type Patch<Fields> = { [Field in keyof Fields]?: Fields[Field] | null | undefined }

/** What an update gives: without what is absent or null. */
export function given<Fields extends object>(patch: Patch<Fields>): Partial<Fields> {
  const present = Object.entries(patch).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present) as Partial<Fields>
}

/** The columns that are wanted and differ from what the row has; undefined wants nothing. */
export function changesOf<Row extends object>(row: Row, wanted: Wanted<Row>): Partial<Row> {
  const known: Wanted<Row> = row
  const differing = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !isSame(value, known[column as keyof Row]),
  )
  return Object.fromEntries(differing) as Partial<Row>
}

export type Wanted<Row> = { [Column in keyof Row]?: Row[Column] | undefined }

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  return one === other
}

/** The fields that these columns belong to; `fieldOf` names those of columns that are called otherwise. */
export function changedFields(
  changes: object,
  fieldOf: Readonly<Record<string, string>> = {},
): string[] {
  return [...new Set(Object.keys(changes).map((column) => fieldOf[column] ?? column))]
}
