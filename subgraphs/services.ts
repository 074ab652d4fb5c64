// Lists every service of the ecosystem, for programs that load none of them, or only some.
import { freeCompiledCode } from '#foundation/process/compiled-code.ts'
import type { AnySubgraph, ServiceDeclaration } from '#foundation/service/subgraph.ts'
import { service as governance } from './governance/service.ts'
import { service as guild } from './guild/service.ts'
import { service as identity } from './identity/service.ts'
import { service as learn } from './learn/service.ts'
import { service as market } from './market/service.ts'
import { service as path } from './path/service.ts'
import { service as realm } from './realm/service.ts'
import { service as scroll } from './scroll/service.ts'

/** All services in the order in which they start: Identity is first. */
export const services: readonly ServiceDeclaration[] = [
  identity,
  path,
  learn,
  guild,
  governance,
  market,
  realm,
  scroll,
]

/** Loads the code of services: each exports its subgraph under its name. */
export async function loadSubgraphs(chosen: readonly ServiceDeclaration[]): Promise<AnySubgraph[]> {
  const subgraphs: AnySubgraph[] = []
  for (const { name } of chosen) {
    freeCompiledCode()
    const loaded = (await import(`./${name}/subgraph.ts`)) as Record<string, AnySubgraph>
    subgraphs.push(loaded[name]!)
  }
  return subgraphs
}
