// Five thousand random operations: the executor over subgraphs answers as graphql-js over one schema.
import { test } from 'vitest'
import { compareRandom, ownCase, shopCase } from './random-answers.ts'

test(
  'over a shop with interfaces, unions, failing fields and requirements',
  { timeout: 900_000 },
  async () => {
    await compareRandom(await shopCase(), 3_000)
  },
)

test('over our own supergraph', { timeout: 900_000 }, async () => {
  await compareRandom(await ownCase(), 2_000)
})
