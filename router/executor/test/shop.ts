// A shop over five subgraphs, with every way in which federation spreads a type over several.
import { ref, type Rows } from './rows.ts'

export const shopSdl = {
  catalog: `
    type Query {
      products(first: Int): [Product]!
      product(id: ID!): Product
      things: [Thing]
      media: [Media!]
      nodes: [Node!]!
      shelves: [[Product]!]
    }
    interface Node { id: ID! }
    interface Media @key(fields: "id") { id: ID! title: String size: Int! }
    type Book implements Media & Node @key(fields: "id") {
      id: ID! title: String size: Int! pages: Int author: User sequel: Book
    }
    type Film implements Media & Node @key(fields: "id") {
      id: ID! title: String size: Int! minutes: Int! cast: [User!]
    }
    union Thing = Book | Film | Product | User
    type Product implements Node @key(fields: "id") {
      id: ID!
      name: String!
      kind: Kind
      price(currency: String = "USD"): Int
      weight: Int
      parts: [Part!]
      maker: Maker
      similar(first: Int): [Product!]
    }
    enum Kind { SMALL LARGE }
    type Part { name: String! amount: Int inside: [Part] }
    type Maker @shareable { name: String country: String }
    type User @key(fields: "id") { id: ID! }
  `,
  users: `
    type Query { me: User users: [User!] topUser: User! }
    type Mutation { rename(id: ID!, name: String!): User touch: Int! }
    type User @key(fields: "id") @key(fields: "email") {
      id: ID! email: String! @shareable name: String @shareable nick: String! friends(first: Int): [User] best: User
    }
  `,
  shipping: `
    type Product @key(fields: "id") {
      id: ID!
      weight: Int @external
      price(currency: String = "USD"): Int @external
      maker: Maker @external
      shipping: Int @requires(fields: "weight price(currency: \\"EUR\\")")
      customs: String @requires(fields: "maker { country } price(currency: \\"USD\\")")
    }
    type Maker @shareable { country: String }
    type User @key(fields: "id") { id: ID! name: String @external address: String @requires(fields: "name") }
  `,
  reviews: `
    type Query { reviews: [Review] }
    type Review @key(fields: "id") { id: ID! text: String! stars: Int author: User @provides(fields: "name") about: Product! }
    type Product @key(fields: "id") {
      id: ID! shipping: Int @external reviews(first: Int): [Review!] value: String @requires(fields: "shipping")
    }
    type User @key(fields: "email") { email: String! name: String @external reviews: [Review] }
    type Media @key(fields: "id") @interfaceObject { id: ID! rating: Int! critics: [User!] }
  `,
  archive: `
    type Query { oldest: Media archive: [Media] boxes: [Box!] }
    type Mutation { pack(id: ID!): Box refuse: Box }
    type Box { id: ID! product: Product owner: User }
    type Product @key(fields: "id", resolvable: false) { id: ID! }
    type Media @key(fields: "id") @interfaceObject { id: ID! year: Int note: String! }
    type User @key(fields: "id") { id: ID! email: String! @shareable joined: Int }
  `,
}

const user = (id: string) => ref('User', id)
const product = (id: string) => ref('Product', id)
const firstOf =
  <Item>(items: readonly Item[]) =>
  ({ first }: { first?: number | null }) =>
    items.slice(0, first ?? undefined)
const thrown = (what: string) => new Error(`There is no ${what}.`)

const USERS = {
  u1: {
    id: 'u1',
    email: 'u1@x',
    name: 'Ada',
    nick: 'a',
    friends: firstOf([user('u2'), null, user('u3')]),
    best: user('u1'),
    address: 'x',
    joined: 1843,
    reviews: [ref('Review', 'r1'), null, ref('Review', 'r2')],
  },
  u2: {
    id: 'u2',
    email: 'u2@x',
    name: null,
    nick: 'b',
    friends: firstOf([user('u1')]),
    best: null,
    joined: thrown('year'),
    reviews: [],
  },
  u3: {
    id: 'u3',
    email: 'u3@x',
    name: '',
    nick: 'c',
    friends: thrown('friend'),
    best: user('u2'),
    joined: null,
    reviews: null,
  },
}

const PRODUCTS = {
  p1: {
    id: 'p1',
    name: 'Lamp',
    kind: 'SMALL',
    weight: 2,
    maker: { name: 'Acme', country: 'FR' },
    price: ({ currency }: { currency?: string }) => (currency === 'EUR' ? 9 : 10),
    parts: [
      { name: 'Bulb', amount: 1, inside: [{ name: 'Wire', amount: null, inside: null }, null] },
      { name: 'Foot', amount: 4, inside: [] },
    ],
    similar: firstOf([product('p2'), product('p1')]),
    reviews: firstOf([ref('Review', 'r1'), ref('Review', 'r2')]),
  },
  p2: {
    id: 'p2',
    name: 'Chair',
    kind: 'LARGE',
    weight: null,
    maker: null,
    price: () => 0,
    parts: [{ name: thrown('part'), amount: 1 }],
    similar: firstOf([product('p3')]),
    reviews: firstOf([ref('Review', 'r3')]),
  },
  p3: {
    id: 'p3',
    name: thrown('product'),
    kind: null,
    weight: 7,
    maker: { name: thrown('maker'), country: null },
    price: thrown('price'),
    parts: null,
    similar: thrown('similar product'),
    reviews: thrown('review'),
  },
}

const BOOKS = {
  b1: {
    id: 'b1',
    title: 'Notes',
    size: 3,
    pages: 60,
    author: user('u1'),
    sequel: ref('Book', 'b2'),
    rating: 5,
    critics: [user('u1'), user('u2')],
    year: 1843,
    note: 'old',
  },
  b2: {
    id: 'b2',
    title: null,
    size: thrown('size'),
    pages: thrown('page'),
    author: null,
    sequel: null,
    rating: thrown('rating'),
    critics: null,
    year: null,
    note: 'n',
  },
}

const FILMS = {
  f1: {
    id: 'f1',
    title: thrown('title'),
    size: 1,
    minutes: 90,
    cast: [user('u3'), user('u1')],
    rating: 0,
    critics: [],
    year: thrown('year'),
    note: 'film',
  },
}

const REVIEWS = {
  r1: { id: 'r1', text: 'good', stars: 5, author: user('u1'), about: product('p1') },
  r2: { id: 'r2', text: thrown('text'), stars: null, author: user('u2'), about: product('p1') },
  r3: { id: 'r3', text: '', stars: 0, author: user('u3'), about: product('p2') },
}

const THINGS = [
  ref('Book', 'b1'),
  null,
  product('p1'),
  user('u2'),
  ref('Film', 'f1'),
  product('p3'),
]
const MEDIA = [ref('Film', 'f1'), ref('Book', 'b1'), ref('Book', 'b2')]
const BOX = { id: 'x1', product: product('p1'), owner: user('u1') }

/**
 * The number of mutations that have run. They must run in the order of the document, whichever
 * subgraph each belongs to.
 */
let changes = 0

export const countryOf = (maker: unknown) => (maker as { country: unknown } | null)?.country

export const shop: Rows = {
  rows: {
    User: USERS,
    Product: PRODUCTS,
    Book: BOOKS,
    Film: FILMS,
    Review: REVIEWS,
    Query: {
      root: {
        products: firstOf([product('p1'), product('p2'), null, product('p1'), product('p3')]),
        product: ({ id }: { id?: string }) => (id && id in PRODUCTS ? product(id) : null),
        things: THINGS,
        media: MEDIA,
        nodes: [...MEDIA, product('p2')],
        shelves: [
          [product('p1'), null],
          [product('p2'), product('p1')],
        ],
        me: user('u1'),
        users: [user('u1'), user('u2'), user('u1'), user('u3')],
        topUser: user('u2'),
        boxes: [
          BOX,
          { id: 'x2', product: null, owner: user('u3') },
          { id: 'x3', product: product('p2'), owner: null },
        ],
        reviews: [ref('Review', 'r1'), ref('Review', 'r2'), ref('Review', 'r3')],
        oldest: ref('Media', 'b1'),
        archive: [ref('Media', 'f1'), null, ref('Media', 'b2'), ref('Media', 'b1')],
      },
    },
    Mutation: {
      root: {
        rename: ({ id }: { id?: string }) => (id && id in USERS ? user(id) : null),
        touch: () => (changes += 1),
        pack: () => ({ ...BOX, id: `x${(changes += 1)}` }),
        refuse: thrown('box'),
      },
    },
  },
  reset: () => {
    changes = 0
  },
  derived: {
    'Product.shipping': ({ weight, price }) =>
      weight === null || price === null ? null : Number(weight) * Number(price),
    'Product.customs': ({ maker, price }) => JSON.stringify([countryOf(maker), price]),
    'Product.value': ({ shipping }) => (shipping === null ? null : `value ${Number(shipping)}`),
    'User.address': ({ name }) => (name === null ? null : `${JSON.stringify(name)}'s house`),
  },
  requires: {
    'Product.shipping': { weight: {}, price: { currency: 'EUR' } },
    'Product.customs': { maker: {}, price: { currency: 'USD' } },
    'Product.value': { shipping: {} },
    'User.address': { name: {} },
  },
}
