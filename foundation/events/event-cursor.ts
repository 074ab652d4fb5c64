// Cursors of an event log: opaque text that names an era of the log and a position in it.
import { invalidInput } from '#foundation/domain/errors.ts'

export interface EventCursor {
  /** The id of the era in which the position was given. */
  era: string
  position: number
}

export function encodeEventCursor({ era, position }: EventCursor): string {
  return Buffer.from(`${era}.${position}`).toString('base64url')
}

/** @throws VALIDATION_ERROR for text that no log wrote */
export function decodeEventCursor(cursor: string, field = 'after'): EventCursor {
  const text = cursor.length <= 100 ? Buffer.from(cursor, 'base64url').toString() : ''
  const [, era, digits] = /^([\w-]{1,24})\.(0|[1-9]\d{0,14})$/.exec(text) ?? []
  if (era !== undefined) {
    const read = { era, position: Number(digits) }
    if (encodeEventCursor(read) === cursor) return read
  }
  throw invalidInput([{ field, reason: 'must be a cursor of an event log' }])
}
