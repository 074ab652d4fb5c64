// The committed supergraph, which the router serves by default.
import { readFileSync } from 'node:fs'

const COMMITTED = new URL('../schema/supergraph.graphql', import.meta.url)

/**
 * The SDL of schema/supergraph.graphql, or of another checkout's. The gateway rejects directives marked
 * `for: SECURITY` because it does not enforce them. Our subgraphs do (foundation/auth/scopes.ts), so the
 * mark is removed here. Foreign supergraphs keep it.
 */
export function readSupergraph(file: URL = COMMITTED): string {
  return readFileSync(file, 'utf8').replaceAll(', for: SECURITY)', ')')
}
