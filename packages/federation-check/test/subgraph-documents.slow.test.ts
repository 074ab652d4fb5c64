// Documents that a service sends to a subgraph past the router, and what every subgraph answers.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '../src/commands/command.ts'
import type { Report } from '../src/run.ts'
import { Project } from './project.ts'

let project: Project

beforeEach(() => {
  project = new Project()
  project.enter()
  const documents = [{ files: 'calls/*.graphql', client: 'books', subgraph: 'loans' }]
  project.write('federation-check.config.json', JSON.stringify({ documents }))
})

afterEach(() => project.leave())

async function broken(document: string): Promise<string[]> {
  project.write('calls/loans.graphql', document)
  const args = ['--base', 'main', '--format', 'json']
  const { out, err } = await command(args, false)
  if (out === undefined) throw new Error(err)
  const { findings } = JSON.parse(out) as Report
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
