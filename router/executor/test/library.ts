// A small library over three subgraphs, whose resolvers a test may replace.
import { graphOf, type Graph, type SubgraphSource } from './graph.ts'

type Fields = Record<string, (parent: { id: string }) => unknown>

const BOOKS = `
  type Query { books: [Book] first: Book shelf: [Item] book(id: ID!): Book }
  type Mutation { lend(id: ID!): Book }
  type Subscription { book(id: ID!): Book }
  union Item = Book | Map
  type Book @key(fields: "id") { id: ID! title: String kind: Kind author: Author }
  enum Kind { NOVEL HIDDEN @inaccessible }
  type Map @key(fields: "id") { id: ID! region: String }
  type Author @key(fields: "id") { id: ID! }
`

type Resolvers = SubgraphSource['resolvers']

const AUTHORS = `
  type Mutation { thank(id: ID!): Author }
  type Author @key(fields: "id") { id: ID! name: String! born: Int home: Place friend: Author }
  type Place { town: String @shareable country: String }
`

const LENDING = `
  type Book @key(fields: "id") { id: ID! lentTo: [Author!] copies: Int! }
  type Author @key(fields: "id") { id: ID! books: [Book!] }
  type Map @key(fields: "id") { id: ID! copies: Int }
`

const book = (id: string) => ({ __typename: 'Book', id, author: { id: `a${id}` } })

/** @param replaced resolvers by type, in whichever subgraph has the field */
export function library(replaced: Record<string, Fields> = {}): Promise<Graph> {
  const books = {
    Query: {
      books: () => [book('1'), book('2'), book('1')],
      first: () => book('1'),
      book: (_: unknown, { id }: { id: string }) => book(id),
      shelf: () => [{ __typename: 'Map', id: 'm' }, book('2')],
    },
    Mutation: { lend: (_: unknown, { id }: { id: string }) => book(id) },
    Book: { title: ({ id }: { id: string }) => `Book ${id}`, kind: () => 'NOVEL' },
  }
  const authors = {
    Mutation: { thank: (_: unknown, { id }: { id: string }) => ({ id }) },
    Author: {
      name: ({ id }: { id: string }) => `Author ${id}`,
      home: () => ({ town: 'Alexandria', country: 'Egypt' }),
      friend: () => ({ id: 'a1' }),
    },
  }
  const lending = {
    Book: { lentTo: () => [{ id: 'a2' }, { id: 'a1' }], copies: () => 3 },
    Author: { books: () => [{ id: '1' }] },
  }
  return graphOf({
    books: { sdl: BOOKS, resolvers: replace(books, replaced, BOOKS) },
    authors: { sdl: AUTHORS, resolvers: replace(authors, replaced, AUTHORS) },
    lending: { sdl: LENDING, resolvers: replace(lending, replaced, LENDING) },
  })
}

function replace(own: Resolvers, replaced: Record<string, Fields>, sdl: string): Resolvers {
  const merged = { ...own }
  for (const [type, fields] of Object.entries(replaced)) {
    const known = Object.entries(fields).filter(([field]) => {
      return field.startsWith('__') || new RegExp(`${type} [^}]*\\b${field}[:(]`).test(sdl)
    })
    merged[type] = { ...merged[type], ...Object.fromEntries(known) }
  }
  return merged
}
