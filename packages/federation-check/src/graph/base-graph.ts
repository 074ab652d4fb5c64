// The graph that the base served: its committed supergraph, with the SDL of the subgraphs that match it.
import { parse, print } from 'graphql'
import { definitionsIn } from '../sdl/definitions.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { UsageError, type Text } from '../sources/files.ts'
import type { SubgraphText } from '../sources/subgraphs.ts'
import type { Tree } from '../sources/tree.ts'
import { readGraph, withSchema } from './compose-tree.ts'
import { extractSubgraphs } from './extracted-subgraphs.ts'
import { byName, type Graph, type Side } from './graph.ts'
import { isAlike } from './supergraph.ts'

/** Composes the subgraphs of a tree into a graph, or only merges them. */
export type Compose = (tree: Tree, side: Side, unvalidated?: boolean) => Promise<Graph>

/**
 * Merges a base and compares it with its committed supergraph, which is what the router served. A
 * subgraph whose SDL cannot be read, or differs from the supergraph, is extracted from the
 * supergraph.
 * @throws UsageError for a supergraph that cannot be read
 */
export async function composeBase(tree: Tree, compose: Compose): Promise<Graph> {
  if (tree.subgraphs.length === 0) return compose(tree, 'base')
  if (!tree.supergraph) return withCommittedApi(await compose(tree, 'base', true), tree)
  const { supergraph } = tree
  const { text } = supergraph
  const isServed = ({ name }: SubgraphText) => text.includes(`@join__graph(name: "${name}"`)
  const served = { ...tree, subgraphs: tree.subgraphs.filter(isServed) }
  const graph = await compose(served, 'base', true)
  const dead = tree.subgraphs.filter((one) => !isServed(one)).map(({ name }) => name)
  const whole = isAlike(graph.supergraph, text)
    ? graph
    : await withCommitted(graph, supergraph, tree.label)
  return dead.length > 0 ? { ...whole, unserved: [...(whole.unserved ?? []), ...dead] } : whole
}

async function withCommitted(graph: Graph, committed: Text, label: string): Promise<Graph> {
  const supergraph = committed.text
  const { api, schema, subgraphs: reported } = await read(committed, label)
  const written = byName(graph.readable ?? graph.subgraphs)
  const isServed = await comparison(graph, supergraph)
  const subgraphs = reported.map((one) => {
    const own = written.get(one.name)
    return own && isServed(own, one) ? own : one
  })
  const unserved = subgraphs.filter(({ extracted }) => extracted).map(({ name }) => name)
  // Another version of composition may write the same graph in another form.
  if (graph.supergraph && unserved.length === 0) return graph
  return { ...graph, supergraph, api, schema, subgraphs, unserved }
}

type Compare = (own: SubgraphDocument, reported: SubgraphDocument) => boolean

/**
 * Returns a function that tells whether a subgraph is the same in the committed supergraph and in
 * the one composed from its SDL.
 */
async function comparison({ supergraph }: Graph, committed: string): Promise<Compare> {
  // A base that does not compose cannot be compared with the supergraph, so the readable subgraphs
  // are kept.
  if (supergraph === undefined) return () => true
  const composed = byName(await extractSubgraphs(supergraph))
  const marks = differingMarks(supergraph, committed)
  return ({ name, document }, reported) =>
    isSame(composed.get(name), reported) &&
    !definitionsIn(document).some(({ path }) => marks.has(path))
}

async function read({ file, text }: Text, label: string): Promise<Graph> {
  try {
    return await readGraph(text)
  } catch (error) {
    throw new UsageError(`${label}: ${file}: ${(error as Error).message}`)
  }
}

/**
 * The coordinates of directives, such as guards, that differ between two supergraphs, and that no
 * extracted subgraph shows.
 */
function differingMarks(one: string, other: string): Set<string> {
  const [before, after] = [marksIn(one), marksIn(other)]
  const paths = [...before.keys(), ...after.keys()]
  return new Set(paths.filter((path) => before.get(path) !== after.get(path)))
}

function marksIn(supergraph: string): Map<string, string> {
  return new Map(
    definitionsIn(parse(supergraph)).map(({ path, node }) => {
      const directives = 'directives' in node ? (node.directives ?? []) : []
      const own = directives.filter(({ name }) => !name.value.startsWith('join__'))
      return [path, own.map(print).toSorted().join(' ')]
    }),
  )
}

function isSame(one: SubgraphDocument | undefined, other: SubgraphDocument): boolean {
  return one !== undefined && print(one.document) === print(other.document)
}

/** Adds the committed API schema to a base that does not compose and has no supergraph. */
function withCommittedApi(graph: Graph, { api }: Tree): Graph {
  if (graph.schema || !api) return graph
  try {
    return { ...graph, ...withSchema(api.text) }
  } catch {
    return graph
  }
}
