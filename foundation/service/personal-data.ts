// How a service exports and erases personal data.

/** Rows of one kind, e.g. `completions`. */
export interface ExportPage {
  /** The name of a file of the export: lower-case words with hyphens. */
  name: string
  /** At most 500 rows, with readable keys, and without secrets. They are stored as JSON.stringify writes them. */
  rows: readonly object[]
}

/** The erasure of a person who leaves. */
export interface Erasure {
  identityId: string
  /** A random identity id that replaces theirs; the same at every attempt. */
  tombstone: string
  /** Their choice for the scrolls that they wrote. */
  scrolls: 'keep' | 'erase'
}

/** Implemented by every service that holds personal data. */
export interface PersonalData<Ctx> {
  /** Everything the service holds about the person; pages of one name are consecutive. */
  exportPerson(ctx: Ctx, identityId: string): AsyncIterable<ExportPage>
  /**
   * Erases what the service holds about the person, or makes it anonymous, by its own rules. Their access tokens are
   * revoked by then. It may be interrupted anywhere and run again, even in two processes at once. It resolves when
   * nothing of the person is left.
   */
  erasePerson(ctx: Ctx, erasure: Erasure): Promise<void>
}
