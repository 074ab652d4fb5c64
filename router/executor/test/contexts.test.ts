// `@fromContext`: arguments that are filled from the objects around an entity.
import { expect, test } from 'vitest'
import { graphOf } from './graph.ts'

const graph = await graphOf({
  shops: {
    sdl: `
      type Query { shops: [Shop] }
      type Shop @key(fields: "id") @context(name: "shop") {
        id: ID! currency: String items: [Item] sections: [Section]
      }
      type Section { items: [Item] }
      type Item @key(fields: "id") {
        id: ID!
        price(currency: String @fromContext(field: "$shop { currency }")): String
        nested: Item
      }
    `,
    resolvers: {
      Query: {
        shops: () =>
          ['EUR', 'USD'].map((currency) => ({
            id: currency,
            currency,
            items: [{ id: 'i' }, { id: 'j' }],
            sections: [{ items: [{ id: 'i' }] }],
          })),
      },
      Item: {
        price: ({ id }: { id: string }, { currency }: { currency: string }) => `${id} ${currency}`,
      },
    },
  },
  other: {
    sdl: `type Item @key(fields: "id") { id: ID! name: String }`,
    resolvers: { Item: { name: ({ id }: { id: string }) => `item ${id}` } },
  },
})

test('the same entity has the value of each context', async () => {
  const { data, errors } = await graph.run(
    '{ shops { items { price name } sections { items { price } } } }',
  )
  const shop = (currency: string) => ({
    items: [
      { price: `i ${currency}`, name: 'item i' },
      { price: `j ${currency}`, name: 'item j' },
    ],
    sections: [{ items: [{ price: `i ${currency}` }] }],
  })
  expect(errors).toBeUndefined()
  expect(data).toEqual({ shops: [shop('EUR'), shop('USD')] })
})
