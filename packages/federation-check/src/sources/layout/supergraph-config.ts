// Reads supergraph.yaml, the list of subgraphs from which Rover composes a supergraph.
import { posix } from 'node:path'
import { UsageError, type Text } from '../files.ts'
import { parseYaml } from '../yaml.ts'
import type { SubgraphLayout } from './layout.ts'

interface SupergraphConfig {
  subgraphs?: Record<string, Listed | null> | null
}

interface Listed {
  routing_url?: string
  schema?: { file?: string; subgraph_url?: string }
}

/**
 * Reads the subgraphs of a file whose schemas are all files
 * (https://www.apollographql.com/docs/rover/commands/supergraphs#yaml-configuration-file).
 * @throws UsageError for a subgraph whose schema is elsewhere
 */
export function readSupergraphConfig(given: Text): Record<string, SubgraphLayout> {
  const { file } = given
  const { subgraphs } = (parseYaml(given) ?? {}) as SupergraphConfig
  if (!subgraphs || typeof subgraphs !== 'object') {
    throw new UsageError(`${file} has no subgraphs.`)
  }
  const entries = Object.entries(subgraphs).map(([name, one]) => {
    const path = one?.schema?.file
    if (typeof path !== 'string') {
      throw new UsageError(`${file}: subgraphs.${name}.schema.file must name the SDL.`)
    }
    const sdl = posix.join(posix.dirname(file), path)
    // Without a URL for the router, Rover uses the one that it would introspect.
    const url = one?.routing_url ?? one?.schema?.subgraph_url
    return [name, typeof url === 'string' ? { sdl, url } : { sdl }] as const
  })
  return Object.fromEntries(entries)
}
