// How many items a list has when a request does not say.

/** The size of a page without `first` and `last`. */
export const DEFAULT_PAGE_SIZE = 20
