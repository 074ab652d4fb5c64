// Entities at several paths in one request: `_entities` under several aliases.
import { describe, expect, test } from 'vitest'
import type { SubgraphFetch } from '../subgraph-result.ts'
import type { Sent } from './graph.ts'
import { library } from './library.ts'

/** Authors at three paths. Two of these are known at the same time. */
const ALL = '{ first { author { born } lentTo { born } } books { author { born } } }'
/** The names of some authors, and the years of others: two aliases. */
const BOTH = '{ books { author { name } } first { author { born } } }'

const author = (id: string) => ({ __typename: 'Author', id })
const born = (year: number | null) => ({ author: { born: year } })
const named = (name: string | null) => ({ author: name === null ? null : { name } })

const years = await library({ Author: { born: ({ id }) => (id === 'a1' ? 1901 : 1902) } })

/** The lists of representations in each request to the authors. */
function listsOf(sent: readonly Pick<Sent, 'subgraph' | 'variables'>[]): unknown[][] {
  const toAuthors = sent.filter(({ subgraph }) => subgraph === 'authors')
  return toAuthors.map(({ variables }) => Object.values(variables))
}

describe('entities of several places', () => {
  test('Entities that are known at the same time are one request, with each entity once', async () => {
    const { data, errors, sent } = await years.run(ALL)
    expect(errors).toBeUndefined()
    expect(listsOf(sent).map((lists) => lists.map((list) => new Set(list as object[])))).toEqual([
      [new Set([author('a1'), author('a2')])],
      [new Set([author('a2'), author('a1')])],
    ])
    expect(data).toEqual({
      first: { ...born(1901), lentTo: [{ born: 1902 }, { born: 1901 }] },
      books: [born(1901), born(1902), born(1901)],
    })
  })

  test('Entities that two fetches write into have an object for each path', async () => {
    const friend = 'friend { id books { id } }'
    const query = `{ first { author { ${friend} } } books { author { ${friend} } } }`
    const { data, errors } = await years.run(query)
    const of = { author: { friend: { id: 'a1', books: [{ id: '1' }] } } }
    expect(errors).toBeUndefined()
    expect(data).toEqual({ first: of, books: [of, of, of] })
  })

  test('Entities with different selections are aliases of one request', async () => {
    const { data, errors, sent } = await years.run(BOTH)
    expect(errors).toBeUndefined()
    expect(listsOf(sent)).toHaveLength(1)
    expect(listsOf(sent)[0]).toHaveLength(2)
    expect(listsOf(sent)[0]).toEqual(
      expect.arrayContaining([[author('a1')], [author('a1'), author('a2')]]),
    )
    expect(data).toEqual({
      books: [named('Author a1'), named('Author a2'), named('Author a1')],
      first: born(1901),
    })
  })
})

describe('an alias without representations', () => {
  /** The library with only some books, or none. */
  const only = (fields: object): SubgraphFetch => {
    return async (subgraph, request, signal) => {
      const response = await years.fetch(subgraph, request, signal)
      return subgraph === 'books' ? { data: { ...response.data, ...fields } } : response
    }
  }

  test('An alias without representations is sent as an empty list beside others', async () => {
    const { data, errors, sent } = await years.run(BOTH, {}, only({ books: [] }))
    expect(errors).toBeUndefined()
    expect(listsOf(sent)).toEqual([expect.arrayContaining([[], [author('a1')]])])
    expect(data).toEqual({ books: [], first: born(1901) })
  })

  test('A request without any representation is not sent', async () => {
    const { data, errors, sent } = await years.run(BOTH, {}, only({ books: null, first: null }))
    expect(errors).toBeUndefined()
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['books'])
    expect(data).toEqual({ books: null, first: null })
  })
})

test('a mutation reads an entity again after each change of another subgraph', async () => {
  const query = `mutation {
    a: lend(id: 1) { author { born } } thank(id: "a1") { name } b: lend(id: 1) { author { born } }
  }`
  const { data, errors, sent } = await years.run(query)
  expect(errors).toBeUndefined()
  expect(data).toEqual({ a: born(1901), thank: { name: 'Author a1' }, b: born(1901) })
  expect(sent.map(({ subgraph }) => subgraph)).toEqual([
    'books',
    'authors',
    'authors',
    'books',
    'authors',
  ])
})

test('A batch is neither sent nor awaited after its request has ended', async () => {
  const run = async (endsAt: string) => {
    const ends = new AbortController()
    const sent: string[] = []
    const operation = await years.operations.get(years.parse(BOTH))
    const { errors } = await operation({
      signal: ends.signal,
      fetch(subgraph, request, signal) {
        sent.push(subgraph)
        if (subgraph === endsAt) ends.abort(new Error('too slow'))
        if (subgraph === 'authors') return Promise.withResolvers<never>().promise
        return years.fetch(subgraph, request, signal)
      },
    })
    return {
      sent,
      errors: errors!.map(({ message, path }) => `${message}: ${path![0]}`).toSorted(),
    }
  }
  const errors = ['too slow: books', 'too slow: first']
  expect(await run('authors')).toEqual({ sent: ['books', 'authors'], errors })
  expect((await run('books')).sent).toEqual(['books'])
})
