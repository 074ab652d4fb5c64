// What a tree composes to: the supergraph, the API schema, and the hints or errors of composition.
import {
  buildSchema,
  GraphQLError,
  Kind,
  parse,
  print,
  printSchema,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { problemOfError, type Problem } from './problem.ts'
import { readSchema, withDirectives } from './schema-file.ts'
import { parseText, type SubgraphDocument } from '../sdl/sdl.ts'
import { parseSubgraph } from '../sdl/subgraph-document.ts'
import { tolerate, UsageError, type Text } from '../sources/files.ts'
import { loadSupergraph } from './supergraph.ts'
import type { SubgraphText } from '../sources/subgraphs.ts'
import type { Tree } from '../sources/tree.ts'
import { sizeOf } from '../threads/size.ts'
import { runTask } from '../threads/thread.ts'

export interface Graph {
  /**
   * The subgraphs as written, or as extracted from a supergraph; empty when one has a syntax error.
   */
  subgraphs: readonly SubgraphDocument[]
  /** The others, when one subgraph has a syntax error. */
  readable?: readonly SubgraphDocument[]
  /** True when they were extracted from a supergraph. */
  extracted?: true
  supergraph?: string | undefined
  /** SDL of the API schema; undefined when the tree does not compose. */
  api?: string | undefined
  schema?: GraphQLSchema | undefined
  errors: readonly Problem[]
  /** Undefined when nothing was composed. */
  hints?: readonly Problem[]
  /** The committed supergraph is the same, so the hints about paths between subgraphs are missing. */
  unvalidated?: boolean | undefined
  /** True for one schema that no router composes. */
  unfederated?: true
  /** Subgraphs of a base whose SDL differs from the committed supergraph. */
  unserved?: readonly string[]
}

/** What a project does to the document of each subgraph before it is composed. */
export type Prepare = (document: DocumentNode) => DocumentNode

export type Side = 'base' | 'head'

interface ComposeOptions {
  prepare?: Prepare | undefined
  side?: Side
  /** The supergraph that was served: see `tryCompose`. */
  committed?: string | undefined
}

/** Composes a tree, or reads its single file. @throws UsageError for a file that is not a schema */
export async function composeTree(tree: Tree, options: ComposeOptions = {}): Promise<Graph> {
  if (tree.subgraphs.length > 0) return composeSubgraphs(tree, options)
  try {
    if (tree.supergraph) return await readGraph(tree.supergraph.text)
    if (tree.api) return await readApi(tree, tree.api, options)
    return { subgraphs: [], errors: [], hints: [] }
  } catch (error) {
    throw new UsageError(unreadable(tree.label, error as Error))
  }
}

/** A single file: what clients see, or all of it where the other side is such a file, too. */
async function readApi(tree: Tree, file: Text, options: ComposeOptions): Promise<Graph> {
  const name = tree.alone ?? ''
  if (tree.alone === 'subgraph') {
    const subgraphs = [{ name, texts: [file] }]
    const graph = await composeSubgraphs({ ...tree, subgraphs }, options)
    if (graph.errors.length === 0) return graph
    throw new SubgraphError(graph.errors[0]!.message)
  }
  const graph: Graph = { subgraphs: [], errors: [], api: file.text, schema: readSchema(file) }
  if (tree.alone === undefined) return graph
  return {
    ...graph,
    subgraphs: [parseSubgraph({ name, texts: withDirectives(file) })],
    unfederated: true,
  }
}

/** A subgraph that does not compose without the others. */
class SubgraphError extends Error {}

/** Directives of the federation are defined by composition, not by the SDL of a subgraph. */
function unreadable(label: string, error: Error): string {
  const { message } = error
  const [reason] = message.split('\n')
  const isPart = error instanceof SubgraphError || OF_SUBGRAPHS.test(message)
  if (!isPart) return error instanceof UsageError ? message : `${label} cannot be read: ${message}`
  return `${label} is the SDL of one subgraph, not a whole schema: ${reason} Name the folder of all subgraphs instead, and set subgraphs in the configuration.`
}

const OF_SUBGRAPHS =
  /Unknown directive "@(link|key|external|requires|provides|extends|shareable)"|Cannot extend type/

/** True when two trees compose to the same graph, so that one composition is enough. */
export function composesAlike(base: Tree, head: Tree): boolean {
  if (base.subgraphs.length === 0 || base.subgraphs.length !== head.subgraphs.length) return false
  return base.subgraphs.every((one, index) => isWrittenAlike(one, head.subgraphs[index]!))
}

/** Regardless of files, comments and format. */
function isWrittenAlike(one: SubgraphText, other: SubgraphText): boolean {
  if (one.name !== other.name) return false
  if (sdlOf(one) === sdlOf(other)) return true
  const [before, after] = [one, other].map((given) => tolerate(() => printed(given)))
  return before !== undefined && before === after
}

const sdlOf = ({ texts }: SubgraphText) => texts.map(({ text }) => text).join('\n')
const printed = ({ texts }: SubgraphText) => texts.map((text) => print(parseText(text))).join('\n')

async function composeSubgraphs(tree: Tree, options: ComposeOptions): Promise<Graph> {
  const { read: subgraphs, errors } = parseAll(tree)
  if (errors.length > 0) {
    return { subgraphs: [], readable: subgraphs, errors: errors.map(problemOfError), hints: [] }
  }
  const { prepare = (document) => document } = options
  const services = subgraphs.map(({ name, written }, index) => {
    return { name, url: tree.subgraphs[index]!.url ?? '', typeDefs: prepare(written) }
  })
  const { side = 'head', committed } = options
  const purpose = `Composing the ${side}, ${tree.label},`
  const work = { characters: sizeOf(tree), purpose }
  const { supergraph, api, ...found } = await runTask('compose', { services, committed }, work)
  if (supergraph === undefined || api === undefined) return { subgraphs, ...found }
  return { subgraphs, supergraph, ...found, ...withSchema(api) }
}

function parseAll(tree: Tree) {
  const read: SubgraphDocument[] = []
  const errors: GraphQLError[] = []
  for (const subgraph of tree.subgraphs) {
    try {
      read.push(parseSubgraph(subgraph))
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      errors.push(error)
    }
  }
  return { read, errors }
}

/**
 * A graph from a supergraph alone, with its extracted subgraphs. @throws when the text is not a
 * supergraph
 */
export async function readGraph(supergraph: string): Promise<Graph> {
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

/** The parsed supergraph; empty without one. It is large, so it is not kept. */
export function mergedDocument({ supergraph }: Graph): DocumentNode {
  return supergraph === undefined ? NOTHING : parse(supergraph, { noLocation: true })
}

/** The supergraph as one document of a subgraph; empty for a graph that does not compose. */
export function mergedGraph(graph: Graph): SubgraphDocument[] {
  const document = mergedDocument(graph)
  return graph.supergraph ? [{ name: '', written: document, document }] : []
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] }

type Pair = [base: readonly SubgraphDocument[], head: readonly SubgraphDocument[]]

/** Both as written or, if the base's were extracted from its supergraph, both as extracted. */
export async function comparableSubgraphs(base: Graph, head: Graph): Promise<Pair> {
  const reported = base.subgraphs.filter(({ extracted }) => extracted).map(({ name }) => name)
  if (reported.length === 0 || !head.supergraph) return [base.subgraphs, head.subgraphs]
  if (base.extracted) return [base.subgraphs, await extractSubgraphs(head.supergraph)]
  const extracted = byName(await extractSubgraphs(head.supergraph))
  const comparable = head.subgraphs.map((one) =>
    reported.includes(one.name) ? extracted.get(one.name)! : one,
  )
  return [base.subgraphs, comparable]
}

/** Subgraphs by their names. */
export function byName(
  subgraphs: readonly SubgraphDocument[],
): ReadonlyMap<string, SubgraphDocument> {
  return new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]))
}

/** The subgraphs that a supergraph was composed from, according to its join metadata. */
export async function extractSubgraphs(supergraph: string): Promise<SubgraphDocument[]> {
  const { defaultPrintOptions } = await import('@apollo/federation-internals')
  const loaded = await loadSupergraph(supergraph)
  return [...loaded.subgraphs().values()].map((subgraph) => {
    const text = subgraph.toString(defaultPrintOptions)
    const { name } = subgraph
    return { ...parseSubgraph({ name, texts: [{ file: name, text }] }), extracted: true }
  })
}

/** A graph from an API schema alone. @throws when the text is not a schema */
export function withSchema(api: string): { api: string; schema: GraphQLSchema } {
  return { api, schema: buildSchema(api, { noLocation: true }) }
}
