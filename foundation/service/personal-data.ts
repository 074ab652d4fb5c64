// A service's part in the exports of people, and in the erasure of people who leave.

/** Rows of one kind, e.g. `completions`. */
export interface ExportPage {
  /** Lower-case words with hyphens: it becomes the name of a file. */
  name: string
  /** At most 500, with readable keys, and without secrets. They are stored as JSON.stringify writes them. */
  rows: readonly object[]
}

/** Somebody who leaves. */
export interface Erasure {
  identityId: string
  /** A random identity id that replaces theirs; the same at every attempt. */
  tombstone: string
  /** Their choice for the scrolls that they wrote. */
  scrolls: 'keep' | 'erase'
}

/** The part of every service that holds anything about people. */
export interface PersonalData<Ctx> {
  /** Everything the service holds about the person; pages of one name follow each other. */
  exportPerson(ctx: Ctx, identityId: string): AsyncIterable<ExportPage>
  /**
   * Erases what the service holds about the person, or makes it anonymous, by its own rule. None of their access
   * tokens works any more. It may be cut off anywhere and run again, also in two processes at once. It resolves
   * when nothing of the person is left.
   */
  erasePerson(ctx: Ctx, erasure: Erasure): Promise<void>
}
