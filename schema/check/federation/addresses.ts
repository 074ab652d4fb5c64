// Where the router asks the subgraphs: an old one goes on to ask at the address that it knows.
import { findingsOf, type Finding } from '../finding.ts'
import { federationRules } from './rules.ts'

const tell = findingsOf('federation', federationRules)

/** Compares the addresses in two supergraphs, of the subgraphs that both have. */
export function checkAddresses(base: string | undefined, head: string | undefined): Finding[] {
  const [before, after] = [addressesIn(base), addressesIn(head)]
  return [...after].flatMap(([name, is]) => {
    const was = before.get(name)
    // A supergraph composed of SDL alone knows no addresses.
    if (!was || was === is) return []
    const message = `${name} is at ${is} now, where it was at ${was}.`
    return [tell('subgraph-moved', { coordinate: name, detail: `${was}>${is}` }, message)]
  })
}

function addressesIn(supergraph = ''): Map<string, string> {
  const found = supergraph.matchAll(/@join__graph\(name: "([^"]*)", url: "([^"]*)"/g)
  return new Map(found.map(([, name, url]) => [name!, url!]))
}
