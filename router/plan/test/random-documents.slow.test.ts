// Random documents as far as the limits go: Hive's planner plans or refuses each, and none ends it or keeps it busy.
import { expect, onTestFinished, test } from 'vitest'
import { ownCase, shopCase, type RandomCase } from '../../executor/test/random-answers.ts'
import type { Planner } from '../planner.ts'
import { startNativePlanner } from '../remote/remote-planners.ts'
import { planRandomDocuments } from './random-documents.ts'

/** `FUZZ_DOCUMENTS=100000` tries more, of another seed with `FUZZ_SEED`. */
const { FUZZ_DOCUMENTS = '3000', FUZZ_SEED = '20261126' } = process.env
/** The slowest document by the median one: it would take a thousand of them to fill a second. */
const MAX_RATIO = 500

test.each<[string, () => Promise<RandomCase>]>([
  ['our own supergraph', ownCase],
  ['a shop', shopCase],
])(
  'Random documents over %s end no planner, and none takes much longer than others',
  { timeout: 3_600_000 },
  async (_name, create) => {
    const { graph } = (await create()).pair
    const planner = await startNativePlanner(graph.supergraphSdl)
    onTestFinished(() => planner.close())
    const options = { count: Math.ceil(Number(FUZZ_DOCUMENTS) / 2), seed: Number(FUZZ_SEED) }
    const { planned, refused, durations, slowest } = await planRandomDocuments(
      graph,
      planner,
      options,
    )
    const sum = [...refused.values()].reduce((total, count) => total + count, 0)
    expect(planned, JSON.stringify([...refused])).toBeGreaterThan(20 * sum)
    const median = durations.toSorted((one, other) => one - other)[durations.length >> 1]!
    const again = await shortestOf(5, planner, slowest.text)
    expect(again / median, slowest.text).toBeLessThan(MAX_RATIO)
  },
)

/** The shortest time is that of the planner, without what else the machine does. */
async function shortestOf(count: number, planner: Planner, text: string): Promise<number> {
  const durations: number[] = []
  for (let index = 0; index < count; index += 1) {
    const begin = performance.now()
    await planner.plan(text, new AbortController().signal).catch(() => undefined)
    durations.push(performance.now() - begin)
  }
  return Math.min(...durations)
}
