// Subgraphs whose answers are not GraphQL, or not what they were asked for: only their fields are missing.
import { describe, expect, test } from 'vitest'
import type { SubgraphAnswer, SubgraphFetch } from '../subgraph-answer.ts'
import { library } from './library.ts'

const graph = await library()
const QUERY = '{ first { title author { born friend { born } } } }'

/** The library, with JSON for whatever one of its subgraphs is asked. */
function answering(name: string, json: string): SubgraphFetch {
  return (subgraph, request, signal) => {
    if (subgraph !== name) return graph.fetch(subgraph, request, signal)
    return Promise.resolve(JSON.parse(json) as SubgraphAnswer)
  }
}

async function answerTo(query: string, subgraph: string, json: string) {
  const { data, errors } = await graph.run(query, {}, answering(subgraph, json))
  return { data, errors }
}

describe('an answer of a root field', () => {
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
  ])('of %s is an error of that field', async (json) => {
    expect(await answerTo('{ first { title } }', 'books', json)).toMatchObject({
      data: { first: null },
      errors: [{ path: ['first'], extensions: { serviceName: 'books' } }],
    })
  })
})

describe('an answer of entities', () => {
  test.each(['[]', '[{"born":1},{"born":2}]', '["a"]', '[[]]', '{}', 'null', '5'])(
    'with the list %s is an error of their fields',
    async (list) => {
      const json = `{"data":{"_entities":${list}}}`
      const { data, errors } = await answerTo(QUERY, 'authors', json)
      expect(data).toMatchObject({ first: { author: { born: null, friend: null } } })
      expect(errors!.map(({ path }) => path)).toEqual([
        ['first', 'author', 'born'],
        ['first', 'author', 'friend'],
      ])
    },
  )

  test('with an error of an entity that nobody asked for is an error of the first', async () => {
    const json = `{"data":{"_entities":[null]},"errors":[{"message":"m","path":["_entities",7]}]}`
    const { errors } = await answerTo(QUERY, 'authors', json)
    expect(errors).toMatchObject([{ message: 'm', path: ['first', 'author'] }])
  })
})

describe('an error with', () => {
  const error = (more: string) => `{"data":{"first":null},"errors":[{"message":"m",${more}}]}`

  test.each(['5', '"abc"', '{}', 'true', '[null]', '["first",{}]', '[["first"]]', '[-1]', '[0.5]'])(
    'the path %s has none in the answer',
    async (path) => {
      const extensions = { serviceName: 'books' }
      const { errors } = await answerTo('{ first { title } }', 'books', error(`"path":${path}`))
      expect(errors).toEqual([{ message: 'm', extensions }])
      const sent = error(`"path":${path}`).replace('"first":null', '"_entities":[null]')
      expect((await answerTo(QUERY, 'authors', sent)).errors).toMatchObject([{ message: 'm' }])
    },
  )

  test('a path longer than any document allows has none', async () => {
    const path = JSON.stringify(Array.from({ length: 5_000 }, () => 'x'))
    const { errors } = await answerTo('{ first { title } }', 'books', error(`"path":${path}`))
    expect(errors![0]).not.toHaveProperty('path')
  })

  test.each(['"abc"', '[1]', 'null'])('the extensions %s has none of them', async (extensions) => {
    const json = error(`"extensions":${extensions}`)
    const { errors } = await answerTo('{ first { title } }', 'books', json)
    expect(errors).toEqual([{ message: 'm', extensions: { serviceName: 'books' } }])
  })
})

test('a response has a thousand errors of a subgraph, and says that it has more', async () => {
  const sent = Array.from({ length: 50_000 }, (_, index) => ({ message: `m${index}` }))
  const json = JSON.stringify({ data: { first: null }, errors: sent })
  const { errors } = await answerTo('{ first { title } }', 'books', json)
  expect(errors).toHaveLength(1_001)
  expect(errors!.at(-1)!.extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { reason: 'ERROR_LIMIT', limit: 1_000 },
  })
})

describe('the key __proto__ in an answer', () => {
  test('gives an entity no fields', async () => {
    const json = '{"data":{"_entities":[{"__proto__":{"born":666}}]}}'
    const { data } = await answerTo(QUERY, 'authors', json)
    expect(data).toMatchObject({ first: { author: { born: null } } })
  })

  test('gives the root no fields', async () => {
    const json = '{"data":{"__proto__":{"first":{"title":"no"}}}}'
    expect((await answerTo('{ first { title } }', 'books', json)).data).toEqual({ first: null })
  })
})

test('an object of a type that its field cannot have is null, with an error', async () => {
  const names = ['Author', '__Schema', 'Item', 'String', '__proto__', 'Nope']
  const shelf = names.map((__typename) => ({ __typename, id: 'x' }))
  const json = JSON.stringify({ data: { shelf } })
  const query = '{ shelf { __typename ... on Book { title } } }'
  const { data, errors } = await answerTo(query, 'books', json)
  expect(data).toEqual({ shelf: names.map(() => null) })
  expect(errors!.map(({ path }) => path)).toEqual(names.map((_, index) => ['shelf', index]))
})

test('a variable with a name that every object has still has its default', async () => {
  const query = 'query ($toString: Boolean = true) { first { title @include(if: $toString) } }'
  expect((await graph.run(query)).data).toEqual({ first: { title: 'Book 1' } })
})
