// Whether two supergraphs are the same graph.

/** True when two supergraphs differ only in the addresses of the subgraphs. */
export function isAlike(one: string | undefined, other: string): boolean {
  return one !== undefined && withoutUrls(one) === withoutUrls(other)
}

function withoutUrls(supergraph: string): string {
  return supergraph.replaceAll(/(@join__graph\(name: "[^"]*", url: )"[^"]*"/g, '$1""')
}
