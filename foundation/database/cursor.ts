// The cursors of lists: an item's position as text that only the list itself can write.
import { invalidInput } from '#foundation/domain/errors.ts'

/** The type of the column that orders a list. */
export type OrderType = 'timestamptz' | 'float8'

/** An item's position, as SQL values. */
export interface Place {
  at: string | number
  id: string
}

export function encodeCursor({ at, id }: { at: Date | number; id: string }): string {
  const place = [at instanceof Date ? at.toISOString() : at, id]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Accepts only the output of `encodeCursor`, so that no other time, number or text reaches the
 * database.
 * @throws VALIDATION_ERROR for anything else
 */
export function decodeCursor(cursor: string, type: OrderType): Place {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      Place['at'],
      unknown,
    ]
    const value = READ[type](at)
    // JavaScript strings may contain NUL; PostgreSQL's must not.
    if (value !== undefined && typeof id === 'string' && !id.includes('\0')) {
      if (encodeCursor({ at: value, id }) === cursor) return { at, id }
    }
  } catch {
    // Not one of our cursors: rejected below.
  }
  throw invalidInput([{ field: 'after', reason: 'must be a cursor that this list gave' }])
}

const READ: Record<OrderType, (at: unknown) => Date | number | undefined> = {
  // JavaScript supports years that PostgreSQL does not.
  timestamptz: (at) =>
    typeof at === 'string' && /^[1-9]\d{3}-/.test(at) ? new Date(at) : undefined,
  float8: (at) => (typeof at === 'number' ? at : undefined),
}
