// What is derived from a text is derived once, and the memory of it has a bound.
import { expect, test } from 'vitest'
import { rememberedByText } from '#foundation/telemetry/remembered-by-text.ts'

/** The ends of texts, and for which texts they were derived. */
function ends() {
  const derived: string[] = []
  const endOf = rememberedByText((text) => {
    derived.push(text)
    return text.slice(-4)
  })
  return { endOf, derived }
}

const textOf = (length: number, n: number) => String(n).padStart(length, 'x')

test('a value is derived once for each text, even an empty one', () => {
  const { endOf, derived } = ends()
  for (const text of ['select 1234', '', 'select 1234', '']) endOf(text)
  expect(endOf('select 1234')).toBe('1234')
  expect(derived).toEqual(['select 1234', ''])
})

test('texts are forgotten when there are more than 2,000', () => {
  const { endOf, derived } = ends()
  for (let n = 0; n < 2_000; n += 1) endOf(textOf(20, n))
  derived.length = 0
  endOf(textOf(20, 0))
  expect(derived).toEqual([])
  for (const n of [2_000, 0, 2_000]) endOf(textOf(20, n))
  expect(derived).toEqual([2_000, 0].map((n) => textOf(20, n)))
})

test('texts are forgotten when they have more than two million characters', () => {
  const { endOf, derived } = ends()
  for (let n = 0; n < 222; n += 1) endOf(textOf(9_000, n))
  derived.length = 0
  endOf(textOf(9_000, 0))
  expect(derived).toEqual([])
  for (const n of [222, 223, 0]) endOf(textOf(9_000, n))
  expect(derived).toHaveLength(3)
})

test('a text of more than 10,000 characters evicts no other', () => {
  const { endOf, derived } = ends()
  endOf('select 1')
  for (const n of [1, 1, 2]) expect(endOf(textOf(3_000_000, n))).toBe(`xxx${n}`)
  derived.length = 0
  endOf('select 1')
  expect(derived).toEqual([])
})
