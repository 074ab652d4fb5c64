// A supergraph of real subgraphs, composed in the test, with the executor over it.
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema, type GraphQLSchemaModule } from '@apollo/subgraph'
import {
  buildASTSchema,
  execute,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import type { Planner } from '../../plan/planner.ts'
import { readExecutable } from '../executable-supergraph.ts'
import { createOperations, type Operations } from '../operations/operations.ts'
import type { SubgraphResult, SubgraphFetch, SubgraphRequest } from '../subgraph-result.ts'
import { createInProcessPlanner } from './in-process-planner.ts'

export interface SubgraphSource {
  sdl: string
  /** Resolvers by type and field. A test writes only a few, so their arguments are not typed. */
  resolvers: Record<string, Record<string, (...args: never[]) => unknown>>
}

/** A request that a subgraph has received. */
export interface Sent extends SubgraphRequest {
  subgraph: string
}

export interface Graph {
  supergraphSdl: string
  schema: GraphQLSchema
  operations: Operations
  /** Parses and validates a document. @throws its first error */
  parse(source: string): DocumentNode
  /** Executes on the schema of a subgraph. The result passes through JSON, as over HTTP. */
  fetch: SubgraphFetch
  /** Runs a document, and records the requests to subgraphs. */
  run(
    source: string,
    variables?: Record<string, unknown>,
    fetch?: SubgraphFetch,
  ): Promise<ExecutionResult & { sent: Sent[] }>
}

export const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
  "@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@interfaceObject",
  "@override", "@context", "@fromContext"
])
`

export type CreatePlanner = (supergraph: string) => Planner | Promise<Planner>

/** Composes the subgraphs. @throws when they do not compose */
export function graphOf(
  subgraphs: Record<string, SubgraphSource>,
  createPlanner?: CreatePlanner,
): Promise<Graph> {
  const parsed = Object.entries(subgraphs).map(([name, { sdl, resolvers }]) => {
    return { name, url: `http://${name}`, typeDefs: parse(LINK + sdl), resolvers }
  })
  const { supergraphSdl, errors } = composeServices(parsed)
  if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
  const schemas = new Map(
    parsed.map(({ name, ...subgraph }) => [
      name,
      buildSubgraphSchema([subgraph as GraphQLSchemaModule]),
    ]),
  )
  const fetch: SubgraphFetch = (name, request) => runSubgraph(schemas.get(name)!, request)
  return graphOver(supergraphSdl, fetch, createPlanner)
}

/** The executor over a supergraph. */
export async function graphOver(
  supergraphSdl: string,
  fetch: SubgraphFetch,
  createPlanner: CreatePlanner = createInProcessPlanner,
): Promise<Graph> {
  const supergraph = readExecutable(supergraphSdl)
  const planner = await createPlanner(supergraphSdl)
  const schema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
  const plan = (text: string, signal: AbortSignal) => planner.plan(text, signal)
  const operations = createOperations({ plan, schema, supergraph })
  const read = (source: string) => {
    const document = parse(source)
    const [error] = validate(schema, document)
    if (error) throw error
    return document
  }
  return {
    supergraphSdl,
    schema,
    operations,
    parse: read,
    fetch,
    async run(source, variables = {}, ask = fetch) {
      const sent: Sent[] = []
      const noted: SubgraphFetch = (subgraph, request, signal) => {
        sent.push({ subgraph, ...request })
        return ask(subgraph, request, signal)
      }
      const operation = await operations.get(read(source), { variables })
      const result = await operation({ variables, fetch: noted })
      return { ...(JSON.parse(JSON.stringify(result)) as ExecutionResult), sent }
    },
  }
}

/** Runs a valid operation on the schema of a subgraph. */
export async function runSubgraph(
  schema: GraphQLSchema,
  { query, variables }: SubgraphRequest,
): Promise<SubgraphResult> {
  const document = parse(query)
  const [error] = validate(schema, document)
  if (error) throw error
  const result = await execute({ schema, document, variableValues: variables })
  return JSON.parse(JSON.stringify(result)) as SubgraphResult
}
