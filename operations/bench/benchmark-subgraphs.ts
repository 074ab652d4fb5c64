// The subgraphs of the public gateway benchmark (accounts, inventory, products, reviews) with data of our
// own, and the query that it sends.
import type { Resolvers } from '#foundation/service/subgraph.ts'

const users = Array.from({ length: 6 }, (_, at) => ({
  id: String(at + 1),
  name: `User ${at + 1}`,
  username: `user_${at + 1}`,
  birthday: 19_700_101 + at,
}))
const products = Array.from({ length: 9 }, (_, at) => ({
  upc: String(at + 1),
  name: `Product ${at + 1}`,
  price: 100 + 137 * at,
  weight: 50 * (at + 1),
  inStock: at % 2 === 0,
}))
const reviews = Array.from({ length: 12 }, (_, at) => ({
  id: String(at + 1),
  body: `What person ${(at % 6) + 1} thinks of product ${(at % 9) + 1}.`,
  author: { id: String((at % 6) + 1), username: `user_${(at % 6) + 1}` },
  product: { upc: String((at % 9) + 1) },
}))

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3",
  import: ["@key", "@external", "@requires", "@provides", "@shareable"])`

const productOf = ({ upc }: { upc: string }) => products.find((known) => known.upc === upc)

export interface BenchmarkSubgraph {
  sdl: string
  resolvers: Resolvers
}

/** The subgraphs of the benchmark, by name. */
export const benchmarkSubgraphs: Record<string, BenchmarkSubgraph> = {
  accounts: {
    sdl: `${LINK} type Query { me: User user(id: ID!): User users: [User] }
      type User @key(fields: "id") { id: ID! name: String username: String @shareable birthday: Int }`,
    resolvers: {
      Query: { users: () => users, me: () => users[0] },
      User: {
        __resolveReference: ({ id }: { id: string }) => users.find((known) => known.id === id),
      },
    },
  },
  inventory: {
    sdl: `${LINK} type Product @key(fields: "upc") {
        upc: String! weight: Int @external price: Int @external inStock: Boolean
        shippingEstimate: Int @requires(fields: "price weight") }`,
    resolvers: {
      Product: {
        __resolveReference: (sent: { upc: string }) => ({ ...productOf(sent), ...sent }),
        shippingEstimate: ({ price, weight }: { price: number; weight: number }) =>
          price > 1000 ? 0 : Math.round(weight / 2),
      },
    },
  },
  products: {
    sdl: `${LINK} type Query { topProducts(first: Int = 5): [Product] }
      type Product @key(fields: "upc") { upc: String! name: String price: Int weight: Int }`,
    resolvers: {
      Query: {
        topProducts: (_: unknown, { first }: { first: number }) => products.slice(0, first),
      },
      Product: { __resolveReference: productOf },
    },
  },
  reviews: {
    sdl: `${LINK} type Review @key(fields: "id") {
        id: ID! body: String author: User @provides(fields: "username") product: Product }
      type User @key(fields: "id") { id: ID! username: String @external reviews: [Review] }
      type Product @key(fields: "upc") { upc: String! reviews: [Review] }`,
    resolvers: {
      Review: {
        __resolveReference: ({ id }: { id: string }) => reviews.find((known) => known.id === id),
      },
      User: {
        reviews: ({ id }: { id: string }) => reviews.filter(({ author }) => author.id === id),
      },
      Product: {
        reviews: ({ upc }: { upc: string }) => reviews.filter(({ product }) => product.upc === upc),
      },
    },
  },
}

/** The query of the public benchmark. */
export const BENCHMARK_QUERY = `
  fragment User on User { id username name }
  fragment Review on Review { id body }
  fragment Product on Product { inStock name price shippingEstimate upc weight }
  query TestQuery {
    users {
      ...User
      reviews {
        ...Review
        product {
          ...Product
          reviews { ...Review author { ...User reviews { ...Review product { ...Product } } } }
        }
      }
    }
    topProducts {
      ...Product
      reviews { ...Review author { ...User reviews { ...Review product { ...Product } } } }
    }
  }`
