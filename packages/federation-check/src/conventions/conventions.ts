// Step 8: finds conventions of the project's plugins that the head breaks and the base does not.
import { parse } from 'graphql'
import { unique, type Finding } from '../finding.ts'
import { extractSubgraphs } from '../graph/extracted-subgraphs.ts'
import type { Graph } from '../graph/graph.ts'
import { definitionsIn } from '../sdl/definitions.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { reporterOf, type Plugin } from './plugin.ts'

/** The findings of all plugins about a change. */
export async function checkConventions(
  plugins: readonly Plugin[],
  base: Graph,
  head: Graph,
): Promise<Finding[]> {
  // A list of lists, because a large graph has more findings than a call of `push` can take.
  const found: (readonly Finding[])[] = []
  for (const plugin of plugins) {
    found.push(await newlyBroken(plugin, base, head))
    found.push((await plugin.compare?.(base, head, reporterOf(plugin))) ?? [])
  }
  return unique(found.flat())
}

/** Everything in the subgraphs that breaks a convention of a plugin. */
function brokenConventions(plugin: Plugin, subgraphs: readonly SubgraphDocument[]): Finding[] {
  return unique(plugin.check?.(subgraphs, reporterOf(plugin)) ?? [])
}

/**
 * What the head breaks and the base does not. A supergraph or an API schema hides some of what was
 * written, so for existing elements a hidden mistake counts as an old one.
 */
async function newlyBroken(plugin: Plugin, base: Graph, head: Graph): Promise<Finding[]> {
  const known = idsOf(brokenConventions(plugin, base.subgraphs))
  const broken = brokenConventions(plugin, head.subgraphs).filter(({ id }) => !known.has(id))
  const written = new Set(
    base.subgraphs.filter(({ extracted }) => !extracted).map(({ name }) => name),
  )
  if (broken.every(({ subgraph }) => written.has(subgraph!))) return broken
  const reported = head.supergraph
    ? brokenConventions(plugin, await extractSubgraphs(head.supergraph))
    : []
  const visible = base.subgraphs.length > 0 ? idsOf(reported) : new Set()
  const existed = coordinatesOf(base)
  return broken.filter(
    ({ id, subgraph, coordinate }) =>
      written.has(subgraph!) || visible.has(id) || !existed(subgraph!, coordinate),
  )
}

function idsOf(findings: readonly Finding[]): Set<string> {
  return new Set(findings.map(({ id }) => id))
}

/**
 * Finds out whether the base had an element. For an API schema, any subgraph may have had it, and
 * the project's own directives are unknown.
 */
function coordinatesOf({ subgraphs, api }: Graph) {
  const documents =
    subgraphs.length > 0
      ? subgraphs.map(({ name, document }) => [name, document] as const)
      : [['', parse(api ?? 'scalar None')] as const]
  const known = new Set(
    documents.flatMap(([name, document]) =>
      definitionsIn(document).map(({ path }) => `${name}/${path}`),
    ),
  )
  return (subgraph: string, coordinate: string) =>
    coordinate.startsWith('@') || known.has(`${subgraphs.length > 0 ? subgraph : ''}/${coordinate}`)
}
