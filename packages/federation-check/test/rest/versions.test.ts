// Keywords that OpenAPI 3.0 and 3.1 read differently.
import { describe, expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import type { Schema } from '../../src/rest/openapi.ts'
import { conditional, ref, rulesOf } from './judged.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const inside = (schema: Schema): Schema => ({
  type: 'object',
  properties: { list: { type: 'array', items: schema } },
})

/** What stays as it is written while the version becomes 3.1, and allows less then. */
const NARROWER: readonly [title: string, schema: Schema][] = [
  ['null', { ...text, nullable: true }],
  ['null inside of others', inside({ ...text, nullable: true })],
  ['null of a form', { anyOf: [{ ...text, nullable: true }, { type: 'integer' }] }],
  ['a const', { ...text, const: 'a' }],
  ['a numeric exclusive bound', { ...number, exclusiveMinimum: 3 }],
  ['a keyword beside $ref', { ...ref('Cat'), minProperties: 3 }],
  ['properties by pattern', { type: 'object', patternProperties: { '^a': text } }],
  [
    'a condition',
    {
      type: 'object',
      properties: { a: text, b: text },
      ...conditional({ required: ['a'] }, { required: ['b'] }),
    },
  ],
]

describe.each(NARROWER)('%s of OpenAPI 3.0 that is left in 3.1', (_title, schema) => {
  test('allows less: breaking in a request', () => {
    expect(rulesOf('request', schema, schema, '3.0.3', '3.1.0').join()).toContain('breaking')
  })
  test('allows less: safe in a response', () => {
    const rules = rulesOf('response', schema, schema, '3.0.3', '3.1.0')
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((rule) => !rule.startsWith('safe'))).toEqual([])
  })
  test('allows more the other way round: safe in a request', () => {
    const rules = rulesOf('request', schema, schema, '3.1.0', '3.0.3')
    expect(rules.filter((rule) => !rule.startsWith('safe'))).toEqual([])
  })
})

test('a bound that 3.1 no longer takes as exclusive allows more', () => {
  const schema = { ...number, minimum: 3, exclusiveMinimum: true }
  expect(rulesOf('response', schema, schema, '3.0.3', '3.1.0').join()).toContain('breaking')
  expect(rulesOf('request', schema, schema, '3.0.3', '3.1.0').join()).not.toContain('breaking')
})

const MIGRATED: readonly [title: string, old: Schema, now: Schema][] = [
  ['null', { ...text, nullable: true }, { type: ['string', 'null'] }],
  ['null of a part', { nullable: true, allOf: [text] }, { type: ['null', 'string'] }],
  [
    'null of a reference',
    { nullable: true, allOf: [ref('Tree')] },
    { anyOf: [ref('Tree'), { type: 'null' }] },
  ],
  [
    'null beside a reference',
    { nullable: true, ...ref('Tree') },
    { anyOf: [ref('Tree'), { type: 'null' }] },
  ],
  [
    'an exclusive bound',
    { ...number, minimum: 3, exclusiveMinimum: true },
    { ...number, exclusiveMinimum: 3 },
  ],
  ['a bound', { ...number, maximum: 3, exclusiveMaximum: false }, { ...number, maximum: 3 }],
  ['bytes', { ...text, format: 'byte' }, { ...text, contentEncoding: 'base64' }],
  [
    'a file',
    { ...text, format: 'binary' },
    { ...text, contentMediaType: 'application/octet-stream' },
  ],
  ['bytes in the words of 3.0', { ...text, format: 'byte' }, { ...text, format: 'byte' }],
  ['a type in a list', text, { type: ['string'] }],
  ['an example', { ...text, example: 'a' }, { ...text, examples: ['a'] }],
  ['an enum of one', { ...text, enum: ['a'] }, { ...text, const: 'a' }],
  [
    'a property of a keyword’s name',
    { properties: { nullable: text, const: text } },
    { properties: { nullable: text, const: text } },
  ],
]

describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  test.each(MIGRATED)('%s of OpenAPI 3.0 is the same in the words of 3.1', (_title, old, now) => {
    expect(rulesOf(direction, old, now, '3.0.3', '3.1.0')).toEqual([])
    expect(rulesOf(direction, now, old, '3.1.1', '3.0.0')).toEqual([])
  })
  test('a keyword that the version ignores counts while the version stays', () => {
    const nullable = { ...text, nullable: true }
    const both = [rulesOf(direction, nullable, text), rulesOf(direction, text, nullable)]
    expect(both.flat().join()).toContain('breaking')
    const fixed = { ...text, const: 'a' }
    expect(rulesOf(direction, text, fixed, '3.0.3').length).toBeGreaterThan(0)
  })
})

test('a parameter and a header are read in the version of their document', () => {
  const schema = { ...text, nullable: true }
  const parameters = [{ name: 'q', in: 'query', schema }]
  const get = { parameters, responses: { 200: { headers: { 'X-A': { schema } } } } }
  const [base, head] = ['3.0.3', '3.1.0'].map((openapi) => {
    const text = JSON.stringify({ openapi, paths: { '/pets': { get } } })
    return { file: 'openapi.json', text }
  })
  expect(checkRest(base, head).map(({ id }) => id)).toEqual([
    'rest-type-changed:GET /pets query q:null|string>string',
    'rest-type-compatible:GET /pets 200 headers.x-a:null|string>string',
  ])
})

test('Swagger 2.0 is refused with what to do', () => {
  const old = { file: 'openapi.json', text: '{"swagger":"2.0","paths":{}}' }
  const now = { file: 'openapi.json', text: '{"openapi":"3.0.3","paths":{}}' }
  for (const [base, head] of [
    [old, now],
    [now, old],
  ] as const) {
    expect(() => checkRest(base, head)).toThrow('Convert it to OpenAPI 3.')
  }
})
