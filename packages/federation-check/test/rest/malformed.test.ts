// Documents with a member of a wrong type, which cannot be compared.
import { describe, expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import { UsageError } from '../../src/sources/files.ts'

const ok = { description: 'OK' }
const operation = (more: object) => ({
  paths: { '/a': { get: { responses: { 200: ok }, ...more } } },
})
const body = (schema: unknown) => operation({ requestBody: { content: { json: { schema } } } })
const BODY = '#/paths/~1a/get/requestBody/content/json/schema'

const DOCUMENTS: readonly [title: string, document: object, pointer: string][] = [
  ['enum: 5', body({ enum: 5 }), `${BODY}/enum`],
  ['anyOf: "x"', body({ anyOf: 'x' }), `${BODY}/anyOf`],
  ['prefixItems: {}', body({ prefixItems: {} }), `${BODY}/prefixItems`],
  ['required: "a"', body({ required: 'a' }), `${BODY}/required`],
  [
    'required: true',
    body({ properties: { a: { required: true } } }),
    `${BODY}/properties/a/required`,
  ],
  ['properties: []', body({ properties: [] }), `${BODY}/properties`],
  ['type: {}', body({ type: {} }), `${BODY}/type`],
  ['pattern: 5', body({ pattern: 5 }), `${BODY}/pattern`],
  ['minimum: "5"', body({ minimum: '5' }), `${BODY}/minimum`],
  ['title: 5', body({ title: 5 }), `${BODY}/title`],
  ['a schema null', body({ items: null }), `${BODY}/items`],
  ['a list of schemas as items', body({ items: [{}] }), `${BODY}/items`],
  ['a discriminator "a"', body({ discriminator: 'a' }), `${BODY}/discriminator`],
  [
    'dependentRequired of a string',
    body({ dependentRequired: { a: 'b' } }),
    `${BODY}/dependentRequired/a`,
  ],
  ['$ref: 5', body({ $ref: 5 }), `${BODY}/$ref`],
  ['$ref with a bare %', body({ $ref: '#/components/schemas/100%' }), `${BODY}/$ref`],
  [
    'a schema in an extension that another refers to',
    { ...body({ $ref: '#/x-own/A' }), 'x-own': { A: { allOf: 5 } } },
    '#/x-own/A/allOf',
  ],
  ['parameters: {}', operation({ parameters: {} }), '#/paths/~1a/get/parameters'],
  ['a parameter "a"', operation({ parameters: ['a'] }), '#/paths/~1a/get/parameters/0'],
  [
    'a parameter without a name',
    operation({ parameters: [{ in: 'header' }] }),
    '#/paths/~1a/get/parameters/0',
  ],
  ['responses: []', operation({ responses: [] }), '#/paths/~1a/get/responses'],
  ['a response null', operation({ responses: { 200: null } }), '#/paths/~1a/get/responses/200'],
  [
    'content: "json"',
    operation({ requestBody: { content: 'json' } }),
    '#/paths/~1a/get/requestBody/content',
  ],
  [
    'a media type null',
    operation({ requestBody: { content: { json: null } } }),
    '#/paths/~1a/get/requestBody/content/json',
  ],
  [
    'headers: 5',
    operation({ responses: { 200: { headers: 5 } } }),
    '#/paths/~1a/get/responses/200/headers',
  ],
  ['security: {}', operation({ security: {} }), '#/paths/~1a/get/security'],
  ['scopes: null', operation({ security: [{ key: null }] }), '#/paths/~1a/get/security/0/key'],
  ['callbacks: 5', operation({ callbacks: 5 }), '#/paths/~1a/get/callbacks'],
  ['a path null', { paths: { '/a': null } }, '#/paths/~1a'],
  ['paths: []', { paths: [] }, '#/paths'],
]

const text = (document: object) => ({
  file: 'openapi.json',
  text: JSON.stringify({ openapi: '3.1.0', ...document }),
})

describe.each(DOCUMENTS)('a document with %s', (_, document, pointer) => {
  const fine = text(body({ type: 'string' }))

  test.each([
    ['the head', fine, text(document)],
    ['the base', text(document), fine],
  ])('cannot be compared as %s: the error names file and place', (_side, base, head) => {
    const check = () => checkRest(base, head)
    expect(check).toThrow(UsageError)
    expect(check).toThrow(`openapi.json: ${pointer} must `)
  })
})

test('empty members of YAML and extensions of any type are no error', () => {
  const empty = { parameters: null, servers: null, requestBody: null, responses: {} }
  const head = { paths: { 'x-a': null, '/a': { get: { ...empty } } }, components: null }
  const base = text(operation({ responses: {} }))
  expect(checkRest(base, text(head))).toEqual([])
})
