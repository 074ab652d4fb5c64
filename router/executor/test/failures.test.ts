// The paths of subgraph errors in the client's response, and the effects of nulls.
import { describe, expect, test } from 'vitest'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import type { SubgraphFetch } from '../subgraph-result.ts'
import { graphOf } from './graph.ts'
import { library } from './library.ts'

const thrown = (what: string) => () => {
  throw new Error(what)
}

describe('an error of a subgraph', () => {
  test('An error in a non-null field makes the parent null, and is the only error', async () => {
    const graph = await library({ Author: { name: thrown('gone') } })
    const { data, errors } = await graph.run('{ first { lentTo { name } } }')
    expect(data).toEqual({ first: { lentTo: null } })
    expect(errors!.map(({ path }) => path)).toEqual([
      ['first', 'lentTo', 0, 'name'],
      ['first', 'lentTo', 1, 'name'],
    ])
  })
})

describe('a null in a non-null field', () => {
  test('A null in a non-null field is an error at its path', async () => {
    const fetch: SubgraphFetch = () =>
      Promise.resolve({ data: { first: { author: { id: null } } } })
    const { data, errors } = await (await library()).run('{ first { author { id } } }', {}, fetch)
    expect(data).toEqual({ first: { author: null } })
    expect(errors).toEqual([
      {
        message: 'Cannot return null for non-nullable field Author.id.',
        path: ['first', 'author', 'id'],
        extensions: { serviceName: 'books' },
      },
    ])
  })
})

describe('an entity that its subgraph does not have', async () => {
  const graph = await library({ Author: { __resolveReference: () => null } })

  test('An absent entity is null without an error in a nullable field', async () => {
    const { data, errors } = await graph.run('{ books { author { name home { town } } } }')
    expect(data).toEqual({ books: [{ author: null }, { author: null }, { author: null }] })
    expect(errors).toBeUndefined()
  })

  test('The nullable fields of an absent entity are null', async () => {
    const query = '{ first { author { born books { id } } } }'
    const { data, errors } = await graph.run(query)
    expect(data).toEqual({ first: { author: { born: null, books: null } } })
    expect(errors).toBeUndefined()
  })

  test('An absent entity is an error in a non-null field', async () => {
    const { data, errors } = await graph.run('{ first { lentTo { name } } }')
    expect(data).toEqual({ first: { lentTo: null } })
    expect(errors).toEqual([
      {
        message: 'Cannot return null for non-nullable field Book.lentTo.',
        path: ['first', 'lentTo', 0],
      },
    ])
  })
})

describe('a value that is not of its type', () => {
  const respondingWith = (fields: object): SubgraphFetch => {
    return () => Promise.resolve({ data: { first: { __typename: 'Book', id: '1', ...fields } } })
  }

  test.each([
    ['an enum', 'kind', 'HIDDEN'],
    ['a string', 'title', 5],
    ['a string', 'title', { text: 'x' }],
  ])('%s: %s is null, with an error', async (_type, field, value) => {
    const fetch = respondingWith({ [field]: value })
    const { data, errors } = await (await library()).run(`{ first { ${field} } }`, {}, fetch)
    expect(data).toEqual({ first: { [field]: null } })
    expect(errors).toEqual([
      {
        message: `Invalid value found for Book.${field}.`,
        path: ['first', field],
        extensions: { serviceName: 'books' },
      },
    ])
  })

  test('A value of a wrong type in an object at several paths is an error at each', async () => {
    const graph = await library({ Book: { kind: () => 'HIDDEN' } })
    const { errors } = await graph.run('{ books { lentTo { books { kind } } } }')
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual(
      [0, 1, 2].flatMap((at) =>
        [0, 1].map((author) => `books.${at}.lentTo.${author}.books.0.kind`),
      ),
    )
  })

  test('A list or an object of a wrong type is null, with an error', async () => {
    const fetch: SubgraphFetch = () => Promise.resolve({ data: { books: 'many' } as never })
    const { data, errors } = await (await library()).run('{ books { title } }', {}, fetch)
    expect(data).toEqual({ books: null })
    expect(errors).toMatchObject([{ path: ['books'] }])
  })
})

describe('a subgraph that does not respond', async () => {
  const { fetch } = await library()
  const without = (away: string): SubgraphFetch => {
    return (name, request, signal) => {
      return name === away ? Promise.reject(serviceUnavailable(name)) : fetch(name, request, signal)
    }
  }
  const error = (away: string, path: (string | number)[]) => ({
    message: `The ${away} service does not answer.`,
    path,
    extensions: {
      code: 'INTERNAL_ERROR',
      details: { service: away, retry: true },
      serviceName: away,
    },
  })

  test('A failed fetch is one error for each of its root fields', async () => {
    const { data, errors } = await (
      await library()
    ).run('{ a: first { id } b: first { id } }', {}, without('books'))
    expect(data).toEqual({ a: null, b: null })
    expect(errors).toEqual([error('books', ['a']), error('books', ['b'])])
  })

  test('A failed fetch of entities is one error for each field, at the first entity', async () => {
    const query = '{ books { title author { born home { town } } } }'
    const { data, errors } = await (await library()).run(query, {}, without('authors'))
    const missing = { author: { born: null, home: null } }
    expect(data).toMatchObject({ books: [missing, missing, missing] })
    expect(errors).toEqual([
      error('authors', ['books', 0, 'author', 'born']),
      error('authors', ['books', 0, 'author', 'home']),
    ])
  })

  test('A failed fetch of non-null fields causes no further errors', async () => {
    const { data, errors } = await (
      await library()
    ).run('{ books { author { name } } }', {}, without('authors'))
    expect(data).toEqual({ books: [{ author: null }, { author: null }, { author: null }] })
    expect(errors).toEqual([error('authors', ['books', 0, 'author', 'name'])])
  })

  test('A failed fetch of a mutation is one error', async () => {
    const query = 'mutation { lend(id: 1) { copies } thank(id: 2) { name } }'
    const { data, errors } = await (await library()).run(query, {}, without('authors'))
    expect(data).toEqual({ lend: { copies: 3 }, thank: null })
    expect(errors).toEqual([error('authors', ['thank'])])
  })

  test('The error of a failure without a code has no code', async () => {
    const fetch: SubgraphFetch = () => Promise.reject(new TypeError('bug'))
    const { errors } = await (await library()).run('{ first { id } }', {}, fetch)
    expect(errors).toEqual([
      { message: 'bug', path: ['first'], extensions: { serviceName: 'books' } },
    ])
  })
})

test('A result without data has its errors, and no others', async () => {
  const fetch: SubgraphFetch = () => Promise.resolve({ errors: [{ message: 'refused' }] })
  const graph = await graphOf({
    one: { sdl: 'type Query { all: [String!]! }', resolvers: {} },
  })
  const { data, errors } = await graph.run('{ all }', {}, fetch)
  expect(data).toBeNull()
  expect(errors).toEqual([{ message: 'refused', extensions: { serviceName: 'one' } }])
})

describe('an aborted request', () => {
  const query = '{ first { title copies author { name } } }'

  test('An aborted request sends no further fetch, and has an error for each missing field', async () => {
    const graph = await library()
    const ends = new AbortController()
    const sent: string[] = []
    const operation = await graph.operations.get(graph.parse(query))
    const { data, errors } = await operation({
      signal: ends.signal,
      fetch(subgraph, request, signal) {
        sent.push(subgraph)
        if (sent.length === 2) ends.abort(new Error('too slow'))
        return graph.fetch(subgraph, request, signal)
      },
    })
    expect(sent).toEqual(['books', 'authors'])
    expect(data).toEqual({ first: null })
    expect(errors!.map(({ message, path }) => `${message}: ${path!.join('.')}`).toSorted()).toEqual(
      ['too slow: first.author.name', 'too slow: first.copies'],
    )
  })

  test('An aborted request does not wait for a subgraph that goes on', async () => {
    const graph = await library()
    const ends = new AbortController()
    const operation = await graph.operations.get(graph.parse(query))
    const { data } = await operation({
      signal: ends.signal,
      fetch() {
        ends.abort(new Error('too slow'))
        return Promise.withResolvers<never>().promise
      },
    })
    expect(data).toEqual({ first: null })
  })
})

test('An operation with a field that no subgraph can resolve is refused, and not null', async () => {
  const graph = await graphOf({
    nodes: {
      sdl: `type Query { node: Node } interface Node @key(fields: "id") { id: ID! }`,
      resolvers: { Node: { __resolveType: () => null } },
    },
    fields: {
      sdl: `type Query { other: Node }
        type Node @key(fields: "id", resolvable: false) @interfaceObject { id: ID! text: String }`,
      resolvers: { Query: { other: () => ({ id: 'n', text: 'known' }) } },
    },
  })
  expect((await graph.run('{ other { text } }')).data).toEqual({ other: { text: 'known' } })
  const message = 'No subgraph can resolve what is selected in node.'
  await expect(graph.run('{ node { text } }')).rejects.toThrow(message)
  await expect(graph.run('{ node { text } other { text } }')).rejects.toThrow(message)
})
