// SDL of which a subgraph cannot be built: the report names the file.
import { expect, test } from 'vitest'
import { projectOfEachTest, reportOf } from '../project.ts'

const project = projectOfEachTest()

const SUBGRAPHS = {
  books: ['subgraphs/books.graphql', 'subgraphs/more.graphql'],
  loans: 'subgraphs/loans.graphql',
}
const SLOW = 'directive @slow on FIELD_DEFINITION\n'
const LINK = 'extend schema @link(url: "https://example.org/audit/v1.0", import: [5])'

/** The errors of composition, with these files of one subgraph. */
async function errorsOf(first: string, more: string) {
  project.write('federation-check.config.json', JSON.stringify({ subgraphs: SUBGRAPHS }))
  project.edit('subgraphs/books.graphql', 'type Query', `${first}type Query`)
  project.write('subgraphs/more.graphql', more)
  return compositionErrors()
}

async function compositionErrors() {
  const { findings } = await reportOf('--base', 'main')
  return findings.filter(({ rule }) => rule === 'composition-error')
}

test.each([
  ['a directive that one file defines twice', `${SLOW}${SLOW}`, 'more.graphql:2'],
  ['an operation', '{ books { id } }', 'more.graphql:1'],
  ['an argument that is written twice', 'directive @slow(ms: Int, ms: Int) on OBJECT', 'books'],
  ['a field that is written twice', 'type Shelf { id: ID id: ID }', 'books.graphql'],
  ['a directive at a wrong place', `${SLOW} scalar Moment @slow`, 'books.graphql'],
  ['a link without an address', 'extend schema @link(url: 5)', 'books.graphql'],
  ['an import without a name', LINK, 'more.graphql:1'],
])('The error of %s names its file', async (_what, more, place) => {
  const places = (await errorsOf('', more)).map(({ file, line }) => `${file}:${line}`)
  expect(places).toContainEqual(expect.stringContaining(`subgraphs/${place}`))
})

test('The error of a directive that two files define names both files', async () => {
  const [error] = await errorsOf(SLOW, 'directive @slow(ms: Int) on OBJECT')
  expect(error!.message).toBe(
    '[books] There can be only one directive named "@slow": subgraphs/books.graphql:2, subgraphs/more.graphql:1.',
  )
})

test('An operation in the SDL of the only subgraph is an error with its file', async () => {
  project.git('rm', '--quiet', 'subgraphs/loans.graphql')
  project.write('subgraphs/books.graphql', 'type Query { books: [Int] }')
  project.commit('One subgraph')
  project.write('subgraphs/books.graphql', 'type Query { books: [Int] }\n{ books }')
  expect(await compositionErrors()).toMatchObject([{ file: 'subgraphs/books.graphql', line: 2 }])
})
