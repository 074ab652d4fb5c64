// Checks a large graph in a process of its own, and prints the rules of its findings. Composition is left out.
import { parseSubgraph } from '../../src/sdl/subgraph-document.ts'
import { withSchema } from '../../src/graph/compose-tree.ts'
import { check } from '../../src/run.ts'
import { treeOf } from '../corpus/pair.ts'
import { largeGraph, merged } from './large-graph.ts'

const count = Number(process.argv[2])
const sides = [false, true].map((isChanged) => {
  const texts = largeGraph(count, isChanged)
  return { tree: treeOf(isChanged ? 'head' : 'base', texts), ...merged(texts) }
})
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
console.log(JSON.stringify([...new Set(findings.map(({ rule }) => rule))]))
