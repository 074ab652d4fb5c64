// Objects that administrators can hide: their columns, and the notice that the owner reads.

/** The columns of a row that administrators can hide. */
export interface Hideable {
  hiddenAt: Date | null
  hiddenReason: string | null
}

/** Null unless the row is hidden. Call it only for a row that the caller may see although it is hidden. */
export function moderationOf({ hiddenAt, hiddenReason }: Hideable) {
  return hiddenAt && { hiddenAt, reason: hiddenReason! }
}
