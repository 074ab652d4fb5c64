// The result of composing a tree: the supergraph, the API schema, and the hints or errors of composition.
import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import type { Problem } from './problem.ts'

export interface Graph {
  /**
   * The subgraphs as written, or as extracted from a supergraph; empty when one has a syntax error.
   */
  subgraphs: readonly SubgraphDocument[]
  /** The subgraphs without a syntax error, when another one has one. */
  readable?: readonly SubgraphDocument[]
  /** True when the subgraphs were extracted from a supergraph. */
  extracted?: true
  supergraph?: string | undefined
  /** SDL of the API schema; undefined when the tree does not compose. */
  api?: string | undefined
  schema?: GraphQLSchema | undefined
  errors: readonly Problem[]
  /** The errors of a schema without federation that the base has, too. */
  faults?: readonly Problem[]
  /** The document of a schema without federation. */
  plain?: DocumentNode
  /** Undefined when nothing was composed. */
  hints?: readonly Problem[]
  /** The paths between subgraphs were not validated: their errors and hints are missing. */
  unvalidated?: boolean | undefined
  /** True for a schema without federation, which no router composes. */
  unfederated?: true
  /** Subgraphs of a base whose SDL differs from the committed supergraph. */
  unserved?: readonly string[]
}

/** Changes the document of a subgraph before it is composed. */
export type Prepare = (document: DocumentNode) => DocumentNode

export type Side = 'base' | 'head'

/** Subgraphs by their names. */
export function byName(
  subgraphs: readonly SubgraphDocument[],
): ReadonlyMap<string, SubgraphDocument> {
  return new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]))
}
