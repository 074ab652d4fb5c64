// Runs one operation over subgraphs and over one schema with the same resolvers, and compares.
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  buildSchema,
  execute,
  parse,
  printSchema,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import type { SubgraphFetch } from '../subgraph-result.ts'
import { graphOver, runSubgraph, type CreatePlanner, type Graph } from './graph.ts'
import { addResolvers, type Row, type World } from './world.ts'

export interface Pair {
  graph: Graph
  /** Undoes what mutations have changed. */
  reset(): void
  /** The result of graphql-js over one schema. */
  expected(source: string, variables: Row): Promise<ExecutionResult>
}

/**
 * Subgraphs over a world, and one schema over the same.
 * @param sdl of the subgraphs, complete, by name
 */
export async function pairOf(
  sdl: Record<string, string>,
  worldOf: (schema: GraphQLSchema) => World,
  createPlanner?: CreatePlanner,
): Promise<Pair> {
  const parsed = Object.entries(sdl).map(([name, text]) => {
    return { name, url: `http://${name}`, typeDefs: parse(text) }
  })
  const { supergraphSdl, errors } = composeServices(parsed)
  if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
  const schemas = new Map<string, GraphQLSchema>()
  // Removes `for: SECURITY`, because our own subgraphs enforce their directives.
  const served = supergraphSdl.replaceAll(', for: SECURITY)', ')')
  const fetch: SubgraphFetch = (name, request) => runSubgraph(schemas.get(name)!, request)
  const graph = await graphOver(served, fetch, createPlanner)
  const schema = buildSchema(printSchema(graph.schema))
  const world = worldOf(schema)
  for (const { name, typeDefs } of parsed) schemas.set(name, subgraphOf(typeDefs, world))
  addResolvers(schema, world, (call) => world.inWhole(call))
  return {
    graph,
    reset: () => world.reset(),
    async expected(source, variableValues) {
      const result = await execute({ schema, document: parse(source), variableValues })
      return JSON.parse(JSON.stringify(result)) as ExecutionResult
    },
  }
}

function subgraphOf(typeDefs: DocumentNode, world: World): GraphQLSchema {
  const schema = buildSubgraphSchema([{ typeDefs }])
  addResolvers(schema, world, (call) => world.inSubgraph(call))
  const resolveReference = (representation: Row) => world.find(representation)
  for (const type of Object.values(schema.getTypeMap())) {
    type.extensions = { ...type.extensions, apollo: { subgraph: { resolveReference } } }
  }
  return schema
}

/** True for a document that the graph serves. */
export function isValid({ graph }: Pair, source: string): boolean {
  return validate(graph.schema, parse(source)).length === 0
}

/** The parts of two responses that must be equal: the data, and the paths that errors have made null. */
export function comparable({ data, errors = [] }: ExecutionResult) {
  const places = errors.map(({ path = [] }) => nullPlace(data, path))
  const known = places.filter((place) => place !== undefined).map((place) => place.join('.'))
  return { data: JSON.stringify(data), errors: [...new Set(known)].toSorted() }
}

/** The path of the first null on a path; undefined for a field that the client did not select. */
function nullPlace(data: unknown, path: readonly (string | number)[]) {
  let value = data
  for (const [depth, key] of path.entries()) {
    if (value === null) return path.slice(0, depth)
    value = (value as Row | undefined)?.[key]
  }
  return value === null ? path : undefined
}
