// Composes the subgraphs into the supergraph, and derives the API schema that clients see.
import { type DocumentNode, type GraphQLError, parse } from 'graphql'
import { describePrivate } from '#foundation/auth/private.ts'
import { describeConstraints } from '#foundation/graphql/constraints.ts'
import { subgraphSdl, type AnySubgraph } from '#foundation/service/subgraph.ts'
import { tryCompose, type Composition } from './check/src/compose.ts'

/** @throws with every error when the subgraphs do not compose */
export function compose(subgraphs: readonly AnySubgraph[]): Composition {
  const services = subgraphs.map((subgraph) => ({
    name: subgraph.name,
    url: subgraphUrl(subgraph),
    typeDefs: described(parse(subgraphSdl(subgraph))),
  }))
  const attempt = tryCompose(services)
  if (!attempt.errors) return attempt
  throw new Error(`The subgraphs do not compose:\n${attempt.errors.map(describe).join('\n')}`)
}

/** The default address of a subgraph. */
export function subgraphUrl({ port }: Pick<AnySubgraph, 'port'>): string {
  return `http://localhost:${port}/graphql`
}

/** With the rules of its directives in the descriptions: introspection shows no applied directive. */
export function described(document: DocumentNode): DocumentNode {
  return describeConstraints(describePrivate(document))
}

function describe({ message, extensions }: GraphQLError): string {
  return `${String(extensions.code)}: ${message}`
}
