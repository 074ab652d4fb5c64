// The table of positions up to which Identity has read the event logs of the other services.

export interface EventPositionTable {
  service: string
  /** The cursor in its log after which Identity continues to read. */
  cursor: string
}
