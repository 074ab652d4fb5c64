// What a document says is the same whether a default is written out, and in whatever order and case.
import { expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'
import type { Schema } from '../../src/rest/openapi.ts'

interface Parts {
  document?: object
  item?: object
  operation?: object
  parameter?: object
  header?: object
  body?: object
  media?: object
  response?: object
  schema?: Schema
  mediaType?: string
}

type Pair = readonly [title: string, one: Parts, other: Parts]
type Row = readonly [part: keyof Parts, written: object, absent?: object]

const list = { type: 'array', items: { type: 'string' } }
const fields = { properties: { a: { type: 'string' }, b: { type: 'object' }, c: list } }
const file = { properties: { a: { type: 'string', format: 'binary' } } }
const encoded = (a: object, schema: object = fields) => ({ schema, encoding: { a } })

/** Defaults of OpenAPI 3.0 and 3.1. */
const DEFAULTS: readonly Row[] = [
  ['document', { servers: [{ url: '/' }] }],
  ['document', { servers: [] }],
  ['document', { security: [] }],
  ['document', { tags: [] }],
  ['document', { webhooks: {} }],
  ['document', { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' }],
  ['item', { parameters: [] }],
  ['item', { servers: [{ url: '/' }] }],
  ['operation', { deprecated: false }],
  ['operation', { tags: [] }],
  ['operation', { callbacks: {} }],
  ['operation', { servers: [] }],
  ['operation', { security: [] }],
  ...['query', 'cookie'].flatMap((where): Row[] => [
    ['parameter', { in: where, style: 'form' }, { in: where }],
    ['parameter', { in: where, explode: true, schema: list }, { in: where, schema: list }],
    ['parameter', { in: where, explode: false }, { in: where }],
  ]),
  ['parameter', { in: 'header', style: 'simple', schema: list }, { in: 'header', schema: list }],
  ['parameter', { in: 'header', explode: false, schema: list }, { in: 'header', schema: list }],
  [
    'parameter',
    { style: 'deepObject', explode: false, schema: fields },
    { style: 'deepObject', schema: fields },
  ],
  [
    'parameter',
    { style: 'pipeDelimited', explode: false, schema: list },
    { style: 'pipeDelimited', schema: list },
  ],
  ...['required', 'deprecated', 'allowEmptyValue', 'allowReserved'].map((name): Row => [
    'parameter',
    { [name]: false },
  ]),
  ['parameter', { schema: {} }, { schema: true }],
  ['header', { required: false }],
  ['header', { deprecated: false }],
  ['header', { style: 'simple', schema: list }, { schema: list }],
  ['header', { explode: false, schema: list }, { schema: list }],
  ['body', { required: false }],
  ['response', { links: {} }],
  ['response', { headers: {} }, { headers: undefined }],
  ['media', { encoding: {} }],
  ['media', encoded({}), { schema: fields }],
  ['media', encoded({ contentType: 'text/plain' }), { schema: fields }],
  ['media', encoded({ contentType: 'application/octet-stream' }, file), { schema: file }],
  ['media', encoded({ style: 'form', explode: true, allowReserved: false }), { schema: fields }],
  ['media', encoded({ headers: {} }), { schema: fields }],
  [
    'media',
    {
      schema: fields,
      encoding: { b: { contentType: 'application/json' }, c: { contentType: 'text/plain' } },
    },
    { schema: fields },
  ],
  ...[
    'nullable',
    'readOnly',
    'writeOnly',
    'deprecated',
    'uniqueItems',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ].map((name): Row => [
    'schema',
    { ...list, minimum: 1, maximum: 3, [name]: false },
    { ...list, minimum: 1, maximum: 3 },
  ]),
  ...['minLength', 'minItems', 'minProperties'].map((name): Row => ['schema', { [name]: 0 }, {}]),
  ...[
    'additionalProperties',
    'items',
    'unevaluatedItems',
    'unevaluatedProperties',
    'propertyNames',
  ].map((name): Row => ['schema', { [name]: true }, {}]),
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', 'xml'].map(
    (name): Row => ['schema', { [name]: {} }, {}],
  ),
  ...['required', 'allOf', 'prefixItems'].map((name): Row => ['schema', { [name]: [] }, {}]),
  ['schema', { minContains: 1, contains: { type: 'string' } }, { contains: { type: 'string' } }],
  ['schema', { xml: { name: 'a', attribute: false, wrapped: false } }, { xml: { name: 'a' } }],
]

const rows = DEFAULTS.map(([part, written, absent = {}]): Pair => {
  const title = `${part}: ${JSON.stringify(written).slice(0, 90)}`
  return [title, { [part]: written }, { [part]: absent }]
})

test.each(rows)('a default is the same written out: %s', (_title, one, other) => {
  for (const version of ['3.0.3', '3.1.0']) expect(changesOf(one, other, version)).toEqual([])
})

const value = (name: string) => ({ [name]: { a: 1, b: { c: 2, d: [3] } } })
const turned = (name: string) => ({ [name]: { b: { d: [3], c: 2 }, a: 1 } })
const link = (more: object) => ({ links: { next: { operationId: 'read', ...more } } })
const shared = { components: { links: { Next: { operationId: 'read' } } } }

const inPath = (one: string, other: string) => {
  const of = (name: string, schema: object) => ({ in: 'path', name, required: true, schema })
  const parameters = [of(one, { type: 'string' }), of(other, { type: 'integer' })]
  return { document: { paths: { [`/a/{${one}}/{${other}}`]: { get: { parameters } } } } }
}

const WORDS: readonly Pair[] = [
  ['keys of a default', { schema: value('default') }, { schema: turned('default') }],
  ['keys of a const', { schema: value('const') }, { schema: turned('const') }],
  [
    'keys of a link',
    { response: link({ parameters: { a: '$url' } }) },
    { response: { links: { next: { parameters: { a: '$url' }, operationId: 'read' } } } },
  ],
  [
    'the description of a link',
    { response: link({ description: 'Reads.' }) },
    { response: link({}) },
  ],
  [
    'a shared link',
    { document: shared, response: { links: { next: { $ref: '#/components/links/Next' } } } },
    { document: shared, response: link({}) },
  ],
  [
    'the case of a media type',
    { mediaType: 'Application/JSON' },
    { mediaType: 'application/json' },
  ],
  [
    'spaces of a media type',
    { mediaType: 'text/csv;header=present' },
    { mediaType: 'text/csv; header=present' },
  ],
  [
    'the charset of JSON',
    { mediaType: 'application/json; charset=UTF-8' },
    { mediaType: 'application/json' },
  ],
  [
    'the charset of problems',
    { mediaType: 'application/problem+json;charset="utf-8"' },
    { mediaType: 'application/problem+json' },
  ],
  ['names in a path', inPath('id', 'key'), inPath('key', 'id')],
  [
    'the case of a content type',
    { schema: { contentMediaType: 'Text/HTML' } },
    { schema: { contentMediaType: 'text/html' } },
  ],
  [
    'the case of a content encoding',
    { schema: { contentEncoding: 'BASE64' } },
    { schema: { contentEncoding: 'base64' } },
  ],
  [
    'the order of parts',
    { schema: { allOf: [{ pattern: 'a' }, { pattern: 'c' }, { pattern: 'b' }] } },
    { schema: { allOf: [{ pattern: 'c' }, { pattern: 'b' }, { pattern: 'a' }] } },
  ],
  [
    'the case of a host, and its usual port',
    { document: { servers: [{ url: 'HTTPS://API.example.org:443/v1' }] } },
    { document: { servers: [{ url: 'https://api.example.org/v1/' }] } },
  ],
  [
    'the case of a range of statuses',
    { operation: { responses: { '2xx': {} } } },
    { operation: { responses: { '2XX': {} } } },
  ],
  [
    'the case of a header',
    { parameter: { in: 'header', name: 'X-A' } },
    { parameter: { in: 'header', name: 'x-a' } },
  ],
  [
    'a header that is not a parameter',
    { parameter: { in: 'header', name: 'Authorization', required: true } },
    { parameter: { in: 'header', name: 'Accept' } },
  ],
]

test.each(WORDS)('%s is no change', (_title, one, other) => {
  expect(changesOf(one, other, '3.1.0')).toEqual([])
})

const CHANGED: readonly Pair[] = [
  ['a reserved character', { parameter: { allowReserved: true } }, {}],
  [
    'the encoding of a file',
    { media: encoded({ contentType: 'image/png' }, file) },
    { media: { schema: file } },
  ],
  [
    'the style of an encoded object',
    { media: { schema: fields, encoding: { b: { style: 'form' } } } },
    { media: { schema: fields } },
  ],
  [
    'a link to another operation',
    { response: link({}) },
    { response: link({ operationId: 'write' }) },
  ],
  ['a value of a default', { schema: value('default') }, { schema: { default: { a: 2 } } }],
  ['an attribute of XML', { schema: { xml: { attribute: true } } }, { schema: {} }],
  ['another dialect', { document: { jsonSchemaDialect: 'https://example.org/dialect' } }, {}],
  [
    'the charset of a text',
    { mediaType: 'text/csv; charset=utf-8' },
    { mediaType: 'text/csv; charset=latin1' },
  ],
]

test.each(CHANGED)('%s is a change', (_title, one, other) => {
  expect(changesOf(one, other, '3.1.0').length).toBeGreaterThan(0)
})

function changesOf(one: Parts, other: Parts, version: string) {
  const [base, head] = [one, other].map((parts) => documentOf(parts, version))
  return [...checkRest(base, head), ...checkRest(head, base)].map(({ id }) => id)
}

function documentOf(parts: Parts, openapi: string) {
  const { schema = {}, mediaType = 'multipart/form-data' } = parts
  const content = { [mediaType]: { schema, ...parts.media } }
  const parameters = [{ in: 'query', name: 'q', schema: { type: 'string' }, ...parts.parameter }]
  const headers = { 'X-Next': { schema: { type: 'string' }, ...parts.header } }
  const kept = parts.response && 'headers' in parts.response ? {} : { headers }
  const responses = { 200: { content, ...kept, ...parts.response } }
  const requestBody = { content, ...parts.body }
  const post = { parameters, requestBody, responses, ...parts.operation }
  const document = { openapi, paths: { '/a': { post, ...parts.item } }, ...parts.document }
  return { file: 'openapi.json', text: JSON.stringify(document) }
}
