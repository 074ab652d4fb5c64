// Composes the subgraphs into the supergraph, and derives the API schema that clients see.
import { subgraphDocument } from '#foundation/service/sdl.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { tryCompose, type Composition } from './check/src/graph/compose.ts'

/** @throws with every error when the subgraphs do not compose */
export function compose(subgraphs: readonly AnySubgraph[]): Composition {
  const services = subgraphs.map((subgraph) => ({
    name: subgraph.name,
    url: subgraphUrl(subgraph),
    typeDefs: subgraphDocument(subgraph),
  }))
  const attempt = tryCompose(services)
  if (!attempt.errors) return attempt
  const errors = attempt.errors.map(
    ({ message, extensions }) => `${String(extensions.code)}: ${message}`,
  )
  throw new Error(`The subgraphs do not compose:\n${errors.join('\n')}`)
}

/** The default address of a subgraph. */
export function subgraphUrl({ port }: Pick<AnySubgraph, 'port'>): string {
  return `http://localhost:${port}/graphql`
}
