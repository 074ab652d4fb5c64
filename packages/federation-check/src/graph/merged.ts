// The document of a whole graph: its supergraph, or its schema without federation.
import { Kind, parse, type DocumentNode } from 'graphql'
import type { Graph } from './graph.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'

/**
 * The parsed supergraph, or the schema without federation; empty for a graph that does not compose.
 * It is parsed each time, because a supergraph is large.
 */
export function mergedDocument({ supergraph, plain = NOTHING }: Graph): DocumentNode {
  return supergraph === undefined ? plain : parse(supergraph, { noLocation: true })
}

/** The merged document in the form of a subgraph; empty for a graph that does not compose. */
export function mergedGraph(graph: Graph): SubgraphDocument[] {
  const document = mergedDocument(graph)
  return isMerged(graph) ? [{ name: '', written: document, document }] : []
}

/** True for a graph with a merged document. */
export const isMerged = ({ supergraph, plain }: Graph) => Boolean(supergraph ?? plain)

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] }
