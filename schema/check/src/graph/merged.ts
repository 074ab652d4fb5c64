// The document of a whole graph: its supergraph, or the schema that needs none.
import { Kind, parse, type DocumentNode } from 'graphql'
import type { Graph } from './graph.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'

/**
 * The parsed supergraph, or the schema that needs none; empty for a graph that does not compose. A
 * supergraph is large, so it is not kept.
 */
export function mergedDocument({ supergraph, plain = NOTHING }: Graph): DocumentNode {
  return supergraph === undefined ? plain : parse(supergraph, { noLocation: true })
}

/** The merged document, as that of one subgraph; empty for a graph that does not compose. */
export function mergedGraph(graph: Graph): SubgraphDocument[] {
  const document = mergedDocument(graph)
  return isMerged(graph) ? [{ name: '', written: document, document }] : []
}

/** True for a graph of which all of its parts are known together. */
export const isMerged = ({ supergraph, plain }: Graph) => Boolean(supergraph ?? plain)

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] }
