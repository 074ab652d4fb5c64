// What is within its bounds passes, and whatever is not is named.
import { describe, expect, test } from 'vitest'
import {
  nameIssues,
  numberIssues,
  refuseIssues,
  textIssues,
  visibleTextIssues,
} from '#foundation/bounds.ts'

describe.each([
  ['a text', textIssues, 'must have 1 to 3 characters'],
  ['a visible text', visibleTextIssues, 'must have 1 to 3 characters, and not blanks alone'],
])('%s', (_what, issues, reason) => {
  test.each(['a', 'abc', ' a ', '🜂🜂🜂', null, undefined])('may be %j', (text) => {
    expect(issues('name', text, 3)).toEqual([])
  })

  test.each(['', 'abcd', '🜂🜂🜂🜂', '    '])('must not be %j', (text) => {
    expect(issues('name', text, 3)).toEqual([{ field: 'name', reason }])
  })
})

test.each([' ', '\n\t', '\u00A0'])(
  'blanks alone, %j, are a text, but not a visible one',
  (text) => {
    expect(textIssues('name', text, 3)).toEqual([])
    expect(visibleTextIssues('name', text, 3)).toHaveLength(1)
  },
)

test.each(['Ada\n', '\u0007x', '\u202Eada', '\u2066a', 'a\u2028b'])(
  '%j is a text, and no name: it would change what stands around it',
  (text) => {
    expect(visibleTextIssues('name', text, 10)).toEqual([])
    const reason = 'must not hold control characters'
    expect(nameIssues('name', text, 10)).toEqual([{ field: 'name', reason }])
  },
)

test.each(['Ada Lovelace', 'أدا', '愛達', 'Jean‑Luc', '👩‍🚀'])('%j may be a name', (text) => {
  expect(nameIssues('name', text, 20)).toEqual([])
})

describe('a number', () => {
  test.each([-1, 0.5, 2])('may be %d', (value) => {
    expect(numberIssues('level', value, -1, 2)).toEqual([])
  })

  test.each([-2, 2.001, NaN, Infinity])('must not be %d', (value) => {
    const reason = 'must be from -1 to 2'
    expect(numberIssues('level', value, -1, 2)).toEqual([{ field: 'level', reason }])
  })
})

describe('issues', () => {
  const issues = ['name', 'kind'].map((field) => ({ field, reason: 'is wrong' }))

  test('are refused all at once', () => {
    expect(() => refuseIssues(issues)).toThrow('name: is wrong; kind: is wrong')
  })

  test('pass when there are none', () => {
    expect(() => refuseIssues([])).not.toThrow()
  })
})
