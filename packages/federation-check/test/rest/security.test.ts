// Security schemes are what they define, whatever their names.
import { expect, test } from 'vitest'
import type { Ranks } from '../../src/authorization/order.ts'
import { checkRest } from '../../src/rest/diff.ts'

const bearer = { type: 'http', scheme: 'bearer' }
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
const flow = { tokenUrl: 'https://id.example.org/token', scopes: { read: 'Read.' } }
const oauth = { type: 'oauth2', flows: { clientCredentials: flow } }
const jwt = { ...bearer, bearerFormat: 'JWT' }
const more = { ...flow, scopes: { read: 'Reads.', write: 'Writes.' } }

interface Secured {
  schemes: object
  /** What the document and one operation require. */
  all?: object[]
  one?: object[]
}

type Pair = readonly [title: string, was: Secured, is: Secured, findings: string[]]

const PAIRS: readonly Pair[] = [
  [
    'a scheme is renamed',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { b: bearer }, all: [{ b: [] }] },
    [],
  ],
  [
    'a scheme with scopes is renamed, and an operation of its own',
    { schemes: { a: oauth, k: key }, one: [{ a: ['read'], k: [] }] },
    { schemes: { b: oauth, k: key }, one: [{ k: [], b: ['read'] }] },
    [],
  ],
  [
    'a scheme is renamed and gets a scope',
    { schemes: { a: oauth }, all: [{ a: ['read'] }] },
    {
      schemes: { b: { ...oauth, flows: { clientCredentials: more } } },
      all: [{ b: ['read'] }],
    },
    [],
  ],
  [
    'an operation uses another name of a scheme',
    { schemes: { a: bearer, b: bearer }, all: [{ a: [] }] },
    { schemes: { a: bearer, b: bearer }, all: [{ b: [] }] },
    [],
  ],
  [
    'two schemes swap names',
    { schemes: { a: bearer, b: key }, all: [{ a: [] }] },
    { schemes: { a: key, b: bearer }, all: [{ b: [] }] },
    [],
  ],
  [
    'two names swap schemes, and the operations stay',
    { schemes: { a: bearer, b: key }, all: [{ a: [] }] },
    { schemes: { a: key, b: bearer }, all: [{ a: [] }] },
    ['security rest-security-weakened:GET /a:a>b'],
  ],
  [
    'a name gets another scheme, and the old one is kept for the operations',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { a: key, b: bearer }, all: [{ b: [] }] },
    [],
  ],
  [
    'a name gets another scheme, and the operations stay',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { a: key, b: bearer }, all: [{ a: [] }] },
    ['breaking rest-scheme-changed:a:http bearer'],
  ],
  [
    'a scheme is replaced by another one',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { b: key }, all: [{ b: [] }] },
    ['security rest-security-weakened:GET /a:a>b'],
  ],
  [
    'a scheme is renamed and required less',
    { schemes: { a: oauth }, all: [{ a: ['read'] }] },
    { schemes: { b: oauth }, all: [{ b: [] }] },
    ['security rest-security-weakened:GET /a:a read>a'],
  ],
  [
    'a scheme is renamed and required more',
    { schemes: { a: oauth }, all: [{ a: [] }] },
    { schemes: { b: oauth }, all: [{ b: ['read'] }] },
    ['breaking rest-security-tightened:GET /a:a>a read'],
  ],
  [
    'a scheme is no longer defined, and still required',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { b: bearer }, all: [{ a: [] }] },
    ['breaking rest-scheme-changed:a:gone'],
  ],
  [
    'a scheme has another hint about its tokens',
    { schemes: { a: jwt }, all: [{ a: [] }] },
    { schemes: { a: { ...jwt, bearerFormat: 'opaque' } }, all: [{ a: [] }] },
    ['dangerous rest-keyword-changed:a:bearerFormat'],
  ],
  [
    'a scheme gets a hint about its tokens',
    { schemes: { a: bearer }, all: [{ a: [] }] },
    { schemes: { a: jwt }, all: [{ a: [] }] },
    ['dangerous rest-keyword-changed:a:bearerFormat'],
  ],
  [
    'a scheme is renamed and loses a hint about its tokens',
    { schemes: { a: jwt }, all: [{ a: [] }] },
    { schemes: { b: bearer }, all: [{ b: [] }] },
    [],
  ],
]

test('a scope that includes the one of before requires more, and not less', () => {
  const [read, write] = ['read', 'write'].map((scope) =>
    documentOf({
      schemes: { a: { ...oauth, flows: { clientCredentials: more } } },
      all: [{ a: [scope] }],
    }),
  )
  const compared = (...ranks: [Ranks?]) =>
    [checkRest(read, write, ...ranks), checkRest(write, read, ...ranks)].map(([one]) => one!.rule)
  expect(compared()).toEqual(['rest-security-weakened', 'rest-security-weakened'])
  expect(compared([['read', 'write']])).toEqual([
    'rest-security-tightened',
    'rest-security-weakened',
  ])
})

test.each(PAIRS)('%s', (_title, was, is, findings) => {
  const [base, head] = [was, is].map(documentOf)
  expect(checkRest(base, head).map(({ severity, id }) => `${severity} ${id}`)).toEqual(findings)
})

function documentOf({ schemes, all, one }: Secured) {
  const get = { responses: { 204: {} }, ...(one ? { security: one } : {}) }
  const document = {
    openapi: '3.1.0',
    security: all,
    paths: { '/a': { get } },
    components: { securitySchemes: schemes },
  }
  return { file: 'openapi.json', text: JSON.stringify(document) }
}
