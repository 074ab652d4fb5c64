// Reads and compares supergraphs as text.
import { parse } from 'graphql'

/** True when two supergraphs differ only in the URLs of the subgraphs. */
export function isAlike(one: string | undefined, other: string): boolean {
  return one !== undefined && withoutUrls(one) === withoutUrls(other)
}

function withoutUrls(supergraph: string): string {
  return supergraph.replaceAll(/(@join__graph\(name: "[^"]*", url: )"[^"]*"/g, '$1""')
}

/** A supergraph as input of the planner, with the features that the Apollo router supports. */
export async function loadSupergraph(supergraph: string) {
  const { Supergraph, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES } =
    await import('@apollo/federation-internals')
  return Supergraph.build(parse(supergraph), {
    supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES,
  })
}
