// What callers of a graph asked for in a window of days.

/** Days, as YYYY-MM-DD in UTC. */
export interface Window {
  from: string
  to: string
  /** Days from `from` to `to`, without those in which nothing was counted. */
  days: number
}

const KINDS = ['type', 'field', 'argument', 'inputField', 'enumValue'] as const

/** Kinds of coordinates that a program may count or leave out. */
export type Kind = (typeof KINDS)[number]

export interface FieldUsage {
  /** Absent where the file does not say, or what it says is no window. */
  window?: Window
  /** Everything that was asked for at least once. */
  used: ReadonlySet<string>
  /** What the program that wrote the file counts. Only that can be unused. */
  counts: ReadonlySet<Kind>
}

/** Everything that a document can use. */
export const ALL_KINDS: ReadonlySet<Kind> = new Set(KINDS)
