// What only code of the project can provide; used when the head is the working tree.
import type { Stale } from './fresh.ts'
import type { Composition } from './graph/compose.ts'
import type { Prepare } from './graph/graph.ts'
import type { RouteTables } from './sources/documents/known-operations.ts'
import type { SubgraphText } from './sources/subgraphs.ts'

export interface Project {
  /** What its services serve now; if absent, the head's files count. */
  served: () => Promise<SubgraphText[]>
  /** Stale generated files; `composition` is the composition of what is served, if it composes. */
  stale: (composition?: Composition) => Promise<Stale>
  /** The command that writes the generated files. */
  generator: string
  /** Messages for operations between services that are not valid at their target. */
  peers: () => Promise<readonly string[]>
  /** Operations that REST paths send to their subgraphs. */
  routes: () => Promise<RouteTables>
  /** Changes the document of each subgraph, of the base as well, before it is composed. */
  prepare: Prepare
}
