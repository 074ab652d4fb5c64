// The list of subgraphs that Rover composes a supergraph of: supergraph.yaml.
import { posix } from 'node:path'
import { parse } from 'yaml'
import { UsageError, type Text } from './files.ts'
import type { SubgraphLayout } from './layout.ts'

interface SupergraphConfig {
  subgraphs?: Record<string, { routing_url?: string; schema?: { file?: string } } | null> | null
}

/**
 * Reads the subgraphs of a file whose schemas are all files
 * (https://www.apollographql.com/docs/rover/commands/supergraphs#yaml-configuration-file).
 * @throws UsageError for a subgraph whose schema is elsewhere
 */
export function readSupergraphConfig({ file, text }: Text): Record<string, SubgraphLayout> {
  const { subgraphs } = (readYaml(file, text) ?? {}) as SupergraphConfig
  if (!subgraphs || typeof subgraphs !== 'object') {
    throw new UsageError(`${file} has no subgraphs.`)
  }
  const entries = Object.entries(subgraphs).map(([name, given]) => {
    const path = given?.schema?.file
    if (typeof path !== 'string') {
      throw new UsageError(`${file}: subgraphs.${name}.schema.file must name the SDL.`)
    }
    const sdl = posix.join(posix.dirname(file), path)
    const url = given?.routing_url
    return [name, typeof url === 'string' ? { sdl, url } : { sdl }] as const
  })
  return Object.fromEntries(entries)
}

function readYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}
