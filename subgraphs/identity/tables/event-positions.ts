// How far Identity has read the event logs of the other services.

export interface EventPositionTable {
  service: string
  /** The place in its log after which Identity continues. */
  cursor: string
}
