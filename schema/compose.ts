// Composes the subgraphs into the supergraph, and derives the API schema that clients see.
import { composeServices } from '@apollo/composition'
import { type GraphQLError, lexicographicSortSchema, parse, printSchema } from 'graphql'
import { subgraphSdl, type AnySubgraph } from '#foundation/subgraph.ts'

export interface Composition {
  supergraph: string
  api: string
}

/** @throws when the subgraphs do not compose, with every reason */
export function compose(subgraphs: readonly AnySubgraph[]): Composition {
  const services = subgraphs.map((subgraph) => ({
    name: subgraph.name,
    url: `http://localhost:${subgraph.port}/graphql`,
    typeDefs: parse(subgraphSdl(subgraph)),
  }))
  const { supergraphSdl, schema, errors } = composeServices(services)
  if (errors) throw new Error(`The subgraphs do not compose:\n${errors.map(describe).join('\n')}`)
  const api = schema.toAPISchema().toGraphQLJSSchema({ includeDefer: false })
  return { supergraph: supergraphSdl, api: `${printSchema(lexicographicSortSchema(api))}\n` }
}

function describe({ message, extensions }: GraphQLError): string {
  return `${String(extensions.code)}: ${message}`
}
