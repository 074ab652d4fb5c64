// Fragments in files of their own belong to the client that the files are of.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectOfEachTest, reportOf } from './project.ts'

const FILE = 'federation-check.config.json'
const QUERY = 'query Shelf { books { ...Card } }'
const CARD = 'fragment Card on Book { id title }'
const project = projectOfEachTest()

/** Commits files and the documents of a configuration, as the base. */
function start(documents: readonly object[], files: Readonly<Record<string, string>>): void {
  project.write(FILE, JSON.stringify({ documents, manifests: [] }))
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  project.commit('The documents')
}

async function broken(): Promise<string[]> {
  const { findings } = await reportOf('--base', 'HEAD')
  return findings.filter(({ step }) => step === 'operations').map(({ id }) => id)
}

const remove = (file: string) => rmSync(join(project.root, file))
const dropTitle = () =>
  project.edit('subgraphs/books.graphql', '  title: String!\n', '  name: String!\n')

const WEB = { files: 'web/**/*.graphql', client: 'web' }
const CALLS = { files: 'calls/*.graphql', client: 'orders', subgraph: 'books' }

test.each([
  ['another client', { files: 'phone/*.graphql', client: 'phone' }],
  [
    'a client of another owner',
    { files: 'phone/*.graphql', client: 'web', owner: 'ada@example.org' },
  ],
  ['a call to a subgraph', { files: 'phone/*.graphql', client: 'web', subgraph: 'books' }],
  ['a client without a name', { files: 'phone/*.graphql' }],
])('a document that lost its fragment does not take that of %s', async (_, phone) => {
  start([WEB, phone], {
    'web/shelf.graphql': QUERY,
    'web/card.graphql': CARD,
    'phone/shelf.graphql': QUERY,
    'phone/card.graphql': CARD,
  })
  expect(await broken()).toEqual([])
  remove('web/card.graphql')
  expect(await broken()).toEqual(['operation-broken:web/shelf.graphql:Query.books'])
})

test('the files of a fragment may be listed for each client that has it', async () => {
  const both = ['web', 'phone'].flatMap((client) => [
    { files: `${client}/*.graphql`, client },
    { files: 'shared/*.graphql', client },
  ])
  const calls = [CALLS, { ...CALLS, files: 'shared/*.graphql' }]
  start([...both, ...calls], {
    'web/shelf.graphql': QUERY,
    'phone/shelf.graphql': QUERY,
    'calls/shelf.graphql': QUERY,
    'shared/card.graphql': CARD,
    'shared/unused.graphql': 'fragment Unused on Book { pages }',
  })
  expect(await broken()).toEqual([])
  dropTitle()
  expect(await broken()).toEqual([
    'operation-broken:web/shelf.graphql:Book.title',
    'operation-broken:phone/shelf.graphql:Book.title',
    'operation-broken:orders/shelf.graphql:Book.title',
  ])
})

test.each(['a', 'z'])(
  'of two fragments of one name, no one is taken for granted: %s.graphql',
  async (name) => {
    start([WEB], {
      'web/queries/shelf.graphql': QUERY,
      'web/m/card.graphql': 'fragment Card on Book { id }',
      [`web/${name}/card.graphql`]: CARD,
    })
    expect(await broken()).toEqual([])
    dropTitle()
    expect(await broken()).toEqual(['operation-broken:web/queries/shelf.graphql:Book.title'])
  },
)

test('a fragment that the document could not have taken before breaks nothing', async () => {
  start([WEB], {
    'web/queries/shelf.graphql': QUERY,
    'web/a/card.graphql': 'fragment Card on Query { __typename }',
    'web/z/card.graphql': CARD,
  })
  expect(await broken()).toEqual([])
  dropTitle()
  expect(await broken()).toEqual(['operation-broken:web/queries/shelf.graphql:Book.title'])
})

test('the nearest fragment of a name is the one of a document', async () => {
  start([WEB], {
    'web/one/shelf.graphql': QUERY,
    'web/one/card.graphql': 'fragment Card on Book { id }',
    'web/two/shelf.graphql': QUERY,
    'web/two/cards/card.graphql': CARD,
  })
  dropTitle()
  expect(await broken()).toEqual(['operation-broken:web/two/shelf.graphql:Book.title'])
})

test('a fragment that a document and a fragment of another file both spread is added once', async () => {
  start([WEB], {
    'web/shelf.graphql':
      'query Shelf { books { ...Card ...Row } again: books { ...Card } ...More } fragment More on Query { books { ...Row ...Row } }',
    'web/parts/row.graphql': 'fragment Row on Book { ...Card ... { ...Card } }',
    'web/parts/card.graphql': CARD,
  })
  expect(await broken()).toEqual([])
})

test('a fragment that a file has twice counts once, unless it differs', async () => {
  start([WEB], {
    'web/shelf.graphql': `${QUERY} ${CARD} ${CARD.replace('id title', 'id\n  title')}`,
  })
  expect(await broken()).toEqual([])
  project.edit('web/shelf.graphql', 'id\n  title', 'id\n  pages')
  expect(await broken()).toEqual(['operation-broken:web/shelf.graphql:Query.books'])
})

test('a fragment takes the nearest fragment of its own file, not of the document', async () => {
  start([WEB], {
    'web/pages/shelf.graphql': 'query Shelf { books { ...Row } }',
    'web/pages/card.graphql': 'fragment Card on Query { __typename }',
    'web/parts/row.graphql': 'fragment Row on Book { ...Card }',
    'web/parts/card.graphql': CARD,
  })
  expect(await broken()).toEqual([])
})

test('documents with the directives of their library change with the schema, and not by themselves', async () => {
  const relay = { files: 'web/**/*.graphql', client: 'web', directives: ['relay', '@track'] }
  start([relay], {
    'web/shelf.graphql': 'query Shelf @track { books { ...Card @arguments(isShort: true) } }',
    'web/card.graphql':
      'fragment Card on Book @argumentDefinitions(isShort: { type: "Boolean!" }) { id title @skip(if: $isShort) @required(action: LOG) }',
  })
  expect(await broken()).toEqual([])
  dropTitle()
  expect(await broken()).toEqual(['operation-broken:web/shelf.graphql:Book.title'])
})

test('the base has the directives of its own configuration', async () => {
  const config = (more: object) =>
    project.write(FILE, JSON.stringify({ documents: [WEB], manifests: [], ...more }))
  const text = 'query Shelf { books { ... @defer { title @catch } } }'
  start([WEB], { 'web/shelf.graphql': text })
  expect(await broken()).toEqual([
    'operation-fault-kept:web/shelf.graphql:Query.books',
    'operation-fault-kept:web/shelf.graphql:Book.title',
  ])
  config({ incrementalDelivery: ['@defer'], documents: [{ ...WEB, directives: ['relay'] }] })
  expect(await broken()).toEqual([])
  project.commit('The directives')
  config({})
  expect(await broken()).toEqual([
    'operation-broken:web/shelf.graphql:Query.books',
    'operation-broken:web/shelf.graphql:Book.title',
  ])
})

test('a file with nothing but comments is no document', async () => {
  start([WEB], {
    'web/shelf.graphql': QUERY,
    'web/card.graphql': CARD,
    'web/later.graphql': '# Later: { books }\n,\n',
  })
  expect(await broken()).toEqual([])
})

test('what a client adds to the schema itself is no part of the API', async () => {
  const local = { ...WEB, schemaExtensions: ['web/local.graphql'] }
  start([local], {
    'web/local.graphql':
      'extend type Book { isOpen: Boolean draft: Draft } type Draft { text: String } extend type Draft { at: Int }',
    'web/shelf.graphql': 'query Shelf { books { isOpen draft { ...Draft } title } }',
    'web/draft.graphql': 'fragment Draft on Draft { text at }',
  })
  expect(await broken()).toEqual([])
  dropTitle()
  expect(await broken()).toEqual(['operation-broken:web/shelf.graphql:Book.title'])
  project.edit('web/local.graphql', 'isOpen: Boolean', 'isShut: Boolean')
  expect(await broken()).toEqual([
    'operation-broken:web/shelf.graphql:Book.isOpen',
    'operation-broken:web/shelf.graphql:Book.title',
  ])
})
