// The committed supergraph, which the router serves by default.
import { readFileSync } from 'node:fs'
import type { SupergraphSource } from './source.ts'

const COMMITTED = new URL('../../schema/supergraph.graphql', import.meta.url)

/**
 * The SDL of schema/supergraph.graphql, or of another checkout's. Removes the mark `for: SECURITY` from
 * directives, because the gateway rejects it, and our subgraphs enforce them (foundation/auth/scopes.ts).
 * Foreign supergraphs keep the mark.
 */
export function readSupergraph(file: URL = COMMITTED): string {
  return readFileSync(file, 'utf8').replaceAll(', for: SECURITY)', ')')
}

export const committedSource: SupergraphSource = {
  name: 'schema/supergraph.graphql',
  read: () => Promise.try(() => readSupergraph()),
}
