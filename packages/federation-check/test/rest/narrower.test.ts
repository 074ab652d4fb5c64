// A schema that accepts less than another: a request may not become it, and a response may.
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../src/rest/openapi.ts'
import { conditional, ref, rulesOf } from './judged.ts'

const cat = ref('Cat')
const dog = ref('Dog')
const text = { type: 'string' }
const whole = { type: 'integer' }
const both = { a: text, b: text }
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties: properties as Record<string, Schema>,
  required,
})

const PAIRS: readonly [title: string, wide: Schema, narrow: Schema][] = [
  ['an enum loses a value', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a string becomes an enum', text, { ...text, enum: ['a'] }],
  ['a string becomes a const', text, { const: 'a' }],
  ['a number becomes an integer', { type: 'number' }, whole],
  ['a number becomes multiples of one', { type: 'number' }, { type: 'number', multipleOf: 1 }],
  ['null is excluded', { type: ['string', 'null'] }, text],
  ['null as a form is excluded', { anyOf: [cat, { type: 'null' }] }, cat],
  ['one of two types is left', { type: ['string', 'integer'] }, whole],
  ['one of two forms is left', { oneOf: [whole, text] }, whole],
  ['one of two references is left', { oneOf: [cat, dog] }, dog],
  ['a form is removed', { anyOf: [cat, dog, text] }, { anyOf: [cat, dog] }],
  ['an exclusive form is removed', { oneOf: [cat, dog, text] }, { oneOf: [text, cat] }],
  [
    'an unnamed form is removed',
    { anyOf: [object({ a: text }, 'a'), object({ b: text }, 'b')] },
    object({ b: text }, 'b'),
  ],
  ['a form of a property is removed', object({ pet: { oneOf: [cat, dog] } }), object({ pet: cat })],
  [
    'a form of an item is removed',
    { type: 'array', items: { oneOf: [cat, dog] } },
    { type: 'array', items: cat },
  ],
  [
    'a form of a form is removed',
    { anyOf: [text, object({ pet: { oneOf: [cat, dog] } }, 'pet')] },
    { anyOf: [text, object({ pet: cat }, 'pet')] },
  ],
  [
    'a form has a lower bound',
    { oneOf: [{ ...text, maxLength: 9 }, whole] },
    { oneOf: [{ ...text, maxLength: 8 }, whole] },
  ],
  [
    'a form has a higher minimum',
    { oneOf: [text, whole] },
    { oneOf: [text, { ...whole, minimum: 0 }] },
  ],
  [
    'a form requires a property',
    { anyOf: [object(both, 'a'), text] },
    { anyOf: [object(both, 'a', 'b'), text] },
  ],
  [
    'a value of a const of forms is removed',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { oneOf: [{ const: 'b' }] },
  ],
  [
    'a bound of an integer is exclusive',
    { ...whole, minimum: 1 },
    { ...whole, exclusiveMinimum: 1 },
  ],
  ['a minimum is higher', { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 4 }],
  ['a maximum is lower', { type: 'number', maximum: 9 }, { type: 'number', exclusiveMaximum: 9 }],
  ['a list is shorter', { type: 'array', maxItems: 5 }, { type: 'array', maxItems: 4 }],
  [
    'items are unique',
    { type: 'array', items: whole },
    { type: 'array', items: whole, uniqueItems: true },
  ],
  [
    'items are integers',
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: whole },
  ],
  ['multiples are fewer', { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 6 }],
  ['a property is required', object(both), object(both, 'a')],
  ['a string is longer', { ...text, minLength: 0 }, { ...text, minLength: 1 }],
  ['a value is forbidden', text, { ...text, not: { const: 'a' } }],
  [
    'more values are forbidden',
    { ...whole, not: { const: 1 } },
    { ...whole, not: { enum: [1, 2] } },
  ],
  [
    'a longer list of values is forbidden',
    { ...text, not: { minLength: 5 } },
    { ...text, not: { minLength: 3 } },
  ],
  ['an object is closed', object(both), { ...object(both), additionalProperties: false }],
  [
    'any form becomes exactly one',
    { anyOf: [object(both, 'a'), object(both, 'b')] },
    { oneOf: [object(both, 'a'), object(both, 'b')] },
  ],
  [
    'one of two is required',
    object(both),
    { ...object(both), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  [
    'two become exactly one',
    object(both, 'a'),
    { ...object(both, 'a'), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  [
    'a condition is added',
    object(both),
    { ...object(both), ...conditional({ required: ['a'] }, { required: ['b'] }) },
  ],
  [
    'a property without a schema is forbidden',
    object({}),
    { ...object({}), not: { required: ['a'] } },
  ],
  [
    'a condition on properties without a schema is added',
    { type: 'object' },
    { type: 'object', ...conditional({ required: ['a'] }, { required: ['b'] }) },
  ],
  [
    'one of two properties without a schema is required, and never both',
    { type: 'object', required: ['a'] },
    { type: 'object', required: ['a'], not: { required: ['b'] } },
  ],
  [
    'a condition requires more',
    { ...object(both), ...conditional({ required: ['a'] }, {}) },
    { ...object(both), ...conditional({ required: ['a'] }, { required: ['b'] }) },
  ],
  [
    'a part forbids a form',
    { allOf: [{ anyOf: [text, whole] }] },
    { allOf: [{ anyOf: [text, whole] }, { not: whole }] },
  ],
  [
    'multiples of two numbers are forbidden',
    { anyOf: [whole, text] },
    { anyOf: [{ ...whole, not: { allOf: [{ multipleOf: 101 }, { multipleOf: 103 }] } }, text] },
  ],
  [
    'only halves are left',
    { anyOf: [{ type: 'number' }, text] },
    { anyOf: [{ type: 'number', multipleOf: 0.5 }, text] },
  ],
  [
    'a great number is refused',
    { anyOf: [whole, text] },
    { anyOf: [{ ...whole, maximum: 1e20 }, text] },
  ],
  [
    'a list contains a value less often',
    { anyOf: [{ type: 'array', items: text, contains: { const: 'x' }, maxContains: 9 }, text] },
    { anyOf: [{ type: 'array', items: text, contains: { const: 'x' }, maxContains: 5 }, text] },
  ],
  [
    'a list contains no value',
    { type: 'array', items: whole, not: { const: [] } },
    { type: 'array', items: whole, not: { anyOf: [{ const: [] }, { contains: { const: 1234 } }] } },
  ],
  [
    'the tenth item of a list is shorter',
    { anyOf: [{ type: 'array', items: text }, text] },
    {
      anyOf: [
        {
          type: 'array',
          prefixItems: Array.from({ length: 9 }, () => text),
          items: { ...text, maxLength: 3 },
        },
        text,
      ],
    },
  ],
  [
    'a map has fewer properties',
    { anyOf: [{ type: 'object', additionalProperties: text }, text] },
    { anyOf: [{ type: 'object', additionalProperties: text, maxProperties: 5 }, text] },
  ],
  [
    'properties of a pattern are shorter',
    { anyOf: [{ type: 'object', patternProperties: { '^x-': text } }, text] },
    { anyOf: [{ type: 'object', patternProperties: { '^x-': { ...text, maxLength: 5 } } }, text] },
  ],
  [
    'an object becomes one of its shapes',
    object({ kind: { enum: ['cat', 'dog'] }, lives: whole, trick: text }, 'kind'),
    { oneOf: [cat, dog] },
  ],
]

describe.each(PAIRS)('where %s', (_title, wide, narrow) => {
  test('a request becomes narrower: breaking', () => {
    expect(worstOf(rulesOf('request', wide, narrow))).toBe('breaking')
  })
  test('a request becomes wider: safe', () => {
    expect(worstOf(rulesOf('request', narrow, wide))).toBe('safe')
  })
  test('a response becomes narrower: safe', () => {
    expect(worstOf(rulesOf('response', wide, narrow))).toBe('safe')
  })
})

/** Readers ignore other properties, and take a value of two forms for one of them. */
const TOLERATED = ['an object is closed', 'any form becomes exactly one', 'two become exactly one']

test.each(PAIRS.filter(([title]) => !TOLERATED.includes(title)))(
  'where %s: the other way round a response becomes wider',
  (_title, wide, narrow) => {
    expect(['breaking', 'dangerous']).toContain(worstOf(rulesOf('response', narrow, wide)))
  },
)

test('an enum of OpenAPI 3.0 that loses null refuses it, although it is nullable', () => {
  const was = { ...text, nullable: true, enum: ['a', null] }
  const is = { ...text, nullable: true, enum: ['a'] }
  expect(worstOf(rulesOf('request', was, is, '3.0.3'))).toBe('breaking')
  expect(worstOf(rulesOf('request', is, was, '3.0.3'))).toBe('safe')
})

const LONG = `${'a'.repeat(40)}b`

test.each([
  ['alternatives that match the same', '^(a|a)*$', LONG],
  ['a group in a repeated group', '^((a)+)*$', LONG],
  ['an option in a repeated group', '^(aa?)+$', LONG],
  ['an option in a group that repeats so many times', '^(a?){60}a{60}$', 'a'.repeat(60)],
  ['many options', `^${'a?'.repeat(60)}${'a'.repeat(60)}$`, 'a'.repeat(59)],
  ['many groups of alternatives', `^${'(a|a)'.repeat(40)}$`, 'a'.repeat(39)],
  ['many repeats', `^${'.*'.repeat(12)}!$`, LONG],
  ['too many repetitions', '^a{1000000000}$', 'a'],
  ['too many groups', `${'(a'.repeat(3_000)}${')'.repeat(3_000)}`, 'a'],
])('a pattern with %s is not run', (_title, pattern, value) => {
  const was = { anyOf: [{ ...text, pattern }, { enum: [value] }, whole] }
  const is = { anyOf: [{ ...text, pattern, not: { const: 'q' } }, { enum: [value] }, whole] }
  expect(rulesOf('request', was, is)).toEqual(['breaking rest-bound-narrowed'])
})

test('a value of more forms than are compared is undecided', () => {
  const forms = Array.from({ length: 201 }, (_, index) =>
    object({ k: { const: `k${index}` } }, 'k'),
  )
  const is = forms.map((form) => ({ ...form, properties: { ...form.properties, z: whole } }))
  const rules = rulesOf('request', { oneOf: forms }, { oneOf: is })
  expect(worstOf(rules)).toBe('dangerous')
  expect(rules).toContain('dangerous rest-instances-undecided')
})

function worstOf(rules: readonly string[]) {
  const severities = rules.map((rule) => rule.split(' ')[0]!)
  return ['breaking', 'dangerous'].find((one) => severities.includes(one)) ?? 'safe'
}
