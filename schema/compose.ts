// Composes the subgraphs into the supergraph, and derives the API schema that clients see.
import { composeServices } from '@apollo/composition'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { subgraphDocument } from '#foundation/service/sdl.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

export interface Composition {
  supergraph: string
  api: string
}

/** @throws with every error when the subgraphs do not compose */
export function compose(subgraphs: readonly AnySubgraph[]): Composition {
  const services = subgraphs.map((subgraph) => ({
    name: subgraph.name,
    url: subgraphUrl(subgraph),
    typeDefs: subgraphDocument(subgraph),
  }))
  const { errors, supergraphSdl: supergraph, schema } = composeServices(services)
  if (errors) {
    const lines = errors.map(({ message, extensions }) => `${String(extensions.code)}: ${message}`)
    throw new Error(`The subgraphs do not compose:\n${lines.join('\n')}`)
  }
  const api = schema.toAPISchema().toGraphQLJSSchema({ includeDefer: false })
  return { supergraph, api: `${printSchema(lexicographicSortSchema(api))}\n` }
}

/** The default URL of a subgraph. */
export function subgraphUrl({ port }: Pick<AnySubgraph, 'port'>): string {
  return `http://localhost:${port}/graphql`
}
