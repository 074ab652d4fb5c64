// The bounds of texts and numbers, and the issues of values outside them.
import { describe, expect, test } from 'vitest'
import {
  nameIssues,
  numberIssues,
  refuseIssues,
  textIssues,
  titleIssues,
  visibleTextIssues,
} from '#foundation/domain/bounds.ts'

describe.each([
  ['a text', textIssues, 'must have 1 to 3 characters'],
  ['a visible text', visibleTextIssues, 'must have 1 to 3 characters, and not blanks alone'],
])('%s', (_what, issues, reason) => {
  test.each(['a', 'abc', ' a ', '🜂🜂🜂', null, undefined])('a text may be %j', (text) => {
    expect(issues('name', text, 3)).toEqual([])
  })

  test.each(['', 'abcd', '🜂🜂🜂🜂', '    '])('a text must not be %j', (text) => {
    expect(issues('name', text, 3)).toEqual([{ field: 'name', reason }])
  })
})

/** The code points of characters in hexadecimal, because invisible ones cannot be read in a title. */
const text = (codes: string) =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))

test.each([
  ['blanks', '20'],
  ['a line end and a tab', 'A 9'],
  ['a no-break space', 'A0'],
  ['a zero width space', '200B'],
  ['a word joiner', '2060'],
  ['Hangul fillers', '3164 FFA0 115F'],
  ['a blank Braille pattern', '2800'],
  ['a blank note head', '1D159'],
  ['tag characters', 'E0041 E0042 E007F'],
  ['a joiner and a variation selector', '200D FE0F'],
  ['a soft hyphen', 'AD'],
  ['blank hieroglyphs', '13441 13442'],
  ['a directional mark', '200F'],
  ['a filler of Khitan script', '16FE4'],
  ['a combining mark without a letter', '301'],
  ['some of each', '20 200B 3164 2800 E0041'],
])('a text of %s alone (%s) is valid, but not as a visible text', (_what, codes) => {
  expect(textIssues('name', text(codes), 9)).toEqual([])
  const reason = 'must have 1 to 9 characters, and not blanks alone'
  expect(visibleTextIssues('name', text(codes), 9)).toEqual([{ field: 'name', reason }])
  expect(nameIssues('name', text(codes), 9)).toEqual([{ field: 'name', reason }])
  const reported = [{ field: 'name', reason: 'must not be blanks alone' }]
  expect(titleIssues('name', text(codes), 9)).toEqual(reported)
})

test('a title of a wrong length is refused with the same reason as any text', () => {
  for (const wrong of ['', 'abcd']) {
    expect(titleIssues('name', wrong, 3)).toEqual(textIssues('name', wrong, 3))
  }
  expect(titleIssues('name', ' a', 3)).toEqual([])
})

test.each([
  'Ada\n',
  '\u0007x',
  '\u202Eada',
  '\u2066a',
  'a\u2028b',
  'a\u202Ab',
  'a\u202C',
  'a\u2069',
])('%j is a valid text, but no name: it would change the text around it', (text) => {
  expect(visibleTextIssues('name', text, 10)).toEqual([])
  const reason = 'must not hold control characters'
  expect(nameIssues('name', text, 10)).toEqual([{ field: 'name', reason }])
})

test.each([
  'Ada Lovelace',
  'أدا',
  '愛達',
  'Jean‑Luc',
  // Joiners and selectors of emoji, the tags of a flag.
  '👩‍🚀',
  '❤️‍🔥',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  // Persian with a non-joiner, Sinhala and Devanagari with a joiner, a decomposed letter.
  'می\u200Cخواهم',
  'ශ්\u200Dරී',
  'क्\u200Dष',
  'Ame\u0301lie',
  // Direction marks, which Hebrew and Arabic keyboards insert.
  '\u200Fמחמד',
  'א\u200E1',
  '\u061Cأدا',
])('%j may be a name', (text) => {
  expect(nameIssues('name', text, 20)).toEqual([])
})

describe('a number', () => {
  test.each([-1, 0.5, 2])('a number may be %d', (value) => {
    expect(numberIssues('level', value, -1, 2)).toEqual([])
  })

  test.each([-2, 2.001, NaN, Infinity])('a number must not be %d', (value) => {
    const reason = 'must be from -1 to 2'
    expect(numberIssues('level', value, -1, 2)).toEqual([{ field: 'level', reason }])
  })
})

describe('issues', () => {
  const issues = ['name', 'kind'].map((field) => ({ field, reason: 'is wrong' }))

  test('all issues are reported in one error', () => {
    expect(() => refuseIssues(issues)).toThrow('name: is wrong; kind: is wrong')
  })

  test('no issues throw no error', () => {
    expect(() => refuseIssues([])).not.toThrow()
  })
})
