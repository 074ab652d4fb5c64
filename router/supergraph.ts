// The committed supergraph, which the router serves unless it is given another one.
import { readFileSync } from 'node:fs'

/** The SDL of schema/supergraph.graphql. */
export function readSupergraph(): string {
  return readFileSync(new URL('../schema/supergraph.graphql', import.meta.url), 'utf8')
}
