// Schemas that accept the same values in other words: no change for any caller.
import { describe, expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import type { Schema } from '../../src/rest/openapi.ts'
import { ref, rulesOf, SHARED } from './judged.ts'

const cat = ref('Cat')
const dog = ref('Dog')
const text = { type: 'string' }
const whole = { type: 'integer' }
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties: properties as Record<string, Schema>,
  required,
})

const PAIRS: readonly [title: string, one: Schema, other: Schema][] = [
  ['a const and an enum of one', { const: 'a' }, { enum: ['a'] }],
  ['a const and a typed enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['an enum and a typed one', { enum: [1, 2] }, { type: 'integer', enum: [2, 1] }],
  ['integers as numbers in an enum', { type: 'number', enum: [1] }, { const: 1 }],
  ['a value of an enum that its type refuses', { type: 'string', enum: ['a', 1] }, { const: 'a' }],
  ['an enum with a value twice', { enum: ['a', 'b', 'a'] }, { enum: ['a', 'b'] }],
  ['true and false', { enum: [true, false] }, { type: 'boolean' }],
  ['consts and an enum', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['a', 'b'] }],
  [
    'titled consts and an enum',
    {
      oneOf: [
        { title: 'A', const: 'a' },
        { title: 'B', const: 'b' },
      ],
    },
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    'two enums and one',
    { anyOf: [{ enum: ['a'] }, { enum: ['b', 'c'] }] },
    { enum: ['a', 'b', 'c'] },
  ],
  [
    'null as a type and as a form',
    { type: ['string', 'null'] },
    { anyOf: [text, { type: 'null' }] },
  ],
  ['null as a form and nullable', { oneOf: [{ type: 'null' }, text] }, { ...text, nullable: true }],
  [
    'null as a value of an enum',
    { enum: ['a', null] },
    { anyOf: [{ enum: ['a'] }, { const: null }] },
  ],
  ['null of a reference', { anyOf: [cat, { type: 'null' }] }, { oneOf: [cat, { type: 'null' }] }],
  [
    'types and forms with a default beside them',
    { type: ['string', 'integer'], default: 'a', deprecated: true },
    { anyOf: [text, whole], default: 'a', deprecated: true },
  ],
  [
    'types and forms with a bound beside them',
    { type: ['string', 'integer'], minLength: 1 },
    { anyOf: [text, whole], minLength: 1 },
  ],
  [
    'types and forms with titles',
    { title: 'Id', type: ['string', 'integer', 'null'] },
    {
      title: 'Id',
      anyOf: [{ ...text, title: 'Text' }, { ...whole, description: 'A number.' }, { type: 'null' }],
    },
  ],
  [
    'types with bounds and a default, and forms',
    { type: ['string', 'integer'], title: 'Id', maxLength: 3, default: 'a' },
    { anyOf: [{ ...text, maxLength: 3 }, whole], title: 'Id', default: 'a' },
  ],
  [
    'types and forms of several types',
    { type: ['string', 'integer', 'boolean'] },
    { anyOf: [text, { type: ['integer', 'boolean'] }] },
  ],
  [
    'every type and no type',
    {},
    { anyOf: 'string number boolean null object array'.split(' ').map((type) => ({ type })) },
  ],
  ['types and forms', { type: ['string', 'integer'] }, { anyOf: [text, whole] }],
  ['types and exclusive forms', { type: ['string', 'integer'] }, { oneOf: [whole, text] }],
  [
    'types with bounds and forms',
    { type: ['string', 'integer'], maxLength: 3, minimum: 1 },
    {
      oneOf: [
        { ...text, maxLength: 3 },
        { ...whole, minimum: 1 },
      ],
    },
  ],
  ['an integer among numbers', { type: ['integer', 'number'] }, { type: 'number' }],
  ['every type', { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }, {}],
  ['a part and none', { allOf: [text] }, text],
  ['a form and none', { oneOf: [{ ...text, maxLength: 5 }] }, { ...text, maxLength: 5 }],
  ['a form of a reference', { anyOf: [cat] }, cat],
  ['true and no constraints', true, {}],
  ['an exclusive bound of an integer', { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
  ['an upper exclusive bound', { ...whole, maximum: 9 }, { ...whole, exclusiveMaximum: 10 }],
  ['a fraction as a bound of an integer', { ...whole, minimum: 0.5 }, { ...whole, minimum: 1 }],
  [
    'bounds between multiples',
    { type: 'number', multipleOf: 5, minimum: 6 },
    { type: 'number', multipleOf: 5, minimum: 10 },
  ],
  [
    'a bound below another',
    { ...whole, minimum: 3, exclusiveMinimum: 0 },
    { ...whole, minimum: 3 },
  ],
  ['multiples of one', { type: 'number', multipleOf: 1 }, whole],
  [
    'an exclusive bound that is off',
    { ...whole, minimum: 1, exclusiveMinimum: false },
    { ...whole, minimum: 1 },
  ],
  ['a name required twice', { required: ['a', 'a'] }, { required: ['a'] }],
  ['names of any form', { type: 'object', propertyNames: true, not: false }, { type: 'object' }],
  ['a condition without consequences', { ...text, if: { maxLength: 3 } }, text],
  ['a bound of another type', { ...text, minimum: 3, maxItems: 3 }, text],
  ['forms in another order', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }],
  [
    'unnamed forms in another order',
    { anyOf: [object({ a: text }, 'a'), object({ b: whole }, 'b')] },
    { anyOf: [object({ b: whole }, 'b'), object({ a: text }, 'a')] },
  ],
  ['forms that exclude each other', { oneOf: [cat, dog] }, { anyOf: [cat, dog] }],
  ['a form written twice', { anyOf: [cat, dog, cat] }, { anyOf: [cat, dog] }],
  ['forms of forms', { anyOf: [cat, { anyOf: [dog, text] }] }, { anyOf: [cat, dog, text] }],
  ['a form within another', { anyOf: [text, { ...text, maxLength: 3 }] }, { anyOf: [text] }],
  ['not not', { ...text, not: { not: { ...text, maxLength: 3 } } }, { ...text, maxLength: 3 }],
  [
    'what forms have in common outside',
    {
      type: 'object',
      required: ['a'],
      properties: { a: text, b: text, c: text },
      anyOf: [{ required: ['b'] }, { required: ['c'] }],
    },
    {
      anyOf: [
        object({ a: text, b: text, c: text }, 'a', 'b'),
        object({ a: text, b: text, c: text }, 'a', 'c'),
      ],
    },
  ],
]

describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  test.each(PAIRS)('%s are equivalent', (_title, one, other) => {
    const both = [rulesOf(direction, one, other), rulesOf(direction, other, one)]
    expect(both.flat().filter((rule) => !rule.startsWith('safe '))).toEqual([])
  })
})

const written = (schema: Schema) => {
  const headers = { Links: { schema } }
  const parameters = [{ name: 'q', in: 'query', schema }]
  const get = { parameters, responses: { 204: { headers } } }
  const text = JSON.stringify({
    openapi: '3.1.0',
    paths: { '/pets': { get } },
    components: { schemas: SHARED },
  })
  return { file: 'openapi.json', text }
}

test.each(PAIRS)('%s are serialized alike in a parameter and a header', (_title, one, other) => {
  const found = [checkRest(written(one), written(other)), checkRest(written(other), written(one))]
  expect(found.flat().map(({ rule }) => rule)).not.toContain('rest-serialization-changed')
})

/** Documents of OpenAPI 3.0. */
const OLD: readonly [title: string, one: Schema, other: Schema][] = [
  ['exclusive bounds', { ...whole, minimum: 0, exclusiveMinimum: true }, { ...whole, minimum: 1 }],
  ['null', { ...text, nullable: true }, { nullable: true, allOf: [text] }],
]

test.each(OLD)('%s of OpenAPI 3.0 are equivalent', (_title, one, other) => {
  expect(rulesOf('request', one, other, '3.0.3')).toEqual([])
  expect(rulesOf('response', other, one, '3.0.3')).toEqual([])
})
