// Entities that several fetches of a query ask one subgraph for: each is fetched once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SubgraphAnswer, SubgraphFetch } from '../subgraph-answer.ts'
import { library } from './library.ts'

/** Two fetches of authors are ready at a time, a third one once the books are lent. */
const BOTH = '{ first { author { born } } books { author { born } } }'
const ALL = '{ first { author { born } lentTo { born } } books { author { born } } }'

/** Two fetches of authors, each with a fetch that waits for it. */
const FRIENDS = `{
  first { author { friend { books { id } } } lentTo { friend { books { id } } } }
}`

const author = (id: string) => ({ __typename: 'Author', id })
const born = (year: number | null) => ({ author: { born: year } })

/** What authors are asked for, request by request. */
const askedOf = (sent: readonly { subgraph: string; variables: object }[]) =>
  sent.flatMap(({ subgraph, variables }) => {
    return subgraph === 'authors'
      ? [(variables as { representations: unknown }).representations]
      : []
  })

/** The library, whose authors answer otherwise. */
function answering(
  answer: (representations: unknown[]) => SubgraphAnswer | Promise<SubgraphAnswer>,
): SubgraphFetch {
  const { fetch } = await library()
  return async (subgraph, request, signal) => {
    if (subgraph !== 'authors') return fetch(subgraph, request, signal)
    return answer((request.variables as { representations: unknown[] }).representations)
  }
}

/** The library, whose lending answers in a later turn. */
const lendingLater: SubgraphFetch = async (subgraph, request, signal) => {
  if (subgraph === 'lending') await nextTurn()
  return years.fetch(subgraph, request, signal)
}

const years = await library({ Author: { born: ({ id }) => (id === 'a1' ? 1901 : 1902) } })

describe('fetches of entities with the same operation', () => {
  test('that are ready at a time are one request, with each entity once', async () => {
    const { data, sent } = await years.run(BOTH)
    expect(askedOf(sent)).toEqual([[author('a1'), author('a2')]])
    expect(data).toEqual({ first: born(1901), books: [born(1901), born(1902), born(1901)] })
  })

  test('wait for each other when nothing but the answer waits for them', async () => {
    const { data, sent } = await years.run(ALL, {}, lendingLater)
    expect(askedOf(sent)).toEqual([[author('a1'), author('a2')]])
    expect(data).toMatchObject({ first: { lentTo: [{ born: 1902 }, { born: 1901 }] } })
  })

  test('do not wait for one that has nothing to ask for', async () => {
    const { data, sent } = await years.run(BOTH, {}, async (subgraph, request, signal) => {
      const answer = await years.fetch(subgraph, request, signal)
      return subgraph === 'books' ? { data: { ...answer.data, books: null } } : answer
    })
    expect(askedOf(sent)).toEqual([[author('a1')]])
    expect(data).toEqual({ first: born(1901), books: null })
  })

  test('ask later for what is new only, when others wait for the first', async () => {
    const { data, sent } = await years.run(FRIENDS, {}, lendingLater)
    expect(askedOf(sent)).toEqual([[author('a1')], [author('a2')]])
    const friend = { friend: { books: [{ id: '1' }] } }
    expect(data).toEqual({ first: { author: friend, lentTo: [friend, friend] } })
  })

  test('write into objects of their own', async () => {
    const friend = 'friend { id books { id } }'
    const query = `{ first { author { ${friend} } } books { author { ${friend} } } }`
    const { data } = await (await library()).run(query)
    const of = { author: { friend: { id: 'a1', books: [{ id: '1' }] } } }
    expect(data).toEqual({ first: of, books: [of, of, of] })
  })

  test('are apart in a mutation, because what it changes is read again', async () => {
    const query =
      'mutation { a: lend(id: 1) { author { born } } b: lend(id: 1) { author { born } } }'
    expect(askedOf((await years.run(query)).sent)).toEqual([[author('a1')], [author('a1')]])
  })

  test('are apart when one request would be large', async () => {
    const long = (id: string) => ({ __typename: 'Book', id, author: author(id.repeat(40_000)) })
    const { fetch } = await library()
    const query = '{ first { author { born } } books { author { born } } }'
    const { sent, errors } = await years.run(query, {}, async (subgraph, request, signal) => {
      if (subgraph === 'books') return { data: { first: long('1'), books: [long('2')] } }
      return fetch(subgraph, request, signal)
    })
    expect(errors).toBeUndefined()
    expect(askedOf(sent).map((list) => (list as unknown[]).length)).toEqual([1, 1])
  })
})

describe('operations that differ', () => {
  test('are requests of their own', async () => {
    const query = '{ first { author { born } } books { author { name } } }'
    const asked = askedOf((await years.run(query)).sent)
    expect(asked).toEqual([[author('a1')], [author('a1'), author('a2')]])
  })
})

describe('a request that several fetches share', () => {
  test('puts an error of an entity at its places in each, and nowhere else', async () => {
    const message = 'unknown'
    const graph = await library({
      Author: {
        born: ({ id }) => {
          if (id === 'a2') throw new Error(message)
          return 1901
        },
      },
    })
    const { data, errors } = await graph.run(ALL, {}, async (subgraph, request, signal) => {
      if (subgraph === 'lending') await nextTurn()
      return graph.fetch(subgraph, request, signal)
    })
    expect(data).toEqual({
      first: { ...born(1901), lentTo: [{ born: null }, { born: 1901 }] },
      books: [born(1901), born(null), born(1901)],
    })
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual([
      'books.1.author.born',
      'first.lentTo.0.born',
    ])
  })

  test('puts an error of no single entity at the first place of each', async () => {
    const errors = [{ message: 'm', path: ['_entities', 7] }]
    const answer = { data: { _entities: [{ born: 1 }, { born: 2 }] }, errors }
    const result = await years.run(
      BOTH,
      {},
      answering(() => answer),
    )
    expect(result.data).toEqual({ first: born(1), books: [born(1), born(2), born(1)] })
    expect(result.errors!.map(({ path }) => path!.join('.'))).toEqual([
      'first.author',
      'books.0.author',
    ])
  })

  test.each([
    ['no data', { data: null, errors: [{ message: 'refused' }] }],
    ['too few entities', { data: { _entities: [{ born: 1 }] } }],
    ['no list', { data: { _entities: 5 as never } }],
  ])('and is answered with %s is sent again for each by itself', async (_what, answer) => {
    const fetch = answering((asked) => {
      // A single author is answered, several are not.
      return asked.length === 1 ? { data: { _entities: [{ born: 1901 }] } } : answer
    })
    const { data, errors, sent } = await years.run(BOTH, {}, fetch)
    const both = [author('a1'), author('a2')]
    expect(askedOf(sent)).toEqual([both, [author('a1')], both])
    expect(data).toEqual({ first: born(1901), books: [born(null), born(null), born(null)] })
    expect(errors!.length).toBeGreaterThan(0)
    for (const { path = ['books'] } of errors!) expect(path[0]).toBe('books')
  })

  test('and fails is an error of each', async () => {
    const fetch = answering(() => Promise.reject(new Error('away')))
    const { data, errors, sent } = await years.run(BOTH, {}, fetch)
    expect(askedOf(sent)).toHaveLength(1)
    expect(data).toEqual({ first: born(null), books: [born(null), born(null), born(null)] })
    expect(errors).toMatchObject([
      { message: 'away', path: ['first', 'author', 'born'] },
      { message: 'away', path: ['books', 0, 'author', 'born'] },
    ])
  })

  test('and needs two requests fails with either of them', async () => {
    const fetch: SubgraphFetch = (subgraph, request, signal) => {
      if (subgraph === 'authors') return Promise.reject(new Error('away'))
      return lendingLater(subgraph, request, signal)
    }
    const { data, errors } = await years.run(FRIENDS, {}, fetch)
    const missing = { friend: null }
    expect(data).toEqual({ first: { author: missing, lentTo: [missing, missing] } })
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual([
      'first.author.friend',
      'first.lentTo.0.friend',
    ])
  })

  test('is not sent once the request has ended, and not waited for', async () => {
    const run = async (endsAt: string) => {
      const ends = new AbortController()
      const sent: string[] = []
      const result = await (
        await years.operations.get(years.parse(BOTH))
      )({
        signal: ends.signal,
        fetch(subgraph, request, signal) {
          sent.push(subgraph)
          if (subgraph === endsAt) ends.abort(new Error('too slow'))
          if (subgraph === 'authors') return Promise.withResolvers<never>().promise
          return years.fetch(subgraph, request, signal)
        },
      })
      return { sent, paths: result.errors!.map(({ message, path }) => [message, path![0]]) }
    }
    const paths = [
      ['too slow', 'first'],
      ['too slow', 'books'],
    ]
    expect(await run('authors')).toEqual({ sent: ['books', 'authors'], paths })
    expect((await run('books')).sent).toEqual(['books'])
  })
})
