// Every service of the ecosystem with its code.
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { loadSubgraphs, services } from './services.ts'

export const subgraphs: readonly AnySubgraph[] = await loadSubgraphs(services)

/** The documented REST paths by service name. */
export const routeTables = Object.fromEntries(
  subgraphs.map(({ name, routes = [] }) => [name, routes]),
)
