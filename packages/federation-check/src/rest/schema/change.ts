// A change of a schema, and its rating in each direction.
import type { RestRule } from '../rules.ts'

/**
 * Callers send requests, so a request may accept more. They read responses, so a response may
 * contain less.
 */
export type Direction = (typeof DIRECTIONS)[number]

export const DIRECTIONS = ['response', 'request'] as const

/** A change in a schema, with its place in it. */
export interface Change {
  rule: RestRule
  /** The place below the coordinate of the schema. */
  at: string
  message: string
  detail?: string
  /**
   * True when the change counts although all values stay valid, such as a new form whose properties no reader knows.
   */
  stays?: true
}

/** The rule for a value that allows less, or more. */
export function ratedBound(direction: Direction, isNarrower: boolean): RestRule {
  if (direction === 'request') return isNarrower ? 'rest-bound-narrowed' : 'rest-bound-compatible'
  return isNarrower ? 'rest-bound-compatible' : 'rest-bound-widened'
}
