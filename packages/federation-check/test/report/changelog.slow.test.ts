// Release notes: every change that a client sees, in its section, and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Changelog } from '../../src/changelog.ts'
import { command } from '../../src/commands/command.ts'
import { Project } from '../project.ts'

const SDL = 'subgraphs/books.graphql'
const project = new Project()

beforeAll(() => {
  project.edit(SDL, '  cover: String\n', '  subtitle: String\n')
  project.edit(SDL, 'pages: Int', 'pages: Int @deprecated(reason: "Use length")')
  project.edit(SDL, '  title: String!', '  "The <b>title</b>."\n  title: String')
  project.edit('subgraphs/loans.graphql', 'loans: Int', 'loans: Int!')
  project.edit(SDL, ' @requiresScopes(scopes: [["sales"]])', '')
  project.edit(
    'openapi.json',
    '"get": {',
    '"post": { "responses": {} },\n"get": { "deprecated": true,',
  )
  project.commit('A change')
  project.enter()
})

afterAll(() => project.leave())

const changelog = (...args: string[]) => command(['changelog', ...args], false)

describe('a changelog', () => {
  test('has a section for each kind of change, and no exit code for breaking ones', async () => {
    const { code, out = '' } = await changelog('main~1', 'main')
    expect(code).toBe(0)
    expect(out.replaceAll(/\([0-9a-f]{12}\)/g, '(…)'))
      .toBe(`# API changes from main\\~1 (…) to main (…)

## Security

- Book.price required sales and now requires nothing.

## Removed

- **Breaking:** Field 'cover' was removed from object type 'Book'.

## Changed

- **Breaking:** Field 'Book.title' changed type from 'String!' to 'String'.
- Field 'Book.loans' changed type from 'Int' to 'Int!'.

## Deprecated

- Book.pages is deprecated: Use length.

## Added

- Field 'subtitle' was added to object type 'Book'.

## REST

### GET /books

- **Deprecated:** The operation is deprecated now.

### POST /books

- **Added:** The operation is new.`)
  })

  test('is the same as text and as JSON, whatever documents and conventions there are', async () => {
    const { out: text = '' } = await changelog('main~1', 'main', '--format', 'text')
    expect(text).toContain("\nRemoved\n  - Breaking: Field 'cover' was removed")
    const { out = '' } = await changelog('main~1', 'main', '--format=json')
    const { version, sections } = JSON.parse(out) as Changelog
    expect(version).toBe(1)
    expect(sections.removed).toEqual([
      {
        id: 'field-removed:Book.cover',
        api: 'GraphQL',
        coordinate: 'Book.cover',
        message: "Field 'cover' was removed from object type 'Book'.",
        breaking: true,
      },
    ])
  })

  test('says that nothing changes', async () => {
    const { code, out } = await changelog('main', 'main')
    expect(code).toBe(0)
    expect(out).toMatch(/\n\nNothing changes for clients\.$/)
  })
})

describe('a changelog of REST', () => {
  const openapi = (properties: object, query: string, more = {}) => {
    const schema = { type: 'array', items: { type: 'object', properties } }
    const parameters = [{ in: 'query', name: query, schema: { type: 'string' } }]
    const responses = { 200: { content: { 'application/json': { schema } } } }
    const paths = { '/books': { get: { parameters, responses } }, ...more }
    return JSON.stringify({ openapi: '3.1.0', info: { title: 'Library', version: '1' }, paths })
  }
  const operation = (required: string[]) => {
    const schema = { type: 'object', required, properties: { title: { type: 'string' } } }
    const requestBody = { content: { 'application/json': { schema } } }
    return { post: { requestBody, responses: { 201: {} } } }
  }
  const text = { type: 'string' }

  beforeAll(() => {
    const old = { '/authors': operation([]), '/loans': operation([]) }
    project.git('checkout', '--quiet', '-b', 'rest')
    project.write('openapi.json', openapi({ title: text, cover: text }, 'near', old))
    project.commit('Two paths more')
    const now = { '/authors': operation(['title']), '/tags': operation([]) }
    const title = { ...text, deprecated: true }
    project.write('openapi.json', openapi({ title, subtitle: text }, 'by', now))
    project.commit('They change')
    project.git('checkout', '--quiet', 'main')
  })

  const REST = `## REST

### POST /authors

- **Breaking, changed:** In the request body, title must be sent now.

### GET /books

- **Breaking, removed:** In response 200, [].cover is no longer returned.
- **Removed:** Query parameter near is ignored now.
- **Deprecated:** In response 200, [].title has another default or deprecation: deprecated none becomes true.
- **Added:** Query parameter by may be sent now.
- **Added:** In response 200, [].subtitle is now returned.

### POST /loans

- **Breaking, removed:** The operation is removed. Documented paths must stay.

### POST /tags

- **Added:** The operation is new.`

  test.each([
    { only: [], title: 'stands by method and path, what breaks first' },
    { only: ['--api', 'rest'], title: 'can be written alone' },
  ])('a changelog of REST $title', async ({ only }) => {
    const { code, out = '' } = await changelog('rest~1', 'rest', ...only)
    expect(code).toBe(0)
    const unescaped = out.replaceAll(String.raw`\[\]`, '[]')
    expect(unescaped.slice(out.indexOf('## '))).toBe(REST)
  })

  test('a changelog of GraphQL alone has no note of REST', async () => {
    const { out } = await changelog('rest~1', 'rest', '--api', 'graphql')
    expect(out).toMatch(/\n\nNothing changes for clients\.$/)
  })

  test('a changelog as JSON names the operation of a note', async () => {
    const { out = '' } = await changelog('rest~1', 'rest', '--format', 'json')
    const { sections } = JSON.parse(out) as Changelog
    expect(sections.added.map(({ api, operation }) => [api, operation])).toContainEqual([
      'REST',
      'GET /books',
    ])
  })

  test('a changelog names every operation of a second document', async () => {
    project.git('checkout', '--quiet', '-b', 'second', 'rest')
    project.write('openapi.yaml', openapi({ title: text }, 'near'))
    project.commit('A second document')
    project.git('checkout', '--quiet', 'main')
    const { out } = await changelog('rest', 'second', '--api', 'rest', '--format', 'text')
    expect(out).toContain('openapi.yaml#GET /books\n  - Added: The operation is new.')
  })

  test('a property that is no longer deprecated is a change', async () => {
    project.git('checkout', '--quiet', '-b', 'undeprecated')
    for (const deprecated of [true, false]) {
      project.write('openapi.json', openapi({ cover: { ...text, deprecated } }, 'near'))
      project.commit(`Deprecated: ${deprecated}`)
    }
    project.git('checkout', '--quiet', 'main')
    const range = ['undeprecated~1', 'undeprecated']
    const { out = '' } = await changelog(...range, '--format', 'json')
    const { sections } = JSON.parse(out) as Changelog
    expect(sections.deprecated).toEqual([])
    expect(sections.changed.map(({ message }) => message)).toEqual([
      'GET /books 200[].cover has another default or deprecation: deprecated true becomes none.',
    ])
  })
})

test.each([
  ['an unknown API', ['main', 'main', '--api', 'soap'], '--api must be graphql, rest or events.'],
  ['one state alone', ['main'], 'changelog needs BASE and HEAD.'],
  ['three states', ['main', 'main', 'main'], 'changelog needs BASE and HEAD.'],
  [
    'a format of the check',
    ['main', 'main', '--format', 'sarif'],
    'Unknown format sarif of a changelog.',
  ],
  ['an unknown option', ['main', 'main', '--nope'], "Unknown option '--nope'"],
  [
    'a state that is not there',
    ['nowhere', 'main'],
    'BASE nowhere is neither a commit nor a path.',
  ],
])('a changelog of %s is refused', async (_title, args, sentence) => {
  const { code, out, err } = await changelog(...args)
  expect(err).toContain(sentence)
  expect({ code, out }).toEqual({ code: 2 })
})

test('a changelog does not tell clients how to configure a guard', async () => {
  const guarded = new Project()
  const definition = 'directive @staffOnly on FIELD_DEFINITION\n'
  guarded.edit('subgraphs/loans.graphql', 'loans: Int', 'loans: Int @staffOnly')
  guarded.edit('subgraphs/loans.graphql', 'type Book', `${definition}type Book`)
  guarded.commit('A guard')
  guarded.edit('subgraphs/loans.graphql', 'Int @staffOnly', 'Int')
  guarded.commit('None')
  guarded.enter()
  const { out, err } = await changelog('main~1', 'main', '--format', 'text')
  guarded.leave()
  expect(err).toBeUndefined()
  expect(out).toContain('Book.loans required @staffOnly and now requires nothing.')
  expect(out).not.toContain('guess')
})

test('a changelog with gaps is refused', async () => {
  project.git('checkout', '--quiet', '-b', 'broken')
  project.edit('subgraphs/loans.graphql', 'loans: Int', 'title: Int')
  project.commit('It does not compose')
  project.git('checkout', '--quiet', 'main')
  const { code, err } = await changelog('main', 'broken')
  expect(err).toMatch(/^There is no changelog: subgraphs\/\w+\.graphql:\d+: /)
  expect(code).toBe(2)
})
