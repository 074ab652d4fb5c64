// Five thousand random operations: the executor over subgraphs responds as graphql-js over one schema, with each planner.
import { test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { SLOWNESS } from '#test/slowness.ts'
import { startPlanner } from '../../plan/start-planner.ts'
import { createInProcessPlanner } from './in-process-planner.ts'
import { plainShop } from './plain-shop.ts'
import { compareRandom, ownCase, shopCase } from './random-results.ts'

const TIME = { timeout: 900_000 * SLOWNESS }
const apollo = (supergraph: string) => createInProcessPlanner(supergraph, 'apollo')
/** Starts Hive's planner, with Apollo's for the operations that it refuses. */
const both = (supergraph: string) => startPlanner(supergraph, { log: testLog })

test(
  'Apollo plans a shop with interfaces, unions, failing fields and requirements',
  TIME,
  async () => {
    await compareRandom(await shopCase(apollo), 1_500)
  },
)

test('Apollo plans our own supergraph', TIME, async () => {
  await compareRandom(await ownCase(apollo), 1_000)
})

test('Hive plans a shop without requirements with arguments', TIME, async () => {
  await compareRandom(await shopCase(both, plainShop), 1_500)
})

test('Hive plans our own supergraph', TIME, async () => {
  await compareRandom(await ownCase(both), 1_000)
})
