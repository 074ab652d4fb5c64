// The elements that callers of a graph requested in a window of days.

/** Days, as YYYY-MM-DD in UTC. */
export interface Window {
  from: string
  to: string
  /** The days from `from` to `to` in which usage was counted. */
  days: number
}

const KINDS = ['type', 'field', 'argument', 'inputField', 'enumValue'] as const

/** Kinds of coordinates that a program may count or leave out. */
export type Kind = (typeof KINDS)[number]

export interface FieldUsage {
  /** Absent where the file has no valid window. */
  window?: Window
  /** The coordinates that were requested at least once. */
  used: ReadonlySet<string>
  /** The kinds that the file counts. Only elements of these kinds can be unused. */
  counts: ReadonlySet<Kind>
}

/** Everything that a document can use. */
export const ALL_KINDS: ReadonlySet<Kind> = new Set(KINDS)
