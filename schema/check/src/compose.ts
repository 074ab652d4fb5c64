// Composes subgraphs into the supergraph, and derives the API schema that clients see.
import { composeServices, type CompositionResult } from '@apollo/composition'
import { lexicographicSortSchema, printSchema, type DocumentNode, type GraphQLError } from 'graphql'

export interface Composition {
  supergraph: string
  api: string
}

export type CompositionHint = NonNullable<CompositionResult['hints']>[number]

/** A subgraph as composition takes it. */
export interface ComposedService {
  name: string
  url: string
  typeDefs: DocumentNode
}

/** The result of composition with its hints, or every error. */
export type CompositionAttempt =
  | (Composition & { hints: readonly CompositionHint[]; errors?: undefined })
  | { errors: readonly GraphQLError[] }

/** Composes the subgraphs. Returns the errors instead if they do not compose. */
export function tryCompose(services: readonly ComposedService[]): CompositionAttempt {
  const { supergraphSdl, schema, hints, errors } = composeServices([...services])
  if (errors) return { errors }
  const api = schema.toAPISchema().toGraphQLJSSchema({ includeDefer: false })
  return {
    supergraph: supergraphSdl,
    api: `${printSchema(lexicographicSortSchema(api))}\n`,
    hints,
  }
}
