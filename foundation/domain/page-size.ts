/** The size of a page without `first` and `last`. */
export const DEFAULT_PAGE_SIZE = 20
