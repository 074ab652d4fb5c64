// Errors of subgraphs at the places of the client's answer, and what a null of theirs takes with it.
import { describe, expect, test } from 'vitest'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import type { SubgraphFetch } from '../subgraph-answer.ts'
import { graphOf } from './graph.ts'
import { library } from './library.ts'

const thrown = (what: string) => () => {
  throw new Error(what)
}

describe('an error of a subgraph', () => {
  test('of an entity is at every place where the entity stands', async () => {
    const graph = await library({
      Author: { born: ({ id }) => (id === 'a1' ? thrown('unknown')() : 1) },
    })
    const { data, errors } = await graph.run('{ books { author { born } } }')
    const author = (born: number | null) => ({ author: { born } })
    expect(data).toEqual({ books: [author(null), author(1), author(null)] })
    expect(errors).toEqual(
      [0, 2].map((index) => ({
        message: 'unknown',
        path: ['books', index, 'author', 'born'],
        extensions: { serviceName: 'authors' },
      })),
    )
  })

  test('of one among several types is at its own place', async () => {
    const graph = await library({ Book: { copies: thrown('lost') } })
    const { data, errors } = await graph.run('{ shelf { ... on Book { copies } } }')
    expect(data).toEqual({ shelf: [{}, null] })
    expect(errors).toMatchObject([{ message: 'lost', path: ['shelf', 1, 'copies'] }])
  })

  test('makes null what may not be without it, and is the only one', async () => {
    const graph = await library({ Author: { name: thrown('gone') } })
    const { data, errors } = await graph.run('{ first { lentTo { name } } }')
    expect(data).toEqual({ first: { lentTo: null } })
    expect(errors!.map(({ path }) => path)).toEqual([
      ['first', 'lentTo', 0, 'name'],
      ['first', 'lentTo', 1, 'name'],
    ])
  })

  test('has the names of the client', async () => {
    const graph = await library({ Author: { name: thrown('gone') } })
    const { errors } = await graph.run('{ id: first { id: author { id: name } } }')
    expect(errors).toMatchObject([{ path: ['id', 'id', 'id'] }])
  })

  test('of a root field is at that field', async () => {
    const graph = await library({ Query: { first: thrown('none') } })
    const { data, errors } = await graph.run('{ one: first { id } books { id } }')
    expect(data).toMatchObject({ one: null, books: [{}, {}, {}] })
    expect(errors).toMatchObject([{ message: 'none', path: ['one'] }])
  })
})

describe('a null that may not be', () => {
  test('is an error where it stands', async () => {
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

  test('takes what is around it as far as that may be null', async () => {
    const graph = await library({ Book: { __resolveReference: () => null } })
    const { data } = await graph.run('{ shelf { ... on Book { copies } } first { author { id } } }')
    expect(data).toEqual({ shelf: [{}, null], first: { author: { id: 'a1' } } })
  })
})

describe('an entity that its subgraph does not have', async () => {
  const graph = await library({ Author: { __resolveReference: () => null } })

  test('is null without an error where it may be', async () => {
    const { data, errors } = await graph.run('{ books { author { name home { town } } } }')
    expect(data).toEqual({ books: [{ author: null }, { author: null }, { author: null }] })
    expect(errors).toBeUndefined()
  })

  test('leaves its fields null that may be', async () => {
    const query = '{ first { author { born books { id } } } }'
    const { data, errors } = await graph.run(query)
    expect(data).toEqual({ first: { author: { born: null, books: null } } })
    expect(errors).toBeUndefined()
  })

  test('is an error where it may not be null', async () => {
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
  const answering = (fields: object): SubgraphFetch => {
    return () => Promise.resolve({ data: { first: { __typename: 'Book', id: '1', ...fields } } })
  }

  test.each([
    ['an enum', 'kind', 'HIDDEN'],
    ['a string', 'title', 5],
    ['a string', 'title', { text: 'x' }],
  ])('%s: %s is null, with an error', async (_type, field, value) => {
    const fetch = answering({ [field]: value })
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

  test('in an object at several places is an error at each', async () => {
    const graph = await library({ Book: { kind: () => 'HIDDEN' } })
    const { errors } = await graph.run('{ books { lentTo { books { kind } } } }')
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual(
      [0, 1, 2].flatMap((at) =>
        [0, 1].map((author) => `books.${at}.lentTo.${author}.books.0.kind`),
      ),
    )
  })

  test('as a list or an object is one as well', async () => {
    const fetch: SubgraphFetch = () => Promise.resolve({ data: { books: 'many' } as never })
    const { data, errors } = await (await library()).run('{ books { title } }', {}, fetch)
    expect(data).toEqual({ books: null })
    expect(errors).toMatchObject([{ path: ['books'] }])
  })
})

describe('a subgraph that does not answer', async () => {
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

  test('is one error for each of its root fields', async () => {
    const { data, errors } = await (
      await library()
    ).run('{ a: first { id } b: first { id } }', {}, without('books'))
    expect(data).toEqual({ a: null, b: null })
    expect(errors).toEqual([error('books', ['a']), error('books', ['b'])])
  })

  test('is one error for each field of its entities, at the first of them', async () => {
    const query = '{ books { title author { born home { town } } } }'
    const { data, errors } = await (await library()).run(query, {}, without('authors'))
    const missing = { author: { born: null, home: null } }
    expect(data).toMatchObject({ books: [missing, missing, missing] })
    expect(errors).toEqual([
      error('authors', ['books', 0, 'author', 'born']),
      error('authors', ['books', 0, 'author', 'home']),
    ])
  })

  test('has no further errors where its fields may not be null', async () => {
    const { data, errors } = await (
      await library()
    ).run('{ books { author { name } } }', {}, without('authors'))
    expect(data).toEqual({ books: [{ author: null }, { author: null }, { author: null }] })
    expect(errors).toEqual([error('authors', ['books', 0, 'author', 'name'])])
  })

  test('is one error for a mutation', async () => {
    const query = 'mutation { lend(id: 1) { copies } thank(id: 2) { name } }'
    const { data, errors } = await (await library()).run(query, {}, without('authors'))
    expect(data).toEqual({ lend: { copies: 3 }, thank: null })
    expect(errors).toEqual([error('authors', ['thank'])])
  })

  test('by failing without a code has errors without one', async () => {
    const fetch: SubgraphFetch = () => Promise.reject(new TypeError('bug'))
    const { errors } = await (await library()).run('{ first { id } }', {}, fetch)
    expect(errors).toEqual([
      { message: 'bug', path: ['first'], extensions: { serviceName: 'books' } },
    ])
  })
})

test('an answer without data has its errors, and no others', async () => {
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

  test('sends no further fetch, and says what is missing and why', async () => {
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

  test('does not wait for a subgraph that goes on', async () => {
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

test('an operation with a field that no subgraph can resolve is refused, not answered with null', async () => {
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
