// `node operations/bench/planning.ts`: how long Hive's planner takes for the slowest of random documents, as far as the limits go.
import { ownCase, shopCase, type RandomCase } from '../../router/executor/test/random-results.ts'
import type { Planner } from '../../router/plan/planner.ts'
import { startNativePlanner } from '../../router/plan/remote/remote-planners.ts'
import { planRandomDocuments } from '../../router/plan/test/random-documents.ts'
import { reportFigures, type Figure } from './result.ts'

const DOCUMENTS = { count: 1_500, seed: 20261126 }
/** It would take a thousand of the slowest documents to fill a second. */
const MAX_RATIO = 500

reportFigures('planning', [
  ...(await figuresOf('our own supergraph', ownCase)),
  ...(await figuresOf('a shop', shopCase)),
])

async function figuresOf(name: string, create: () => Promise<RandomCase>): Promise<Figure[]> {
  const { graph } = (await create()).pair
  const planner = await startNativePlanner(graph.supergraphSdl)
  const planned: { text: string; ms: number }[] = []
  const timed: Planner = {
    ...planner,
    async plan(text, signal) {
      const began = performance.now()
      try {
        return await planner.plan(text, signal)
      } finally {
        planned.push({ text, ms: performance.now() - began })
      }
    },
  }
  await planRandomDocuments(graph, timed, DOCUMENTS)
  planned.sort((one, other) => one.ms - other.ms)
  const median = planned[planned.length >> 1]!.ms
  // Some of them were only delayed by something else.
  const again: number[] = []
  for (const { text } of planned.slice(-20)) again.push(await shortestOf(5, planner, text))
  const slowest = Math.max(...again)
  await planner.close()
  return [
    { name: `${name}: a document, ms`, value: median, most: Infinity },
    { name: `${name}: the slowest by the median`, value: slowest / median, most: MAX_RATIO },
  ]
}

/** The shortest time is that of the planner, without what else the machine does. */
async function shortestOf(count: number, planner: Planner, text: string): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < count; time += 1) {
    const began = performance.now()
    await planner.plan(text, new AbortController().signal).catch(() => undefined)
    durations.push(performance.now() - began)
  }
  return Math.min(...durations)
}
