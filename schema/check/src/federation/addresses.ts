// Addresses of the subgraphs. A router on the old supergraph keeps calling the old address.
import type { Finding } from '../finding.ts'
import { tell } from './rules.ts'

/** Compares the addresses of the subgraphs that both supergraphs have. */
export function checkAddresses(base: string | undefined, head: string | undefined): Finding[] {
  const [before, after] = [addressesIn(base), addressesIn(head)]
  return [...after].flatMap(([name, is]) => {
    const was = before.get(name)
    // A supergraph composed from SDL alone has no addresses.
    if (!was || was === is) return []
    const message = `${name} moves from ${was} to ${is}.`
    return [tell('subgraph-moved', { coordinate: name, detail: `${was}>${is}` }, message)]
  })
}

function addressesIn(supergraph = ''): Map<string, string> {
  const found = supergraph.matchAll(/@join__graph\(name: "([^"]*)", url: "([^"]*)"/g)
  return new Map(found.map(([, name, url]) => [name!, url!]))
}
