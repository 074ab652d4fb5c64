// Extracts subgraphs from a supergraph, for a base without SDL.
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { parseSubgraph } from '../sdl/subgraph-document.ts'
import { byName, type Graph } from './graph.ts'
import { loadSupergraph } from './supergraph.ts'

type Pair = [base: readonly SubgraphDocument[], head: readonly SubgraphDocument[]]

/**
 * The subgraphs of both sides: as written or, if those of the base were extracted from its
 * supergraph, both as extracted.
 */
export async function comparableSubgraphs(base: Graph, head: Graph): Promise<Pair> {
  const reported = base.subgraphs.filter(({ extracted }) => extracted).map(({ name }) => name)
  if (reported.length === 0 || !head.supergraph) return [base.subgraphs, head.subgraphs]
  if (base.extracted) return [base.subgraphs, await extractSubgraphs(head.supergraph)]
  const extracted = byName(await extractSubgraphs(head.supergraph))
  const comparable = head.subgraphs.map((one) =>
    reported.includes(one.name) ? extracted.get(one.name)! : one,
  )
  return [base.subgraphs, comparable]
}

/** The subgraphs that a supergraph was composed from, according to its join metadata. */
export async function extractSubgraphs(supergraph: string): Promise<SubgraphDocument[]> {
  const { defaultPrintOptions } = await import('@apollo/federation-internals')
  const loaded = await loadSupergraph(supergraph)
  return [...loaded.subgraphs().values()].map((subgraph) => {
    const text = subgraph.toString(defaultPrintOptions)
    const { name } = subgraph
    return { ...parseSubgraph({ name, texts: [{ file: name, text }] }), extracted: true }
  })
}
