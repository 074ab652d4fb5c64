// The cursors of lists: an item's position as text that only the list itself can write.
import { MAX_INT } from '#foundation/domain/bounds.ts'
import { invalidInput } from '#foundation/domain/errors.ts'

/** The type of the column that orders a list. */
export type OrderType = 'timestamptz' | 'float8' | 'integer' | 'text'

/** An item's position, as SQL values. */
export interface CursorPosition {
  at: string | number
  id: string
}

/** The order that a cursor belongs to. */
export interface CursorOrder {
  /** The type of its column; `timestamptz` by default. */
  type?: OrderType
  /** Its name, if it is not the default order of its list. */
  name?: string
}

export function encodeCursor(
  { at, id }: { at: Date | number | string; id: string },
  order?: string,
): string {
  const key = [at instanceof Date ? at.toISOString() : at, id]
  if (order !== undefined) key.push(order)
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * Accepts only the output of `encodeCursor` for the same order, so that no other time, number or text
 * reaches the database.
 * @throws VALIDATION_ERROR for anything else
 */
export function decodeCursor(
  cursor: string,
  { type = 'timestamptz', name }: CursorOrder,
  field = 'after',
): CursorPosition {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      CursorPosition['at'],
      unknown,
    ]
    const value = READ[type](at)
    if (value !== undefined && isStorable(id)) {
      if (encodeCursor({ at: value, id }, name) === cursor) return { at, id }
    }
  } catch {
    // Not one of our cursors: rejected below.
  }
  const order = name === undefined ? '' : ' and order'
  throw invalidInput([{ field, reason: `must be a cursor of this list${order}` }])
}

const READ: Record<OrderType, (at: unknown) => Date | number | string | undefined> = {
  // JavaScript supports years that PostgreSQL does not.
  timestamptz: (at) =>
    typeof at === 'string' && /^[1-9]\d{3}-/.test(at) ? new Date(at) : undefined,
  float8: (at) => (typeof at === 'number' ? at : undefined),
  integer: (at) =>
    Number.isInteger(at) && Math.abs(at as number) <= MAX_INT ? (at as number) : undefined,
  text: (at) => (isStorable(at) ? at : undefined),
}

/** JavaScript strings may contain NUL and halves of characters; PostgreSQL's must not. */
function isStorable(text: unknown): text is string {
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed()
}
