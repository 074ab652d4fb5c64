// Where a router finds the subgraphs, in Rover's supergraph.yaml and in the configuration.
import { expect, test } from 'vitest'
import { projectOfEachTest, reportOf } from '../project.ts'

const AT = 'https://books.example/graphql'
const project = projectOfEachTest()

/** As Rover's supergraph.yaml lists both subgraphs. */
function rover(books: string): string {
  return `subgraphs:
  loans:
    routing_url: https://loans.example/graphql
    schema: { file: subgraphs/loans.graphql }
  books:
${books}`
}

const routed = (url: string) =>
  `    routing_url: ${url}\n    schema: { file: subgraphs/books.graphql }\n`
const introspected = (url: string) =>
  `    schema: { file: subgraphs/books.graphql, subgraph_url: ${url} }\n`

/** The moves that the check finds between two texts of supergraph.yaml. */
async function moves(before: string, after: string): Promise<string[]> {
  project.write('supergraph.yaml', rover(before))
  project.commit('Before')
  project.write('supergraph.yaml', rover(after))
  return found('--base', 'HEAD')
}

async function found(...args: string[]): Promise<string[]> {
  const { findings } = await reportOf(...args)
  return findings.filter(({ rule }) => rule === 'subgraph-moved').map(({ id }) => id)
}

test.each([
  [
    'another routing_url',
    routed(AT),
    routed('https://b.example/graphql'),
    'https://b.example/graphql',
  ],
  [
    'another subgraph_url',
    introspected(AT),
    introspected('https://b.example/'),
    'https://b.example/',
  ],
  ['another path', introspected(AT), introspected(`${AT}/v2`), `${AT}/v2`],
  ['no address', routed(AT), '    schema: { file: subgraphs/books.graphql }\n', 'none'],
])('a subgraph with %s is found', async (_, before, after, to) => {
  expect(await moves(before, after)).toEqual([`subgraph-moved:books:${AT}>${to}`])
})

test.each([
  ['named by its other setting', routed(AT), introspected(AT)],
  ['written with its default port', routed(AT), routed('https://BOOKS.example:443/graphql')],
  ['named for the first time', '    schema: { file: subgraphs/books.graphql }\n', routed(AT)],
])('an address that is %s is the same', async (_, before, after) => {
  expect(await moves(before, after)).toEqual([])
})

test('an address in the configuration counts, for a folder and an archive as well', async () => {
  const config = (url: string) =>
    JSON.stringify({ subgraphs: { books: { sdl: 'subgraphs/books.graphql', url } } })
  project.write('federation-check.config.json', config(AT))
  project.commit('Before')
  project.git('archive', '--output', 'base.tar', 'HEAD')
  project.write('federation-check.config.json', config('https://b.example/graphql'))
  const moved = [`subgraph-moved:books:${AT}>https://b.example/graphql`]
  expect(await found('--base', 'HEAD')).toEqual(moved)
  expect(await found('--base', 'base.tar')).toEqual(moved)
})
