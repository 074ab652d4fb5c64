// One state of the real project: its subgraphs with a schema of their own, its resolvers and REST rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { print, type DocumentNode, type GraphQLSchema } from 'graphql'
import { buildSchema } from '../../../../../foundation/service/subgraph-schema.ts'
import type { AnySubgraph } from '../../../../../foundation/service/subgraph.ts'
import type { Route } from '../../../../../foundation/service/route.ts'
import config from '../../../../../schema/check.config.ts'
import { composeTree } from '../../../src/graph/compose-tree.ts'
import type { Graph } from '../../../src/graph/graph.ts'
import { check, type Report } from '../../../src/run.ts'
import type { Tree } from '../../../src/sources/tree.ts'
import { described } from '../../../../../foundation/service/sdl.ts'
import { conventions } from '../../../../../schema/conventions/plugin.ts'
import { checkPeerOperations, openApi } from '../../../../../schema/generate.ts'
import { servedTexts } from '../../../../../schema/served.ts'

type Rows = Readonly<Record<string, readonly Route[]>>

export interface State {
  subgraphs: readonly AnySubgraph[]
  rows: Rows
}

/** What a state is once it runs; `refusal` says why it does not. */
export interface RunningState {
  state: State
  tree: Tree
  graph: Graph
  /** The executable schema of each service. */
  schemas: ReadonlyMap<string, GraphQLSchema>
  refusal?: string
}

let written = 0

/** A subgraph with another schema, written into a folder. */
export function withSdl(
  folder: string,
  subgraph: AnySubgraph,
  document: DocumentNode,
  resolvers: AnySubgraph['resolvers'] = subgraph.resolvers,
): AnySubgraph {
  written += 1
  const file = join(folder, `${subgraph.name}-${written}.graphql`)
  writeFileSync(file, print(document))
  return { ...subgraph, sdl: pathToFileURL(file), resolvers }
}

/** Composes a state and builds its services as a start does. */
export async function run(label: string, state: State): Promise<RunningState> {
  const subgraphs = servedTexts(state.subgraphs)
  const tree: Tree = { label, subgraphs, operations: [], manifests: [], openapi: [], asyncapi: [] }
  const graph = await composeTree(tree, { prepare: described })
  const schemas = new Map<string, GraphQLSchema>()
  const composed = { state, tree: { ...tree, ...committed(graph) }, graph, schemas }
  if (graph.errors.length > 0) return { ...composed, refusal: graph.errors[0]!.message }
  try {
    for (const subgraph of state.subgraphs) schemas.set(subgraph.name, buildSchema(subgraph))
    const contract = { file: 'schema/openapi.json', text: openApi(state.subgraphs, state.rows) }
    return { ...composed, tree: { ...composed.tree, openapi: [contract] } }
  } catch (error) {
    return { ...composed, refusal: (error as Error).message }
  }
}

function committed({ supergraph: text }: Graph): Pick<Tree, 'supergraph'> {
  return text === undefined ? {} : { supergraph: { file: 'schema/supergraph.graphql', text } }
}

/** Checks one state against another one, as `npm run schema:check` does. */
export function checkStates(
  base: RunningState,
  head: RunningState,
  operations: Tree['operations'],
): Promise<Report> {
  const { subgraphs, rows } = head.state
  return check({
    base: { ...base.tree, operations },
    head: { ...head.tree, operations },
    project: {
      stale: () =>
        head.refusal === undefined
          ? Promise.resolve(new Map())
          : Promise.reject(new Error(head.refusal)),
      peers: () => Promise.resolve().then(() => checkPeerOperations(subgraphs)),
      routes: () => Promise.resolve(rows),
    },
    plugins: [conventions],
    runtimeGuards: config.runtimeGuards,
    policy: { failOn: 'breaking', failOnUnused: true },
    today: '2026-06-15',
    compose: (tree) => Promise.resolve(tree.label === base.tree.label ? base.graph : head.graph),
  })
}
