// Which form a value of a discriminator has, in whatever words the mapping says it.
import { describe, expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import type { Direction } from '../../src/rest/schema/change.ts'
import type { OpenApi, Schema } from '../../src/rest/openapi.ts'

const pathOf = (name: string) => `#/components/schemas/${name}`
const kindOf = (kind: Schema, more: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: ['kind'],
  properties: { kind, ...more },
})

interface Forms {
  /** By name. */
  forms: Record<string, Schema>
  mapping?: Record<string, string>
}

const text = { type: 'string' }
const cat = kindOf({ enum: ['cat'] })
const dog = kindOf({ enum: ['dog'] })
const open = { Cat: kindOf(text, { lives: text }), Dog: kindOf(text, { trick: text }) }
const closed = { Cat: cat, Dog: dog }
const byPath = { cat: pathOf('Cat'), dog: pathOf('Dog') }
const byName = { cat: 'Cat', dog: 'Dog' }
const implicit = { Cat: pathOf('Cat'), Dog: pathOf('Dog') }

const EQUAL: readonly [title: string, one: Forms, other: Forms][] = [
  ['a path and a name', { forms: closed, mapping: byPath }, { forms: closed, mapping: byName }],
  [
    'a path and a name of open values',
    { forms: open, mapping: byPath },
    { forms: open, mapping: byName },
  ],
  ['no mapping and one of the names', { forms: open }, { forms: open, mapping: implicit }],
  ['no mapping and one of some names', { forms: open }, { forms: open, mapping: { Dog: 'Dog' } }],
  [
    'mappings in another order',
    { forms: open, mapping: byName },
    { forms: open, mapping: { dog: 'Dog', cat: 'Cat' } },
  ],
  [
    'a mapped schema of another name',
    { forms: closed, mapping: byPath },
    { forms: { Lion: cat, Dog: dog }, mapping: { cat: pathOf('Lion'), dog: 'Dog' } },
  ],
  [
    'mapped schemas of other names and open values',
    { forms: open, mapping: byPath },
    { forms: { Lion: open.Cat, Wolf: open.Dog }, mapping: { cat: 'Lion', dog: 'Wolf' } },
  ],
  [
    'a mapped schema of another name that contains itself',
    {
      forms: { Cat: kindOf(text, { kitten: { $ref: pathOf('Cat') } }), Dog: open.Dog },
      mapping: byPath,
    },
    {
      forms: { Lion: kindOf(text, { kitten: { $ref: pathOf('Lion') } }), Dog: open.Dog },
      mapping: { cat: 'Lion', dog: 'Dog' },
    },
  ],
]

const OTHER: readonly [title: string, one: Forms, other: Forms][] = [
  [
    'mapped values that swap',
    { forms: open, mapping: byName },
    { forms: open, mapping: { cat: 'Dog', dog: 'Cat' } },
  ],
  [
    'a mapped value that is gone',
    { forms: open, mapping: { ...byName, lion: 'Cat' } },
    { forms: open, mapping: byName },
  ],
  [
    'a mapped value of another name',
    { forms: open, mapping: byName },
    { forms: open, mapping: { kitty: 'Cat', dog: 'Dog' } },
  ],
  ['an implicit value and a stated one', { forms: open }, { forms: open, mapping: byName }],
  [
    'an implicit value of another name',
    { forms: open },
    { forms: { Lion: open.Cat, Dog: open.Dog } },
  ],
]

describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  test.each(EQUAL)('%s are equal', (_title, one, other) => {
    expect([...risksOf(direction, one, other), ...risksOf(direction, other, one)]).toEqual([])
  })
  test.each(OTHER)('%s are a change', (_title, one, other) => {
    expect(
      risksOf(direction, one, other).length + risksOf(direction, other, one).length,
    ).toBeGreaterThan(0)
  })
})

test.each(OTHER)('%s are breaking for a request', (_title, one, other) => {
  expect(risksOf('request', one, other).join()).toContain('breaking')
})

test('a schema that others extend may write out the names of its mapping', () => {
  const [base, head] = [undefined, { Cat: pathOf('Cat') }].map((mapping) => {
    const discriminator = { propertyName: 'kind', ...(mapping ? { mapping } : {}) }
    const pet = { ...(kindOf(text) as object), discriminator }
    const child = { allOf: [{ $ref: pathOf('Pet') }, { properties: { lives: text } }] }
    return documentOf('response', { $ref: pathOf('Pet') }, { Pet: pet, Cat: child })
  })
  expect(checkRest(base, head)).toEqual([])
  expect(checkRest(head, base)).toEqual([])
})

function risksOf(direction: Direction, was: Forms, is: Forms) {
  const [base, head] = [was, is].map(({ forms, mapping }) => {
    const oneOf = Object.keys(forms).map((name) => ({ $ref: pathOf(name) }))
    const discriminator = { propertyName: 'kind', ...(mapping ? { mapping } : {}) }
    return documentOf(direction, { oneOf, discriminator }, forms)
  })
  return checkRest(base, head)
    .filter(({ severity }) => severity !== 'safe')
    .map(({ severity, id }) => `${severity} ${id}`)
}

function documentOf(direction: Direction, schema: Schema, schemas: Record<string, Schema>) {
  const body = { content: { 'application/json': { schema } } }
  const operation = direction === 'request' ? { requestBody: body } : { responses: { 200: body } }
  const paths = { '/pets': { post: operation } }
  const document: OpenApi = { openapi: '3.1.0', paths, components: { schemas } }
  return { file: 'openapi.json', text: JSON.stringify(document) }
}
