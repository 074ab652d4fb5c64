// An object with an id, and who may see it.

/** Ada owns what is private; Grace is the steward of what Ada asks to join; Alan is an administrator. */
export const READERS = ['ada', 'grace', 'alan', 'nobody'] as const
export type Reader = (typeof READERS)[number]

export interface NodeItem {
  type: string
  id: string
  /** Everybody by default. */
  seenBy?: readonly Reader[]
  /** A required scope besides `identity`. */
  scope?: string
}
