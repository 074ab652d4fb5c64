// Composes a tree, or reads the single file that it is.
import { buildSchema, GraphQLError, printSchema, type GraphQLSchema } from 'graphql'
import { mistakesIn } from '../sdl/mistakes.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { parseSubgraph } from '../sdl/subgraph-document.ts'
import { UsageError, type Text } from '../sources/files.ts'
import type { Tree } from '../sources/tree.ts'
import { sizeOf } from '../threads/size.ts'
import { runTask } from '../threads/thread.ts'
import { extractSubgraphs } from './extracted-subgraphs.ts'
import type { Graph, Prepare, Side } from './graph.ts'
import { problemOfError, type Problem } from './problem.ts'
import { readSchema, withDirectives } from './schema-file.ts'
import { loadSupergraph } from './supergraph.ts'

interface ComposeOptions {
  prepare?: Prepare | undefined
  side?: Side
  /** See `tryCompose`. */
  unvalidated?: boolean | undefined
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

/** Reads a single file: as an API schema or, when the other side is such a file as well, with everything in it. */
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
  const subgraph = parseSubgraph({ name, texts: withDirectives([file]) })
  return { ...graph, subgraphs: [subgraph], plain: subgraph.document, unfederated: true }
}

/** A subgraph that does not compose without the others. */
class SubgraphError extends Error {}

/**
 * The message for SDL that cannot be read. It has no definitions of federation directives, because
 * composition adds them.
 */
function unreadable(label: string, error: Error): string {
  const { message } = error
  const [reason = ''] = message.split('\n')
  const isPart = error instanceof SubgraphError || OF_SUBGRAPHS.test(message)
  if (!isPart) return error instanceof UsageError ? message : `${label} cannot be read: ${message}`
  return `${label} is the SDL of one subgraph, not a whole schema: ${reason.replace(/\.?$/, '.')} Name the folder of all subgraphs instead, and set subgraphs in the configuration.`
}

const OF_SUBGRAPHS =
  /Unknown directive "@(link|key|external|requires|provides|extends|shareable)"|Cannot extend type/

async function composeSubgraphs(tree: Tree, options: ComposeOptions): Promise<Graph> {
  const { read: subgraphs, errors } = parseAll(tree)
  if (errors.length > 0) {
    return { subgraphs: [], readable: subgraphs, errors: errors.map(problemOfError), hints: [] }
  }
  const { prepare = (document) => document } = options
  const services = subgraphs.map(({ name, written }, index) => {
    return { name, url: tree.subgraphs[index]!.url ?? '', typeDefs: prepare(written) }
  })
  const { side = 'head', unvalidated = false } = options
  const purpose = `Composing the ${side}, ${tree.label},`
  const work = { characters: sizeOf(tree), purpose }
  const { supergraph, api, ...composed } = await runTask('compose', { services, unvalidated }, work)
  const found = { ...composed, errors: composed.errors.map((one) => withFile(one, tree)) }
  if (supergraph === undefined || api === undefined) return { subgraphs, ...found }
  return { subgraphs, supergraph, ...found, ...withSchema(api) }
}

/** Adds the file to an error. Composition names the subgraph of every error, but not always the position. */
function withFile(error: Problem, { subgraphs }: Tree): Problem {
  if (error.found?.at ?? error.at) return error
  const [, name] = /^\[([^\]]+)\]/.exec(error.message) ?? []
  const file = subgraphs.find((one) => one.name === name)?.texts[0]?.file
  return file === undefined ? error : { ...error, at: { file } }
}

function parseAll(tree: Tree) {
  const read: SubgraphDocument[] = []
  const errors: GraphQLError[] = []
  for (const subgraph of tree.subgraphs) {
    try {
      const document = parseSubgraph(subgraph)
      const mistakes = mistakesIn(document)
      if (mistakes.length === 0) read.push(document)
      errors.push(...mistakes)
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

/** A graph from an API schema alone. @throws when the text is not a schema */
export function withSchema(api: string): { api: string; schema: GraphQLSchema } {
  return { api, schema: buildSchema(api, { noLocation: true }) }
}
