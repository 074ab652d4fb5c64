// The committed supergraph, which the router serves unless it is given another one.
import { readFileSync } from 'node:fs'

/**
 * The SDL of schema/supergraph.graphql. The gateway refuses directives marked `for: SECURITY`, since
 * it would not enforce them; our subgraphs do (foundation/auth/scopes.ts), so the mark is taken off. It
 * stays on the supergraph of anybody else.
 */
export function readSupergraph(): string {
  const sdl = readFileSync(new URL('../schema/supergraph.graphql', import.meta.url), 'utf8')
  return sdl.replaceAll(', for: SECURITY)', ')')
}
