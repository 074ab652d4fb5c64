// What a tree composes to: the supergraph, the schema that clients see, and what composition says.
import { buildSchema, GraphQLError, parse, printSchema, type GraphQLSchema } from 'graphql'
import type { CompositionHint } from '../compose.ts'
import { parseSubgraph, type SubgraphDocument } from './sdl.ts'
import { UsageError } from './sources/files.ts'
import type { Tree } from './sources/tree.ts'

export interface Graph {
  /** The subgraphs as written, or as a supergraph tells them; empty when one has a syntax error. */
  subgraphs: readonly SubgraphDocument[]
  /** True when a supergraph told them. */
  extracted?: true
  supergraph?: string | undefined
  /** SDL of the API schema; undefined when nothing composes. */
  api?: string | undefined
  /** The same, built. */
  schema?: GraphQLSchema | undefined
  errors: readonly GraphQLError[]
  /** Undefined where nothing was composed. */
  hints?: readonly CompositionHint[]
}

/** Composes a tree, or takes what its one file says. @throws UsageError for a file of no schema */
export async function composeTree(tree: Tree): Promise<Graph> {
  if (tree.subgraphs.length > 0) return composeSubgraphs(tree)
  try {
    if (tree.supergraph) return await readGraph(tree.supergraph.text)
    return { subgraphs: [], errors: [], ...withSchema(tree.api!.text) }
  } catch (error) {
    throw new UsageError(`${tree.label} cannot be read: ${(error as Error).message}`)
  }
}

/** True when two trees compose alike, so that one composition is enough. */
export function composesAlike(base: Tree, head: Tree): boolean {
  const sdl = ({ subgraphs }: Tree) =>
    JSON.stringify(subgraphs.map(({ name, texts }) => [name, texts.map(({ text }) => text)]))
  return base.subgraphs.length > 0 && sdl(base) === sdl(head)
}

/** A base that does not compose, with the API schema that was committed for it. */
export function withCommittedApi(graph: Graph, { api }: Tree): Graph {
  if (graph.schema || !api) return graph
  try {
    return { ...graph, ...withSchema(api.text) }
  } catch {
    return graph
  }
}

async function composeSubgraphs(tree: Tree): Promise<Graph> {
  let subgraphs: SubgraphDocument[]
  try {
    subgraphs = tree.subgraphs.map(parseSubgraph)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { subgraphs: [], errors: [error], hints: [] }
  }
  const { tryCompose } = await import('../compose.ts')
  const services = subgraphs.map(({ name, written }) => ({ name, url: '', typeDefs: written }))
  const attempt = tryCompose(services)
  if (attempt.errors) return { subgraphs, errors: attempt.errors, hints: [] }
  const { supergraph, api, hints } = attempt
  return { subgraphs, supergraph, hints, errors: [], ...withSchema(api) }
}

/** A supergraph alone: its subgraphs are extracted from what it says of them. */
async function readGraph(supergraph: string): Promise<Graph> {
  const loaded = await loadSupergraph(supergraph)
  const api = printSchema(loaded.apiSchema().toGraphQLJSSchema({ includeDefer: false }))
  return {
    subgraphs: await extractSubgraphs(supergraph),
    extracted: true,
    supergraph,
    errors: [],
    ...withSchema(api),
  }
}

type Pair = [base: readonly SubgraphDocument[], head: readonly SubgraphDocument[]]

/** Both as written, or, where the base is a supergraph alone, both as their supergraphs tell them. */
export async function comparableSubgraphs(base: Graph, head: Graph): Promise<Pair> {
  if (!base.extracted || !head.supergraph) return [base.subgraphs, head.subgraphs]
  return [base.subgraphs, await extractSubgraphs(head.supergraph)]
}

/** The subgraphs that a supergraph was composed of, as far as its join metadata tells. */
async function extractSubgraphs(supergraph: string): Promise<SubgraphDocument[]> {
  const { defaultPrintOptions } = await import('@apollo/federation-internals')
  const loaded = await loadSupergraph(supergraph)
  return [...loaded.subgraphs().values()].map((subgraph) =>
    parseSubgraph({
      name: subgraph.name,
      texts: [{ file: subgraph.name, text: subgraph.toString(defaultPrintOptions) }],
    }),
  )
}

/** A supergraph as the planner takes it, with the features that the Apollo router supports. */
export async function loadSupergraph(supergraph: string) {
  const { Supergraph, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES } =
    await import('@apollo/federation-internals')
  return Supergraph.build(parse(supergraph), {
    supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES,
  })
}

function withSchema(api: string): { api: string; schema: GraphQLSchema } {
  return { api, schema: buildSchema(api) }
}
