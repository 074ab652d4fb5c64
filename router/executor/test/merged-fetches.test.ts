// Fetches of the same entities that need different fields first, and are sent as one.
import { describe, expect, test } from 'vitest'
import type { SubgraphFetch } from '../subgraph-answer.ts'
import { graphOf, type Graph, type Sent } from './graph.ts'

const CATALOGUE = `
  type Query { products: [Product] first: Product others: [Product] goods: [Good] }
  type Mutation { restock: Product }
  union Good = Product | Voucher
  type Product @key(fields: "id") { id: ID! }
  type Voucher @key(fields: "id") { id: ID! }
`

const PRICES = `
  type Product @key(fields: "id") { id: ID! price: Int }
  type Voucher @key(fields: "id") { id: ID! price: Int }
`

const STOCK = `
  type Product @key(fields: "id") {
    id: ID! price: Int @external inStock: Boolean place(of: String): String
    shipping: Int @requires(fields: "price") weight: Int! @requires(fields: "price")
  }
  type Voucher @key(fields: "id") {
    id: ID! price: Int @external inStock: Boolean shipping: Int @requires(fields: "price")
  }
`

type Product = { id: string; price: number }

const product = (id: string) => ({ __typename: 'Product', id })
const isBroken = ({ id }: { id: string }) => id === 'broken'
/** Of a product that has one; the subgraph knows no price of the one that is priceless. */
const priced = (known: { id: string }) => (known.id === 'priceless' ? null : known)

/** A shop with these products. */
function shopOf(...ids: string[]) {
  const products = ids.map(product)
  const fail = () => {
    throw new Error('broken')
  }
  return graphOf({
    catalogue: {
      sdl: CATALOGUE,
      resolvers: {
        Mutation: { restock: () => products[0] },
        Query: {
          products: () => products,
          first: () => products[0],
          others: () => products.slice(1),
          goods: () => [...products, { __typename: 'Voucher', id: 'v' }],
        },
      },
    },
    prices: {
      sdl: PRICES,
      resolvers: {
        Product: { __resolveReference: priced, price: () => 7 },
        Voucher: { price: () => 1 },
      },
    },
    stock: {
      sdl: STOCK,
      resolvers: {
        Product: {
          inStock: () => true,
          place: (_: unknown, { of }: { of?: string }) => `of ${of}`,
          shipping: (known: Product) => (isBroken(known) ? fail() : known.price * 2),
          weight: (known: Product) => (isBroken(known) ? fail() : known.price),
        },
        Voucher: { inStock: () => false, shipping: () => 0 },
      },
    },
  })
}

/** The shop, with subgraphs that do not answer some of the requests. */
function failing(shop: Graph, fails: (sent: Sent) => boolean): SubgraphFetch {
  return (subgraph, request, signal) =>
    fails({ subgraph, ...request })
      ? Promise.reject(new Error('away'))
      : shop.fetch(subgraph, request, signal)
}

/** The requests that the stock subgraph received. */
const askedOf = (sent: readonly Sent[]) =>
  sent
    .filter(({ subgraph }) => subgraph === 'stock')
    .map(({ query, variables }) => ({
      fields: [...query.matchAll(/\b(inStock|shipping|weight|place)\b/g)].map(([name]) => name),
      of: (variables.representations as object[]) ?? [],
    }))

const both = [{ ...product('1'), price: 7 }]

describe('a fetch that nothing waits for', () => {
  test('is merged into a later one for the same entities', async () => {
    const { data, errors, sent } = await shopOf('1').run('{ products { inStock shipping } }')
    expect(askedOf(sent)).toEqual([{ fields: ['inStock', 'shipping'], of: both }])
    expect(data).toEqual({ products: [{ inStock: true, shipping: 14 }] })
    expect(errors).toBeUndefined()
  })

  test('shares the request of other places, whatever the order of the fields', async () => {
    const query = '{ first { shipping inStock } products { inStock shipping } }'
    const { data, sent } = await shopOf('1', '2').run(query)
    expect(askedOf(sent).map(({ of }) => of)).toEqual([[...both, { ...both[0], id: '2' }]])
    const known = { inStock: true, shipping: 14 }
    expect(data).toEqual({ first: known, products: [known, known] })
  })

  test('takes its variables along', async () => {
    const query = 'query ($of: String) { products { place(of: $of) shipping } }'
    const { data, sent } = await shopOf('1').run(query, { of: 'x' })
    expect(askedOf(sent)).toHaveLength(1)
    expect(data).toEqual({ products: [{ place: 'of x', shipping: 14 }] })
  })

  test('keeps its arguments and the names that clients give its fields', async () => {
    const query = `{
      products { a: place(of: "a") shipping b: place(of: "b") }
      first { place: shipping shipping: weight a: place(of: "c") }
    }`
    const { data, errors, sent } = await shopOf('1').run(query)
    expect(errors).toBeUndefined()
    expect(askedOf(sent)).toHaveLength(2)
    expect(data).toEqual({
      products: [{ a: 'of a', shipping: 14, b: 'of b' }],
      first: { place: 14, shipping: 7, a: 'of c' },
    })
  })

  test('stays by itself when the request of another place has the same fields', async () => {
    const query = '{ first { inStock shipping } others { inStock } }'
    const { sent } = await shopOf('1', '2').run(query)
    expect(askedOf(sent)).toHaveLength(2)
    const of = [product('1'), product('2')]
    expect(askedOf(sent)).toContainEqual({ fields: ['inStock'], of })
  })

  test('stays by itself for entities of several types', async () => {
    const fields = '{ inStock shipping }'
    const query = `{ goods { ... on Product ${fields} ... on Voucher ${fields} } }`
    const { data, sent } = await shopOf('1', 'priceless').run(query)
    expect(askedOf(sent)).toHaveLength(2)
    expect(data).toEqual({
      goods: [
        { inStock: true, shipping: 14 },
        { inStock: true, shipping: null },
        { inStock: false, shipping: 0 },
      ],
    })
  })

  test('stays by itself in a mutation that reads it again', async () => {
    const query = 'mutation { a: restock { inStock shipping } b: restock { inStock shipping } }'
    const { data, sent } = await shopOf('1').run(query)
    expect(askedOf(sent).map(({ fields }) => fields)).toEqual([
      ['inStock', 'shipping'],
      ['inStock', 'shipping'],
    ])
    const known = { inStock: true, shipping: 14 }
    expect(data).toEqual({ a: known, b: known })
  })
})

describe('merged fetches are sent separately', () => {
  test('when the later one needs fields of a subgraph that does not answer', async () => {
    const shop = shopOf('1')
    const away = failing(shop, ({ subgraph }) => subgraph === 'prices')
    const { data, errors, sent } = await shop.run('{ products { inStock shipping } }', {}, away)
    expect(askedOf(sent)).toEqual([{ fields: ['inStock'], of: [product('1')] }])
    expect(data).toEqual({ products: [{ inStock: true, shipping: null }] })
    expect(errors!.map(({ message }) => message)).toEqual(['away'])
  })

  test('for an entity that lacks what the later one needs', async () => {
    const shop = shopOf('1', 'priceless')
    const { data, sent } = await shop.run('{ products { inStock shipping } }')
    expect(askedOf(sent)).toEqual([
      { fields: ['inStock'], of: [product('priceless')] },
      { fields: ['inStock', 'shipping'], of: both },
    ])
    expect(data).toEqual({
      products: [
        { inStock: true, shipping: 14 },
        { inStock: true, shipping: null },
      ],
    })
  })

  test('while the same fetches of other places share a request', async () => {
    const query = '{ first { inStock shipping } others { inStock shipping } }'
    const { data, sent } = await shopOf('priceless', '1').run(query)
    expect(askedOf(sent)).toContainEqual({ fields: ['inStock', 'shipping'], of: both })
    expect(data).toEqual({
      first: { inStock: true, shipping: null },
      others: [{ inStock: true, shipping: 14 }],
    })
  })

  test('when an error of one has made the entity null', async () => {
    const { data, errors, sent } = await shopOf('broken').run('{ products { inStock weight } }')
    expect(askedOf(sent).map(({ fields }) => fields)).toEqual([
      ['inStock', 'weight'],
      ['inStock'],
      ['weight'],
    ])
    expect(data).toEqual({ products: [null] })
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual(['products.0.weight'])
  })

  test('but not when an error has left the entity in place', async () => {
    const { data, errors, sent } = await shopOf('broken').run('{ products { inStock shipping } }')
    expect(askedOf(sent)).toHaveLength(1)
    expect(data).toEqual({ products: [{ inStock: true, shipping: null }] })
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual(['products.0.shipping'])
  })

  test('when the subgraph answers the early one alone', async () => {
    const shop = shopOf('1', '2')
    const hanging = failing(shop, ({ query }) => query.includes('shipping'))
    const query = '{ first { inStock shipping } others { inStock shipping } }'
    const { data, errors, sent } = await shop.run(query, {}, hanging)
    expect(askedOf(sent).map(({ fields }) => fields)).toEqual([
      ['inStock', 'shipping'],
      ['inStock'],
      ['shipping'],
    ])
    const known = { inStock: true, shipping: null }
    expect(data).toEqual({ first: known, others: [known] })
    expect(errors!.map(({ path }) => path!.join('.'))).toEqual([
      'first.shipping',
      'others.0.shipping',
    ])
  })

  test('and are not sent again once the request has ended', async () => {
    const ends = new AbortController()
    const shop = shopOf('1')
    const sent: string[] = []
    const { data } = await shop.operations.get(shop.parse('{ products { inStock shipping } }'))({
      signal: ends.signal,
      fetch(subgraph, request, signal) {
        sent.push(subgraph)
        if (subgraph === 'stock') ends.abort(new Error('too slow'))
        return shop.fetch(subgraph, request, signal)
      },
    })
    expect(sent).toEqual(['catalogue', 'prices', 'stock'])
    expect(data).toEqual({ products: [{ inStock: null, shipping: null }] })
  })

  test('and each has its error when the subgraph does not answer', async () => {
    const shop = shopOf('1')
    const away = failing(shop, ({ subgraph }) => subgraph === 'stock')
    const { data, errors, sent } = await shop.run('{ products { inStock shipping } }', {}, away)
    expect(askedOf(sent)).toHaveLength(3)
    expect(data).toEqual({ products: [{ inStock: null, shipping: null }] })
    expect(errors!.map(({ path }) => path!.join('.')).toSorted()).toEqual([
      'products.0.inStock',
      'products.0.shipping',
    ])
  })
})
