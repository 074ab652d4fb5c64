// The results of one request with several `_entities` fields, with plans written by the test.
import { parse, type GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { fetchesAtPaths } from '../../plan/fetch-at-path.ts'
import type { BatchFetchNode, EntityBatchAlias, PlanNode } from '../../plan/query-plan.ts'
import { readExecutable } from '../executable-supergraph.ts'
import { compileOperation, type ExecutableOperation } from '../execute.ts'
import type { SubgraphResult, SubgraphFetch } from '../subgraph-result.ts'
import type { Sent } from './graph.ts'
import { library } from './library.ts'

const author = (id: string) => ({ __typename: 'Author', id })
const born = (year: number | null) => ({ author: { born: year } })
const named = (name: string | null) => ({ author: name === null ? null : { name } })

const years = await library({ Author: { born: ({ id }) => (id === 'a1' ? 1901 : 1902) } })

/** The library, with changed results of the authors. */
function responding(change: (response: SubgraphResult) => SubgraphResult): SubgraphFetch {
  return async (subgraph, request, signal) => {
    const response = await years.fetch(subgraph, request, signal)
    return subgraph === 'authors' ? change(response) : response
  }
}

const pathsOf = (errors: readonly GraphQLError[] = []) => errors.map(({ path }) => path?.join('.'))

const FETCHED: PlanNode = {
  kind: 'Fetch',
  serviceName: 'books',
  operationKind: 'query',
  operation:
    '{ first { author { __typename id } } books { author { __typename id } } shelf { __typename ... on Book { author { __typename id } } } }',
}

const alias = (name: string, variable: string, ...roots: string[]): EntityBatchAlias => ({
  alias: name,
  representationsVariableName: variable,
  paths: roots.map((root) => [{ Field: root }, { Field: 'author' }]),
  requires: [
    {
      kind: 'InlineFragment',
      typeCondition: 'Author',
      selections: [
        { kind: 'Field', name: '__typename' },
        { kind: 'Field', name: 'id' },
      ],
    },
  ],
})

const selecting = (name: string, variable: string, field: string) =>
  `${name}: _entities(representations: $${variable}) { ... on Author { ${field} } }`

const { types } = readExecutable(years.supergraphSdl)

function planned(query: string, ...nodes: PlanNode[]): ExecutableOperation {
  const node: PlanNode = { kind: 'Sequence', nodes }
  return compileOperation({
    plan: { node },
    fetches: fetchesAtPaths(node),
    document: parse(query),
    names: { keyOf: ({ name }) => name.value, nameOf: (key) => key },
    schema: years.schema,
    types,
  })
}

async function runPlanned(run: ExecutableOperation, fetch: SubgraphFetch = years.fetch) {
  const sent: Sent[] = []
  const result = await run({
    fetch(subgraph, request, signal) {
      sent.push({ subgraph, ...request })
      return fetch(subgraph, request, signal)
    },
  })
  return { ...(JSON.parse(JSON.stringify(result)) as typeof result), sent }
}

const BATCH: BatchFetchNode = {
  kind: 'BatchFetch',
  serviceName: 'authors',
  operationKind: 'query',
  operation: `query ($n: [_Any!]!, $y: [_Any!]!) {
    ${selecting('names', 'n', 'name')} ${selecting('years', 'y', 'born')}
  }`,
  entityBatch: { aliases: [alias('names', 'n', 'books'), alias('years', 'y', 'first', 'shelf')] },
}

const MANY =
  '{ books { author { name } } first { author { born } } shelf { ... on Book { author { born } } } }'
const many = planned(MANY, FETCHED, BATCH)

/** The names at the paths of the two aliases, without errors. */
const NAMES = [named('Author a1'), named('Author a2'), named('Author a1')]
const SHELF = [{}, born(1902)]

describe('a batch', () => {
  test('A batch merges its results at every path of an alias', async () => {
    const { data, errors, sent } = await runPlanned(many)
    expect(errors).toBeUndefined()
    expect(sent[1]!.variables).toEqual({
      n: [author('a1'), author('a2')],
      y: [author('a1'), author('a2')],
    })
    expect(data).toEqual({ books: NAMES, first: born(1901), shelf: SHELF })
  })

  test('A batch sends the entities of two aliases with one variable once', async () => {
    const shared: BatchFetchNode = {
      ...BATCH,
      operation: `query ($r: [_Any!]!) {
        ${selecting('names', 'r', 'name')} ${selecting('years', 'r', 'born')}
      }`,
      entityBatch: {
        aliases: [alias('names', 'r', 'first'), alias('years', 'r', 'shelf', 'first')],
      },
    }
    const query = '{ first { author { name born } } shelf { ... on Book { author { born } } } }'
    const { data, errors, sent } = await runPlanned(planned(query, FETCHED, shared))
    expect(errors).toBeUndefined()
    expect(sent[1]!.variables).toEqual({ r: [author('a1'), author('a2')] })
    expect(data).toEqual({
      first: { author: { name: 'Author a1', born: 1901 } },
      shelf: SHELF,
    })
  })

  test('An error of an entity of one alias has the paths of the entity under this alias only', async () => {
    const fetch = responding(({ data }) => ({
      data: { ...data, names: [null, { name: 'Author a2' }] },
      errors: [{ message: 'unknown', path: ['names', 0, 'name'] }],
    }))
    const { data, errors } = await runPlanned(many, fetch)
    expect(data).toEqual({
      books: [named(null), named('Author a2'), named(null)],
      first: born(1901),
      shelf: SHELF,
    })
    expect(pathsOf(errors)).toEqual(['books.0.author.name', 'books.2.author.name'])
  })

  test('An error of an entity has its paths on every path of the alias', async () => {
    const fetch = responding(({ data }) => ({
      data: { ...data, years: [{ born: 1901 }, { born: null }] },
      errors: [{ message: 'unknown', path: ['years', 1, 'born'] }],
    }))
    const { data, errors } = await runPlanned(many, fetch)
    expect(data).toEqual({ books: NAMES, first: born(1901), shelf: [{}, born(null)] })
    expect(pathsOf(errors)).toEqual(['shelf.1.author.born'])
  })

  test('An error of no single entity has the first path of its alias', async () => {
    const fetch = responding((response) => ({
      ...response,
      errors: [
        { message: 'one', path: ['years', 7] },
        { message: 'two', path: ['names'] },
        { message: 'none' },
      ],
    }))
    const { data, errors } = await runPlanned(many, fetch)
    expect(data).toEqual({ books: NAMES, first: born(1901), shelf: SHELF })
    expect(pathsOf(errors)).toEqual(['first.author', 'books.0.author', undefined])
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['too few entities', [{ born: 1901 }]],
    ['too many entities', [{ born: 1901 }, { born: 1902 }, { born: 1903 }]],
    ['no list', { born: 1901 }],
    ['texts', ['a1', 'a2']],
  ])(
    'A batch whose response has %s under one alias keeps the other aliases',
    async (_what, list) => {
      const fetch = responding(({ data }) => ({ data: { ...data, years: list as never } }))
      const { data, errors } = await runPlanned(many, fetch)
      expect(data).toEqual({ books: NAMES, first: born(null), shelf: [{}, born(null)] })
      expect(pathsOf(errors)).toEqual(['first.author.born', 'shelf.1.author.born'])
      expect(errors![0]!.message).toBe('The subgraph did not return the requested entities.')
    },
  )

  test('A batch without data has the errors of the subgraph, and no others', async () => {
    const fetch = responding(() => ({ data: null, errors: [{ message: 'refused' }] }))
    const { data, errors } = await runPlanned(many, fetch)
    expect(data).toEqual({
      books: [named(null), named(null), named(null)],
      first: born(null),
      shelf: [{}, born(null)],
    })
    expect(errors).toEqual([{ message: 'refused', extensions: { serviceName: 'authors' } }])
  })

  test('A failed batch is an error at the first object of each path', async () => {
    const fetch: SubgraphFetch = (subgraph, request, signal) => {
      if (subgraph === 'authors') return Promise.reject(new Error('away'))
      return years.fetch(subgraph, request, signal)
    }
    const { data, errors } = await runPlanned(many, fetch)
    expect(data).toMatchObject({ first: born(null), shelf: [{}, born(null)] })
    expect(pathsOf(errors)).toEqual([
      'books.0.author.name',
      'first.author.born',
      'shelf.1.author.born',
    ])
  })
})
