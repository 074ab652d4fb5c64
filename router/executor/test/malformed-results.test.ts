// Subgraphs whose results are not GraphQL, or do not fit the request: only their fields are missing.
import { describe, expect, test } from 'vitest'
import type { SubgraphResult, SubgraphFetch } from '../subgraph-result.ts'
import { library } from './library.ts'

const graph = await library()
const QUERY = '{ first { title author { born friend { born } } } }'

/** The library, where one subgraph returns this JSON for every request. */
function respondingWith(name: string, json: string): SubgraphFetch {
  return (subgraph, request, signal) => {
    if (subgraph !== name) return graph.fetch(subgraph, request, signal)
    return Promise.resolve(JSON.parse(json) as SubgraphResult)
  }
}

async function resultOf(query: string, subgraph: string, json: string) {
  const { data, errors } = await graph.run(query, {}, respondingWith(subgraph, json))
  return { data, errors }
}

describe('a result for a root field', () => {
  test.each([
    '{"data":"first"}',
    '{"data":[1]}',
    '{"data":5}',
    '{"data":null}',
    '{"data":null,"errors":[]}',
    '{}',
    'null',
    '[]',
    '{"data":{"first":null},"errors":{"message":"x"}}',
    '{"data":{"first":null},"errors":[null]}',
    '{"data":{"first":null},"errors":["x"]}',
  ])('The result %s for a root field is an error of the field', async (json) => {
    expect(await resultOf('{ first { title } }', 'books', json)).toMatchObject({
      data: { first: null },
      errors: [{ path: ['first'], extensions: { serviceName: 'books' } }],
    })
  })
})

describe('a result for entities', () => {
  test.each(['[]', '[{"born":1},{"born":2}]', '["a"]', '[[]]', '{}', 'null', '5'])(
    'The list of entities %s is an error of their fields',
    async (list) => {
      const json = `{"data":{"_entities":${list}}}`
      const { data, errors } = await resultOf(QUERY, 'authors', json)
      expect(data).toMatchObject({ first: { author: { born: null, friend: null } } })
      expect(errors!.map(({ path }) => path)).toEqual([
        ['first', 'author', 'born'],
        ['first', 'author', 'friend'],
      ])
    },
  )

  test('An error of an entity that was not requested gets the path of the first one', async () => {
    const json = `{"data":{"_entities":[null]},"errors":[{"message":"m","path":["_entities",7]}]}`
    const { errors } = await resultOf(QUERY, 'authors', json)
    expect(errors).toMatchObject([{ message: 'm', path: ['first', 'author'] }])
  })
})

describe('an error with', () => {
  const error = (more: string) => `{"data":{"first":null},"errors":[{"message":"m",${more}}]}`

  test.each(['5', '"abc"', '{}', 'true', '[null]', '["first",{}]', '[["first"]]', '[-1]', '[0.5]'])(
    'An error with the path %s has no path in the response',
    async (path) => {
      const extensions = { serviceName: 'books' }
      const { errors } = await resultOf('{ first { title } }', 'books', error(`"path":${path}`))
      expect(errors).toEqual([{ message: 'm', extensions }])
      const sent = error(`"path":${path}`).replace('"first":null', '"_entities":[null]')
      expect((await resultOf(QUERY, 'authors', sent)).errors).toMatchObject([{ message: 'm' }])
    },
  )

  test('An error with a path longer than any document allows has no path', async () => {
    const path = JSON.stringify(Array.from({ length: 5_000 }, () => 'x'))
    const { errors } = await resultOf('{ first { title } }', 'books', error(`"path":${path}`))
    expect(errors![0]).not.toHaveProperty('path')
  })

  test.each(['"abc"', '[1]', 'null'])(
    'An error with the extensions %s has no extensions',
    async (extensions) => {
      const json = error(`"extensions":${extensions}`)
      const { errors } = await resultOf('{ first { title } }', 'books', json)
      expect(errors).toEqual([{ message: 'm', extensions: { serviceName: 'books' } }])
    },
  )
})

test('A response has a thousand errors of a subgraph, and says that there are more', async () => {
  const sent = Array.from({ length: 50_000 }, (_, index) => ({ message: `m${index}` }))
  const json = JSON.stringify({ data: { first: null }, errors: sent })
  const { errors } = await resultOf('{ first { title } }', 'books', json)
  expect(errors).toHaveLength(1_001)
  expect(errors!.at(-1)!.extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { reason: 'ERROR_LIMIT', limit: 1_000 },
  })
})

describe('the key __proto__ in a result', () => {
  test('The key __proto__ gives an entity no fields', async () => {
    const json = '{"data":{"_entities":[{"__proto__":{"born":666}}]}}'
    const { data } = await resultOf(QUERY, 'authors', json)
    expect(data).toMatchObject({ first: { author: { born: null } } })
  })

  test('The key __proto__ gives the root no fields', async () => {
    const json = '{"data":{"__proto__":{"first":{"title":"no"}}}}'
    expect((await resultOf('{ first { title } }', 'books', json)).data).toEqual({ first: null })
  })
})

test('an object of a type that its field cannot have is null, with an error', async () => {
  const names = ['Author', '__Schema', 'Item', 'String', '__proto__', 'Nope']
  const shelf = names.map((__typename) => ({ __typename, id: 'x' }))
  const json = JSON.stringify({ data: { shelf } })
  const query = '{ shelf { __typename ... on Book { title } } }'
  const { data, errors } = await resultOf(query, 'books', json)
  expect(data).toEqual({ shelf: names.map(() => null) })
  expect(errors!.map(({ path }) => path)).toEqual(names.map((_, index) => ['shelf', index]))
})

test('A variable named like a member of every object has its default', async () => {
  const query = 'query ($toString: Boolean = true) { first { title @include(if: $toString) } }'
  expect((await graph.run(query)).data).toEqual({ first: { title: 'Book 1' } })
})
