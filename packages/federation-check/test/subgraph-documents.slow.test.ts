// Documents that a service sends to a subgraph past the router, and what every subgraph answers.
import { beforeEach, expect, test } from 'vitest'
import { projectOfEachTest, reportOf } from './project.ts'

const project = projectOfEachTest()

beforeEach(() => {
  const documents = [{ files: 'calls/*.graphql', client: 'books', subgraph: 'loans' }]
  project.write('federation-check.config.json', JSON.stringify({ documents }))
})

async function broken(document: string): Promise<string[]> {
  project.write('calls/loans.graphql', document)
  const { findings } = await reportOf('--base', 'main')
  return findings.filter(({ rule }) => rule === 'operation-broken').map(({ id }) => id)
}

const entities = (selection: string) =>
  `query Loans($of: [_Any!]!) { _entities(representations: $of) { ${selection} } }\n`

test('a subgraph without a query of its own answers for its entities', async () => {
  expect(await broken(entities('__typename ... on Book { loans }'))).toEqual([])
})

test('a field that its entity lacks is found', async () => {
  expect(await broken(entities('... on Book { fines }'))).toEqual([
    'operation-broken:books/loans.graphql:Book.fines',
  ])
})

test('a subgraph says its SDL', async () => {
  expect(await broken('{ _service { sdl } }\n')).toEqual([])
})
