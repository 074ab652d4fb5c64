// Finds which fields an update changes.

/** The input of an update: an absent or null field stays unchanged. */
export type Patch<Fields> = { [Field in keyof Fields]?: Fields[Field] | null | undefined }

/** The fields of an update that are neither absent nor null. */
export function given<Fields extends object>(patch: Patch<Fields>): Partial<Fields> {
  const present = Object.entries(patch).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present) as Partial<Fields>
}

/** The given columns that differ from the row; undefined values are skipped. */
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

/** The fields of these columns; `fieldOf` maps columns with another name. */
export function changedFields(
  changes: object,
  fieldOf: Readonly<Record<string, string>>,
): string[] {
  return [...new Set(Object.keys(changes).map((column) => fieldOf[column] ?? column))]
}
