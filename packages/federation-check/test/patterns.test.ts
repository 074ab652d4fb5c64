// Which patterns allow whatever others allow.
import { expect, test } from 'vitest'
import { PatternComparison } from '../src/patterns/inclusion.ts'
import { randomFrom, type Random } from './rest/random-schemas.ts'

const isIncluded = (one: string, other: string) => new PatternComparison().isIncluded(one, other)
const between = (one: string, other: string) => [isIncluded(one, other), isIncluded(other, one)]
const { raw } = String

test.each([
  ['^[A-Z]{3}$', '^[A-Z]{2,3}$'],
  ['^a', 'a'],
  ['^[a-z0-9-]{1,63}$', '^[a-z0-9_-]{1,64}$'],
  [raw`^[\p{L} ]{1,50}$`, raw`^[\p{L}\p{N} ]{1,100}$`],
  [raw`^\+[1-9]\d{1,14}$`, raw`^\+?[1-9]\d{1,14}$`],
  [raw`^[\w.]+@example\.org$`, raw`^[^@\s]+@[^@\s]+$`],
  ['^[0-9a-f]{8}-[0-9a-f]{4}$', '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){1,4}$'],
  ['^(?:draft|open)$', '^(?:open|draft|closed)$'],
  ['^(a|b)$', '^a|b$'],
  ['^.*$', '^[^]*$'],
  ['^.{1,1000}$', '^.{1,2000}$'],
  ['(?=a)b', ''],
])('%s allows less than %s', (one, other) => {
  expect(between(one, other)).toEqual([true, false])
})

test.each([
  ['^[0-9]+$', raw`^\d+$`],
  ['^a-b$', raw`^a\-b$`],
  ['^(?<year>[0-9]{4})$', '^[0-9][0-9][0-9][0-9]$'],
  ['^(a|b)+$', '^[ab]+?$'],
  ['^(a+)+$', '^a+$'],
  ['a{1,9}', 'a'],
  [raw`^\u{1f600}\x41\u0042$`, '^😀AB$'],
  ['[^]*', ''],
])('%s and %s allow the same', (one, other) => {
  expect(between(one, other)).toEqual([true, true])
})

test.each([
  ['^[A-Z]{3}$', '^[A-Z]{2}$'],
  ['a', 'b'],
  ['^.$', raw`^\s$`],
])('%s and %s each allow what the other refuses', (one, other) => {
  expect(between(one, other)).toEqual([false, false])
})

test.each([
  ['a lookahead', '^(?!x)a$', '^(?!x)a?$'],
  ['a back-reference', raw`^(a)\1$`, raw`^(a)\1?$`],
  ['no regular expression', '(a', '(a|b'],
  ['too many characters', `^${'a'.repeat(1_000)}$`, `^${'a'.repeat(1_000)}?$`],
  ['too many states', '^a{100000}$', '^a{99999,100000}$'],
  ['too many sets of states', '^(a|b)*a(a|b){30}$', '^(a|b)*a(a|b){30}c?$'],
])('a pattern with %s is not decided', (_, one, other) => {
  expect(between(one, other)).toEqual([false, false])
})

/** What patterns name, another character, and what the dot refuses. */
const LETTERS = ['a', 'b', 'c', '\n']
const TEXTS = Array.from({ length: 5 }).reduce<string[]>(
  (texts) => ['', ...texts.flatMap((text) => LETTERS.map((letter) => letter + text))],
  [''],
)

test('patterns drawn at random allow the same short strings as the comparison says', () => {
  const wrong: string[] = []
  const counts = { included: 0, not: 0 }
  const random = randomFrom(1)
  for (let pair = 0; pair < 500; pair += 1) {
    const [one, other] = [drawPattern(random, 3), drawPattern(random, 3)]
    const [some, others] = [RegExp(one, 'u'), RegExp(other, 'u')]
    const outside = TEXTS.find((text) => some.test(text) && !others.test(text))
    const included = isIncluded(one, other)
    counts[included ? 'included' : 'not'] += 1
    if (included !== (outside === undefined)) wrong.push(`${one} in ${other}: ${outside}`)
  }
  expect(wrong).toEqual([])
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50)
})

function drawPattern(random: Random, depth: number): string {
  const part = () => drawPattern(random, depth - 1)
  const kinds = [
    () => LETTERS[random(2)]!,
    () => ['.', '[ab]', '[^a]', '^', '$', '^', '$'][random(7)]!,
    () => part() + part(),
    () => part() + part(),
    () => `(?:${part()}|${part()})`,
    () => `(?:${part()})${['*', '+', '?', '{2}', '{1,2}'][random(5)]}`,
  ]
  return kinds[random(depth === 0 ? 2 : kinds.length)]!()
}
