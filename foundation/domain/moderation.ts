// What an administrator has hidden: its columns, and what its owner reads about it.

/** The columns of a row that administrators can hide. */
export interface Hideable {
  hiddenAt: Date | null
  hiddenReason: string | null
}

/** Null for what is not hidden. Only for a row that the caller may see although it is hidden. */
export function moderationOf({ hiddenAt, hiddenReason }: Hideable) {
  return hiddenAt && { hiddenAt, reason: hiddenReason! }
}
