// Upgrades subgraphs of Federation 1, as composition does.
import { comparableSubgraphs } from '../graph/extracted-subgraphs.ts'
import { byName, type Graph } from '../graph/graph.ts'
import { withOneOf } from '../graph/one-of.ts'
import { parseSubgraph } from '../sdl/subgraph-document.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'

/**
 * The subgraphs of both sides as far as they can be compared, each in one version of the federation:
 * where a change upgrades one, its side without a link is upgraded as composition does, with the
 * types of the other subgraphs.
 */
export async function federatedSubgraphs(before: Graph, after: Graph) {
  const [base, head] = await comparableSubgraphs(before, after)
  const was = byName(base)
  const mixed = head.filter((one) => isMixed(one, was.get(one.name))).map(({ name }) => name)
  if (mixed.length === 0) return [base, head] as const
  return [await upgraded(base, mixed), await upgraded(head, mixed)] as const
}

function isMixed({ unlinked }: SubgraphDocument, was: SubgraphDocument | undefined): boolean {
  return was !== undefined && was.unlinked !== unlinked
}

/** Upgrades subgraphs. Those that cannot be upgraded do not compose, and stay as written. */
async function upgraded(
  subgraphs: readonly SubgraphDocument[],
  names: readonly string[],
): Promise<readonly SubgraphDocument[]> {
  const federation = await import('@apollo/federation-internals')
  const services = subgraphs.map(({ name, written }) => withOneOf({ name, typeDefs: written }))
  const built = federation.subgraphsFromServiceList(services)
  if (Array.isArray(built)) return subgraphs
  const { subgraphs: all } = federation.upgradeSubgraphsIfNecessary(built)
  return subgraphs.map((one) => {
    const found = one.unlinked && names.includes(one.name) ? all?.get(one.name) : undefined
    if (!found) return one
    const text = found.toString(federation.defaultPrintOptions)
    return parseSubgraph({ name: one.name, texts: [{ file: one.name, text }] })
  })
}
