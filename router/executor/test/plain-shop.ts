// The shop without what Hive's planner gets wrong: requirements with arguments and `@interfaceObject`.
import type { ShopSource } from './random-results.ts'
import { countryOf, shop, shopSdl } from './shop.ts'

const MEDIA_OF_REVIEWS = `
  type Book @key(fields: "id") { id: ID! rating: Int! critics: [User!] }
  type Film @key(fields: "id") { id: ID! rating: Int! critics: [User!] }
`
const MEDIA_OF_ARCHIVE = `
  interface Media { id: ID! year: Int note: String! }
  type Book implements Media @key(fields: "id") { id: ID! year: Int note: String! }
  type Film implements Media @key(fields: "id") { id: ID! year: Int note: String! }
`
const OBJECT = /type Media @key[^}]*@interfaceObject[^}]*\}/

export const plainShop: ShopSource = {
  sdl: {
    ...shopSdl,
    catalog: shopSdl.catalog.replace('interface Media @key(fields: "id")', 'interface Media'),
    shipping: shopSdl.shipping
      .replaceAll(/ price\(currency: \\"\w+\\"\)/g, '')
      .replace('price(currency: String = "USD"): Int @external', ''),
    reviews: shopSdl.reviews.replace(OBJECT, MEDIA_OF_REVIEWS),
    archive: shopSdl.archive.replace(OBJECT, MEDIA_OF_ARCHIVE),
  },
  rows: {
    ...shop,
    derived: {
      ...shop.derived,
      'Product.shipping': ({ weight }) => (weight === null ? null : Number(weight) * 2),
      'Product.customs': ({ maker }) => JSON.stringify(countryOf(maker)),
    },
    requires: {
      ...shop.requires,
      'Product.shipping': { weight: {} },
      'Product.customs': { maker: {} },
    },
  },
}
