// Lists every subgraph of the ecosystem. services.ts finds the same services without their code.
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { governance } from './governance/subgraph.ts'
import { guild } from './guild/subgraph.ts'
import { identity } from './identity/subgraph.ts'
import { learn } from './learn/subgraph.ts'
import { market } from './market/subgraph.ts'
import { path } from './path/subgraph.ts'
import { realm } from './realm/subgraph.ts'
import { scroll } from './scroll/subgraph.ts'

export const subgraphs: readonly AnySubgraph[] = [
  identity,
  path,
  learn,
  guild,
  governance,
  market,
  realm,
  scroll,
]

/** The documented REST paths by service name. */
export const routeTables = Object.fromEntries(
  subgraphs.map(({ name, routes = [] }) => [name, routes]),
)
