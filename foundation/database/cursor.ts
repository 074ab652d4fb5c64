// The cursors of lists: an item's position as text that only the list itself can have written.
import { invalidInput } from '#foundation/domain/errors.ts'

/** What the column holds that a list is ordered by. */
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
 * Takes only what `encodeCursor` writes: no other time, number or text may reach the database.
 * @throws VALIDATION_ERROR for anything else
 */
export function decodeCursor(cursor: string, type: OrderType): Place {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      Place['at'],
      unknown,
    ]
    const value = READ[type](at)
    // JavaScript knows texts with a NUL, and PostgreSQL does not.
    if (value !== undefined && typeof id === 'string' && !id.includes('\0')) {
      if (encodeCursor({ at: value, id }) === cursor) return { at, id }
    }
  } catch {
    // Not one of our cursors: refused below like any other.
  }
  throw invalidInput([{ field: 'after', reason: 'must be a cursor that this list gave' }])
}

const READ: Record<OrderType, (at: unknown) => Date | number | undefined> = {
  // JavaScript knows years that PostgreSQL does not.
  timestamptz: (at) =>
    typeof at === 'string' && /^[1-9]\d{3}-/.test(at) ? new Date(at) : undefined,
  float8: (at) => (typeof at === 'number' ? at : undefined),
}
