// Telling INTERNAL_ERRORs apart.
import { expect, test } from 'vitest'
import { overloaded, serviceUnavailable, type DomainError } from '#foundation/domain/errors.ts'
import { isNoResponseSlot, noResponseSlot } from '#foundation/domain/response-errors.ts'

/** An error as a peer passes it on. */
const passedOn = ({ message, extensions }: DomainError) => {
  const { details } = extensions
  return isNoResponseSlot(message, { ...extensions, details: { ...details, requestId: 'one' } })
}

test.each([
  ['a response without a slot', noResponseSlot('one', false), true],
  ['a mutation without a slot, which must not be repeated', noResponseSlot('one', true), false],
  ['another full queue', overloaded('Too many searches are waiting.'), false],
  ['a service that does not answer', serviceUnavailable('path'), false],
])('whether the error of %s refuses the whole response', (_title, error, refuses) => {
  expect(passedOn(error)).toBe(refuses)
})
