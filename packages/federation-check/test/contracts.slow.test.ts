// Contracts with the real command: settings, documents that are sent to one, and the API of each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { command } from '../src/commands/command.ts'
import { projectOfEachTest, reportOf } from './project.ts'

const FILE = 'federation-check.config.json'
const SDL = 'subgraphs/books.graphql'
const project = projectOfEachTest()

/** The base has one contract, which keeps the price from clients. */
beforeEach(() => {
  project.edit(SDL, '"@key"', '"@key", "@tag"')
  project.edit(SDL, 'price: Int', 'price: Int @tag(name: "internal")')
  project.edit(SDL, 'pages: Int', 'pages: Int @tag(name: "internal")')
  project.edit(SDL, ' @requiresScopes(scopes: [["sales"]])', '')
  configure({ documents: [{ files: 'clients/web/*.graphql', client: 'web', contract: 'public' }] })
  project.commit('A contract')
})

function configure(settings: object, contract: object = { exclude: ['internal'] }): void {
  const more = { manifests: ['clients/*.json'], contracts: { public: contract } }
  project.write(FILE, JSON.stringify({ ...more, ...settings }))
}

const run = (...args: string[]) => command(['--base', 'main', ...args], false)

async function found(...args: string[]): Promise<string[]> {
  const { findings } = await reportOf('--base', 'main', ...args)
  return findings.map(({ severity, id }) => `${severity} ${id}`)
}

describe('documents', () => {
  test('a document that is sent to a contract breaks with its variant alone', async () => {
    project.edit(SDL, 'title: String!', 'title: String! @tag(name: "internal")')
    expect(await found()).toEqual([
      'breaking contract-broken:public/Book.title:field-removed',
      'safe tag-added:books/Book.title:internal',
      'breaking operation-broken:web/list.graphql:Book.title',
    ])
    const { out } = await run()
    expect(out).toContain(`
Breaks web
  breaking  contract-broken:public/Book.title:field-removed
      In the contract public: Field 'title' was removed from object type 'Book'. Book.title is left
      out: it has the excluded tag internal.
      subgraphs/books.graphql:8
      in the contract public
      used in clients/web/list.graphql:4
        breaking  operation-broken:web/list.graphql:Book.title
`)
  })

  test('a manifest is sent to the contract that it names', async () => {
    configure({ manifests: [{ files: 'clients/kiosk.json', contract: 'public' }], documents: [] })
    expect(await found()).toContain('breaking operation-broken:kiosk/Pages:Book.pages')
  })

  test.each([
    [
      { documents: [{ files: 'clients/web/*.graphql', contract: 'pubic' }] },
      'Did you mean public?',
    ],
    [{ manifests: [{ files: 'clients/*.json', contract: 'other' }] }, 'no contract has this name.'],
    [
      { documents: [{ files: 'clients/web/*.graphql', contract: 'public', subgraph: 'books' }] },
      'documents.0 must name a subgraph or a contract, not both.',
    ],
  ])('%j is refused', async (settings, sentence) => {
    configure(settings)
    const { code, err } = await run()
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })
})

describe('settings', () => {
  test('each side has the contracts of its own configuration', async () => {
    configure({}, { exclude: ['secret'] })
    expect(await found()).toEqual([
      expect.stringMatching(/^breaking config-changed:/),
      'dangerous contract-tag-unused:public:secret',
      expect.stringMatching(/^security contract-exposed:public:/),
      'safe operation-withdrawn:web/list.graphql',
    ])
  })

  test.each([
    [{ include: ['a'], exclude: ['a'] }, 'contracts.public: the tag a is included and excluded.'],
    [{}, 'contracts.public must have at least one of include, exclude, hideUnreachableTypes.'],
    [
      { exclude: ['not a tag'] },
      'contracts.public.exclude.0: "not a tag" must be a tag of at most 128 letters, digits, -, _ and /.',
    ],
    [{ excludes: ['a'] }, 'there is no setting contracts.public.excludes. Did you mean exclude?'],
  ])('the contract %j is refused', async (contract, sentence) => {
    configure({}, contract)
    const { code, err } = await run()
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })
})

describe('federation-check contract', () => {
  test('the command prints the API of a contract', async () => {
    const { code, out = '' } = await command(['contract', 'public'], false)
    expect(code).toBe(0)
    expect(out).toBe(`type Book {
  cover: String
  id: ID!
  loans: Int
  title: String!
}

type Query {
  books: [Book!]
}`)
  })

  test('the printed API is a schema that the check reads', async () => {
    const { out = '' } = await command(['contract', 'public', '--head', 'main'], false)
    project.write('public.graphql', out)
    project.commit('The API of the contract')
    const { findings } = await reportOf('--base', 'public.graphql', '--head', 'main')
    expect(findings.filter(({ step }) => step === 'api').map(({ id }) => id)).toEqual([
      'field-added:Book.pages',
      'field-added:Book.price',
    ])
    expect(readFileSync(join(project.root, 'public.graphql'), 'utf8')).toBe(out)
  })

  test.each([
    [['contract'], 'contract needs one NAME.'],
    [['contract', 'pubic'], 'There is no contract pubic. Did you mean public?'],
    [['contract', 'x'], 'There is no contract x. Contracts: public'],
    [['contract', 'public', '--head', 'nowhere'], '--head nowhere is neither'],
  ])('%j is refused', async (args, sentence) => {
    const { code, out, err } = await command(args, false)
    expect(err).toContain(sentence)
    expect({ code, out }).toEqual({ code: 2 })
  })

  test('the command says why a contract has no valid API', async () => {
    project.edit(SDL, 'books: [Book!]', 'books: [Book!] @tag(name: "internal")')
    const { code, err } = await command(['contract', 'public'], false)
    expect(err).toMatch(/^The contract public has no valid API: Type "Query" is @inaccessible/)
    expect(code).toBe(2)
  })
})
