// What a service does for people who take their data or leave: its part of their export, and of their erasure.

/** Rows of one kind, e.g. `completions`. */
export interface ExportPage {
  /** Lower-case words with hyphens: it becomes the name of a file. */
  name: string
  /** At most 500, with readable keys, and without secrets. What JSON.stringify makes of them is kept. */
  rows: readonly object[]
}

/** Somebody who leaves. */
export interface Erasure {
  identityId: string
  /** A random identity id in the place of theirs, which is the same each time this is asked. */
  tombstone: string
  /** What they chose for the scrolls that they wrote. */
  scrolls: 'keep' | 'erase'
}

/** The part of every service that holds anything about people. */
export interface PersonalData<Ctx> {
  /** Everything the service holds about the person; pages of one name follow each other. */
  exportPerson(ctx: Ctx, identityId: string): AsyncIterable<ExportPage>
  /**
   * Erases what the service holds about the person, or makes it anonymous, by its own rule. No access token of
   * theirs works any more. It may be cut off anywhere and run again, at once in two processes, and resolves
   * when nothing of the person is left.
   */
  erasePerson(ctx: Ctx, erasure: Erasure): Promise<void>
}
