// Random operations: the executor over subgraphs responds as graphql-js does over one schema.
import { test } from 'vitest'
import { plainShop } from './plain-shop.ts'
import { compareRandom, ownCase, shopCase } from './random-results.ts'

test('Apollo plans a shop with interfaces, unions, failing fields and requirements', async () => {
  await compareRandom(await shopCase(), 10)
})

test('Hive plans a shop without requirements with arguments', async () => {
  await compareRandom(await shopCase(undefined, plainShop), 10)
})

test('Hive plans our own supergraph', async () => {
  await compareRandom(await ownCase(), 5)
})
