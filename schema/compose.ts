// Composes the subgraphs into the supergraph, and derives the API schema that clients see.
import { composeServices, type CompositionResult } from '@apollo/composition'
import {
  type DocumentNode,
  type GraphQLError,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql'
import { describePrivate } from '#foundation/auth/private.ts'
import { describeConstraints } from '#foundation/graphql/constraints.ts'
import { subgraphSdl, type AnySubgraph } from '#foundation/service/subgraph.ts'

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

/** What composition answers: the result with its hints, or every reason why there is none. */
export type CompositionAttempt =
  | (Composition & { hints: readonly CompositionHint[]; errors?: undefined })
  | { errors: readonly GraphQLError[] }

/** @throws when the subgraphs do not compose, with every reason */
export function compose(subgraphs: readonly AnySubgraph[]): Composition {
  const services = subgraphs.map((subgraph) => ({
    name: subgraph.name,
    url: subgraphUrl(subgraph),
    typeDefs: parse(subgraphSdl(subgraph)),
  }))
  const attempt = tryCompose(services)
  if (!attempt.errors) return attempt
  throw new Error(`The subgraphs do not compose:\n${attempt.errors.map(describe).join('\n')}`)
}

/** Where a subgraph answers unless it is told otherwise. */
export function subgraphUrl({ port }: Pick<AnySubgraph, 'port'>): string {
  return `http://localhost:${port}/graphql`
}

/** Composes whatever composes; what does not is answered with its errors. */
export function tryCompose(services: readonly ComposedService[]): CompositionAttempt {
  const { supergraphSdl, schema, hints, errors } = composeServices(services.map(described))
  if (errors) return { errors }
  const api = schema.toAPISchema().toGraphQLJSSchema({ includeDefer: false })
  return {
    supergraph: supergraphSdl,
    api: `${printSchema(lexicographicSortSchema(api))}\n`,
    hints,
  }
}

/** As clients read it: they are shown no directive. */
function described(service: ComposedService): ComposedService {
  return { ...service, typeDefs: describeConstraints(describePrivate(service.typeDefs)) }
}

function describe({ message, extensions }: GraphQLError): string {
  return `${String(extensions.code)}: ${message}`
}
