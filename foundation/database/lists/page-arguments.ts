// Which page of a list a caller wants: forward or backward, beyond cursors, or by an offset.
import {
  decodeCursor,
  type CursorOrder,
  type CursorPosition,
} from '#foundation/database/lists/cursor.ts'
import { numberIssues, refuseIssues } from '#foundation/domain/bounds.ts'
import { invalidInput, type Issue } from '#foundation/domain/errors.ts'
import { DEFAULT_PAGE_SIZE } from '#foundation/domain/page-size.ts'

/** The arguments of every list field (Relay Cursor Connections), and `offset`, which goes with `first` only. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
  offset?: number | null | undefined
}

/** A page whose arguments are valid. */
export interface WantedPage {
  size: number
  offset: number
  /** True for the last items; they keep the order of the list. */
  backward: boolean
  after: CursorPosition | undefined
  before: CursorPosition | undefined
}

/** The order of a list. With an end, pages only go forward. */
type PageOrder = CursorOrder & { end?: number }

const MAX_PAGE_SIZE = 100

/**
 * Validates page arguments. @constraint cannot, because it precedes the resolver: a list that is closed to the
 * caller is null for any `first`.
 * @throws VALIDATION_ERROR for a size outside 1 to 100, a negative `offset`, a foreign cursor, and
 * arguments that exclude each other
 */
export function readPage(sent: PageArguments, order: PageOrder): WantedPage {
  const { first, last, offset, after, before } = sent
  const backward = isSent(last)
  if (backward) refuseIssues(backwardIssues(sent, order))
  const size = backward ? last : (first ?? DEFAULT_PAGE_SIZE)
  refuseIssues(numberIssues(backward ? 'last' : 'first', size, 1, MAX_PAGE_SIZE))
  const skipped = offset ?? 0
  if (skipped < 0) throw invalidInput([{ field: 'offset', reason: 'must not be negative' }])
  if (skipped > 0 && isSent(before)) refuseIssues([offsetBeside('before')])
  return {
    size,
    offset: skipped,
    backward,
    after: isSent(after) ? decodeCursor(after, order) : undefined,
    before: isSent(before) ? decodeCursor(before, order, 'before') : undefined,
  }
}

/** An offset of 0 is the schema's default, and allowed. */
function backwardIssues({ first, offset }: PageArguments, { end }: PageOrder): Issue[] {
  if (isSent(first)) return [{ field: 'last', reason: 'must not be sent with first' }]
  if ((offset ?? 0) !== 0) return [offsetBeside('last')]
  return end === undefined ? [] : [{ field: 'last', reason: 'is not supported by this list' }]
}

function offsetBeside(argument: string): Issue {
  return { field: 'offset', reason: `must not be sent with ${argument}` }
}

function isSent<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined
}
