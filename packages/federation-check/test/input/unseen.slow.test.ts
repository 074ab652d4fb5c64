// What the check cannot read ends it with a sentence, so that nothing passes because it was not seen.
import { expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { composeTree } from '../../src/graph/compose-tree.ts'
import { folderFiles } from '../../src/sources/folder.ts'
import { readTree } from '../../src/sources/tree.ts'
import { projectOfEachTest, reportOf } from '../project.ts'

const FILE = 'federation-check.config.json'
const project = projectOfEachTest()

const check = (...args: string[]) => command(['--base', 'main', ...args], false)

/** Adds settings to the configuration, at its beginning. */
const configure = (settings: string) => project.edit(FILE, '{', `{ ${settings},`)

test('a head without a schema does not pass against a single schema', async () => {
  project.write('api.graphql', 'type Query { books: [String!] }\n')
  configure('"subgraphs": "subgrphs/<name>.graphql"')
  const { code, err } = await check('--base', 'api.graphql')
  expect(err).toContain('the working tree contains no schema: it needs subgrphs/<name>.graphql')
  expect(code).toBe(2)
})

test('a schema of clients is compared with a supergraph, and takes the documents of a whole base', async () => {
  const { supergraph = '', api = '' } = await composeTree(
    readTree(folderFiles(project.root), { subgraphs: 'subgraphs/<name>.graphql' }),
  )
  project.write('super.graphql', supergraph)
  project.write('api.graphql', api.replace('  title: String!', '  titles: String!'))
  const against = async (base: string) => {
    const { ok, findings } = await reportOf('--base', base, '--head', 'api.graphql')
    return { ok, ids: findings.map(({ id }) => id) }
  }
  const alone = await against('super.graphql')
  expect(alone.ok).toBe(false)
  expect(alone.ids).toContain('field-removed:Book.title')
  const whole = await against('main')
  expect(whole.ids.join()).toMatch(/operation-broken:[^,]*Book\.title/)
  expect(whole.ids.join()).not.toMatch(/step-skipped|withdrawn|rest-contract-removed/)
})

test('a subgraph with a dot in its name is checked', async () => {
  project.git('mv', 'subgraphs/loans.graphql', 'subgraphs/loans.v2.graphql')
  project.commit('Version 2')
  project.edit('subgraphs/loans.v2.graphql', '  loans: Int\n', '  loan: Int\n')
  expect((await check()).out).toContain('field-removed:Book.loans')
})

test('a part of an OpenAPI document in another file is refused', async () => {
  project.edit('openapi.json', '"description": "All books."', '"$ref": "./books.json"')
  project.commit('Split')
  const { code, err } = await check()
  expect(err).toBe(
    'openapi.json: $ref ./books.json is in another file, which is not read. Bundle the document into one file.',
  )
  expect(code).toBe(2)
  project.edit('openapi.json', '"$ref": "./books.json"', '"description": "All books."')
  expect(await check()).toMatchObject({ code: 0 })
})

test.each([
  ['../web/*.graphql', 'is not inside the project. Set root to a folder above it.'],
  ['clients/../../web/*.graphql', 'is not inside the project.'],
  ['/web/*.graphql', 'is not inside the project.'],
  ['!clients/old/**', 'globs add files; ! is not supported.'],
  [`clients/${'*a'.repeat(40)}`, 'more than 2 * that follow another'],
  [`${'**/a/'.repeat(40)}*.json`, 'more than 3 **'],
  ['*a*a*b/*a*a*b/*a*a*c.json', 'more than 2 * that follow another'],
  [`${'*a*b/'.repeat(8)}c.json`, 'more than 2 * that follow another'],
  [`clients/${'{a,a}'.repeat(40)}.json`, 'more than 4 groups'],
  ['clients/+(a|aa).json', 'repeats a group'],
  ['clients/(a+)+.json', 'repeats a group'],
  [`clients/${'[a]+'.repeat(40)}`, 'more than 2 * that follow another'],
])('the glob %s is refused', async (glob, reason) => {
  project.edit(FILE, 'clients/*.json', glob)
  const { code, err } = await check()
  expect(err).toContain(glob)
  expect(err).toContain(reason)
  expect(code).toBe(2)
})

test('a glob that matches nothing on both sides is refused', async () => {
  project.edit(FILE, 'clients/web/*.graphql', 'cleints/web/*.graphql')
  const { code, err } = await check()
  expect(err).toBe('cleints/web/*.graphql: no file matches this glob of the configuration.')
  expect(code).toBe(2)
})

test('a file that the change removes is a finding, and no wrong glob', async () => {
  project.edit(FILE, '"manifests"', '"openapi": ["openapi.json"], "manifests"')
  project.git('rm', '--quiet', 'openapi.json')
  expect(await check()).toMatchObject({ code: 1 })
  expect((await check()).out).toContain('rest-contract-removed')
})

test('only a head that is the base is reported as the same', async () => {
  project.git('switch', '--quiet', '--create', 'change')
  project.edit('subgraphs/books.graphql', '  cover: String\n', '')
  project.commit('No cover')
  project.git('switch', '--quiet', 'main')
  const { out } = await check('--head', 'change')
  expect(out).toContain('field-removed:Book.cover')
  expect(out).not.toContain('base-is-head')
  expect((await check('--head', 'main')).out).toContain('base-is-head')
})

test('an empty list of subgraphs and a missing root are named', async () => {
  project.write('supergraph.yaml', 'subgraphs:\n')
  expect((await check()).err).toBe('supergraph.yaml has no subgraphs.')
  configure('"root": "missing"')
  expect((await check()).err).toMatch(/: root: there is no folder .*missing\.$/)
})

test('an id that gets another document is no longer that of the first', async () => {
  project.edit('clients/kiosk.json', 'books { id pages }', 'books { id }')
  const { code, out } = await check()
  expect(out).toContain('registered-document-withdrawn:kiosk/Pages:k2')
  expect(out).toContain('the router runs another document for k2')
  expect(code).toBe(1)
})

test('a document that is only formatted anew is the same', async () => {
  project.edit('clients/kiosk.json', 'books { id pages }', 'books { id, pages }')
  expect(await check()).toMatchObject({ code: 0 })
})

test('a withdrawn document of nobody in particular names nobody to ask', async () => {
  project.edit('clients/kiosk.json', '"owner": "kiosk@example.org",', '')
  project.commit('Nobody')
  project.edit('clients/kiosk.json', '"k1"', '"k3"')
  const { out } = await check()
  expect(out).toContain('the router no longer accepts k1.')
  expect(out).not.toContain('undefined')
})

test('a rule of a plugin without a severity is refused', async () => {
  const rules = `{ odd: { severity: 'error', catches: 'odd names', example: 'x' } }`
  project.write('odd.js', `export default { name: 'odd', rules: ${rules}, check: () => [] }\n`)
  configure('"plugins": ["./odd.js"]')
  expect((await check()).err).toBe(
    `${FILE}: plugins.0 (./odd.js): rules.odd must have catches, example, and a severity of safe, dangerous, breaking, security.`,
  )
})

test('no report and no error shows the secrets of an address', async () => {
  const { err } = await check('--base', 'http://ada:secret@127.0.0.1:9/graphql?token=secret')
  expect(err).toBe(
    'http://127.0.0.1:9/graphql: an address must not contain a user name or password.',
  )
  const { err: query } = await check('--base', 'http://127.0.0.1:9/graphql?token=secret')
  expect(query).toContain('http://127.0.0.1:9/graphql cannot be reached')
})
