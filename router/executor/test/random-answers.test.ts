// Random operations: the executor over subgraphs answers as graphql-js does over one schema.
import { test } from 'vitest'
import { compareRandom, ownCase, shopCase } from './random-answers.ts'

test('over a shop with interfaces, unions, failing fields and requirements', async () => {
  await compareRandom(await shopCase(), 10)
})

test('over our own supergraph', async () => {
  await compareRandom(await ownCase(), 5)
})
