// Checks a large graph in a process of its own, and prints what that costs. Composition is left out.
import { existsSync, readFileSync } from 'node:fs'
import { parseSubgraph } from '../check/src/sdl/subgraph-document.ts'
import { withSchema } from '../check/src/graph/compose-tree.ts'
import { check } from '../check/src/run.ts'
import { treeOf } from './corpus/pair.ts'
import { largeGraph, merged } from './large-graph.ts'

const STATUS = '/proc/self/status'

const count = Number(process.argv[2])
const sides = [false, true].map((isChanged) => {
  const texts = largeGraph(count, isChanged)
  return { tree: treeOf(isChanged ? 'head' : 'base', texts), ...merged(texts) }
})
const before = process.cpuUsage()
const { findings } = await check({
  base: sides[0]!.tree,
  head: sides[1]!.tree,
  project: {
    stale: () => Promise.resolve(new Map()),
    peers: () => Promise.resolve([]),
    routes: () => Promise.resolve({}),
  },
  policy: { failOn: 'breaking', failOnUnused: true },
  today: '2026-06-15',
  compose(tree) {
    const { supergraph, api } = sides.find((side) => side.tree.label === tree.label)!
    const subgraphs = tree.subgraphs.map(parseSubgraph)
    return Promise.resolve({ subgraphs, supergraph, errors: [], hints: [], ...withSchema(api) })
  },
})
const { user, system } = process.cpuUsage(before)
const megabytes = peakKiB() / 1024
const found = new Set(findings.map(({ rule }) => rule))
console.log(JSON.stringify({ seconds: (user + system) / 1e6, megabytes, found: [...found] }))

/** Linux counts the memory of the process that started this one in `maxRSS`, too. */
function peakKiB(): number {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))![1])
}
