// Input that is nested deeper than a stack reaches, contains itself, or grows when it is put together.
import { beforeEach, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { projectOfEachTest } from '../project.ts'

const project = projectOfEachTest()

beforeEach(() => {
  project.write('usage.json', '{}')
  project.write('openapi.json', contract('{ "type": "string" }'))
  project.commit('Usage')
})

const nested = (depth: number, open: string, inner: string, close: string) =>
  open.repeat(depth) + inner + close.repeat(depth)

const contract = (schema: string, components = '{}') =>
  `{ "openapi": "3.1.0", "info": { "title": "Library", "version": "2" }, "components": ${components},
    "paths": { "/books": { "get": { "responses": { "200": { "description": "All books.",
    "content": { "application/json": { "schema": ${schema} } } } } } } } }`

const manifest = (body: string) =>
  JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: 'deep', name: 'Deep', body }],
  })

/** One list of nine that the next contains nine times. */
const laughs = Array.from({ length: 12 }, (_, index) => {
  return `x${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]\n`
}).join('')

const fragments = (count: number, body: (next: string) => string) =>
  Array.from({ length: count }, (_, index) => {
    return `fragment F${index} on Book { ${body(`...F${index + 1}`)} }\n`
  }).join('')

const chain = Array.from({ length: 20_000 }, (_, index) => {
  return `"S${index}": { "allOf": [{ "$ref": "#/components/schemas/S${index + 1}" }] },`
})

const LIST = 'clients/web/list.graphql'
const SDL = 'subgraphs/loans.graphql'
const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key"])\n'
const DEEP = 'nested more than 200 levels deep'

test.each([
  ['a document', LIST, nested(2_000, '{ books ', '{ id }', '}'), `${LIST}:1: ${DEEP}`],
  [
    'a list type of a variable',
    LIST,
    `query ($a: ${nested(20_000, '[', 'Int', ']')}) { books { id } }`,
    `${LIST}:1: ${DEEP}`,
  ],
  [
    'a value of a document',
    LIST,
    `{ books(a: ${nested(20_000, '{ a: ', '1', '}')}) { id } }`,
    `${LIST}:1: ${DEEP}`,
  ],
  [
    'a document behind strings',
    LIST,
    `{ books(a: "}}}}") ${nested(2_000, '{ books(a: "}") ', '{ id }', '}')} }`,
    `${LIST}:1: ${DEEP}`,
  ],
  ['a list type', SDL, `type Query { a: ${nested(20_000, '[', 'Int', ']')} }`, `${SDL}:1: ${DEEP}`],
  [
    'a default value',
    SDL,
    `type Query { a(b: B = ${nested(3_000, '{ b: ', '1', '}')}): Int }`,
    `${SDL}:1: ${DEEP}`,
  ],
  [
    'an argument of a directive',
    SDL,
    `type Query @a(b: ${nested(20_000, '[', '1', ']')}) { a: Int }`,
    `${SDL}:1: ${DEEP}`,
  ],
  [
    'a key',
    SDL,
    `${LINK}type Book @key(fields: "${nested(5_000, 'a { ', 'id', '}')}") { id: ID! }`,
    `${SDL}:2: ${DEEP}`,
  ],
  [
    'a document of a manifest',
    'clients/kiosk.json',
    manifest(nested(2_000, '{ books ', '{ id }', '}')),
    `clients/kiosk.json:1: ${DEEP}`,
  ],
  [
    'a manifest',
    'clients/kiosk.json',
    nested(100_000, '{ "a": ', '1', '}'),
    `clients/kiosk.json: ${DEEP}`,
  ],
  [
    'a schema',
    'openapi.json',
    contract(nested(3_000, '{ "properties": { "a": ', '{}', '}}')),
    `openapi.json: ${DEEP}`,
  ],
  [
    'an allOf',
    'openapi.json',
    contract(nested(3_000, '{ "allOf": [', '{}', ']}')),
    `openapi.json: ${DEEP}`,
  ],
  [
    'a chain of references',
    'openapi.json',
    contract(
      '{ "$ref": "#/components/schemas/S0" }',
      `{ "schemas": { ${chain.join('')} "S20000": {} } }`,
    ),
    'openapi.json: nested too deep to be checked',
  ],
  ['a YAML flow', 'approvals.yaml', nested(20_000, '[', '', ']'), `approvals.yaml:1: ${DEEP}`],
  [
    'a YAML block',
    'approvals.yaml',
    Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
    DEEP,
  ],
  ['YAML that contains itself', 'approvals.yaml', '- &a [*a, *a]\n', `approvals.yaml: ${DEEP}`],
  [
    'YAML of many aliases',
    'approvals.yaml',
    `a: &a0 [${Array(9).fill('ha').join(', ')}]\n${laughs}`,
    'approvals.yaml: Excessive alias count',
  ],
  [
    'a configuration',
    'federation-check.config.json',
    nested(100_000, '{ "a": ', '1', '}'),
    `federation-check.config.json: ${DEEP}`,
  ],
  ['a usage file', 'usage.json', nested(100_000, '[', '', ']'), `usage.json: ${DEEP}`],
  [
    'a chain of fragments',
    LIST,
    `{ books { ...F0 } } ${fragments(5_000, (next) => `book { ${next} }`)}`,
    `${LIST}: is more than 200 levels deep with its fragments`,
  ],
  [
    'fragments that double',
    LIST,
    `{ books { ...F0 } } ${fragments(40, (next) => `a: book { ${next} } b: book { ${next} }`)} fragment F40 on Book { id }`,
    `${LIST}: has more than 1000000 selections with its fragments`,
  ],
])('%s ends the check with a message that names the file', async (_, file, text, message) => {
  project.write(file, text)
  const { code, err = '' } = await command(['--base', 'main', '--usage', 'usage.json'], false)
  expect(err.slice(0, 400)).toContain(message)
  expect(code).toBe(2)
})

test('a document of 131,072 selections is checked', async () => {
  const text = `{ books { ...F0 } } ${fragments(15, (next) => `id ${next} ${next}`)} fragment F15 on Book { gone }`
  project.write(LIST, text)
  const { code, out } = await command(['--base', 'main'], false)
  expect(out).toContain('Cannot query field "gone" on type "Book".')
  expect(code).toBe(1)
})

test('fragments that spread themselves break their document alone', async () => {
  project.write(LIST, '{ books { ...F } } fragment F on Book { id ...F }')
  const { code, out } = await command(['--base', 'main'], false)
  expect(out).toContain('Cannot spread fragment "F" within itself.')
  expect(code).toBe(1)
})

test('descriptions with many brackets are not deep', async () => {
  project.edit(SDL, 'type Book', `"""${'([ {'.repeat(190)}"""\ntype Book`)
  expect(await command(['--base', 'main'], false)).toMatchObject({ code: 0 })
})
