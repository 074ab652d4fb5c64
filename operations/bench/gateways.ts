// The gateways that one could run in place of our router, over the services of a system.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newId } from '#foundation/domain/ids.ts'
import { readSupergraph } from '../../router/supergraph/committed-source.ts'
import { startPeer } from './peer-program.ts'
import type { Stage } from './programs.ts'
import { SERVICE_SECRET, type System } from './system.ts'

export interface Gateway {
  name: string
  program: string
  args: readonly string[]
}

export const STOCK: Gateway = { name: 'Apollo Gateway', program: 'stock-gateway', args: [] }
export const HIVE: Gateway = { name: 'Hive Gateway', program: 'hive-gateway', args: [] }
export const HIVE_RUST: Gateway = {
  name: 'Hive Gateway, Rust planner',
  program: 'hive-gateway',
  args: ['rust'],
}

/** A gateway over the services of a system: the same people, and the processor time of both. */
export async function startGatewayOver(
  stage: Stage,
  system: System,
  { name, program, args }: Gateway,
): Promise<System> {
  const file = join(stage.folder, `${newId('supergraph')}.graphql`)
  writeFileSync(file, supergraphOf(system))
  const { pid, origin } = await startPeer(stage, program, [file, ...args], { SERVICE_SECRET })
  const otherPids = [system.pid, ...(system.otherPids ?? [])]
  return { ...system, name, pid, otherPids, originOf: () => origin }
}

/** Our supergraph, with the URLs of the services of a system. */
function supergraphOf(system: System): string {
  const file = join(system.folder, 'schema', 'supergraph.graphql')
  const sdl = readSupergraph(pathToFileURL(file))
  return sdl.replaceAll(
    /(@join__graph\(name: "([^"]+)", url: )"[^"]+"/g,
    (_match, before: string, name: string) => `${before}"${system.originOf(name)}/graphql"`,
  )
}
