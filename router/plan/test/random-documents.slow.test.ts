// Random documents as far as the limits go: Hive's planner plans or refuses each, and none ends it.
import { expect, onTestFinished, test } from 'vitest'
import { ownCase, shopCase, type RandomCase } from '../../executor/test/random-results.ts'
import { startNativePlanner } from '../remote/remote-planners.ts'
import { planRandomDocuments } from './random-documents.ts'

/** `FUZZ_DOCUMENTS=100000` tries more documents; `FUZZ_SEED` sets another seed. */
const { FUZZ_DOCUMENTS = '3000', FUZZ_SEED = '20261126' } = process.env

test.each<[string, () => Promise<RandomCase>]>([
  ['our own supergraph', ownCase],
  ['a shop', shopCase],
])('Random documents over %s end no planner', { timeout: 3_600_000 }, async (_name, create) => {
  const { graph } = (await create()).pair
  const planner = await startNativePlanner(graph.supergraphSdl)
  onTestFinished(() => planner.close())
  const options = { count: Math.ceil(Number(FUZZ_DOCUMENTS) / 2), seed: Number(FUZZ_SEED) }
  const { planned, refused } = await planRandomDocuments(graph, planner, options)
  const sum = [...refused.values()].reduce((total, count) => total + count, 0)
  expect(planned, JSON.stringify([...refused])).toBeGreaterThan(20 * sum)
})
