// The committed supergraph, which the router serves by default.
import { readFileSync } from 'node:fs'

/**
 * The SDL of schema/supergraph.graphql. The gateway rejects directives marked `for: SECURITY`
 * because it does not enforce them. Our subgraphs do (foundation/auth/scopes.ts), so the mark is
 * removed here. Foreign supergraphs keep it.
 */
export function readSupergraph(): string {
  const sdl = readFileSync(new URL('../schema/supergraph.graphql', import.meta.url), 'utf8')
  return sdl.replaceAll(', for: SECURITY)', ')')
}
