// @oneOf is a directive of GraphQL (https://spec.graphql.org/September2025/#sec--oneOf). Composition
// knows it only where the SDL defines it.
import { concatAST, Kind, parse, type DocumentNode } from 'graphql'

/** A subgraph with a definition of `@oneOf`, if it uses one that it does not define. */
export function withOneOf<T extends { typeDefs: DocumentNode }>(service: T): T {
  const { definitions } = service.typeDefs
  const isDefined = definitions.some(
    (node) => node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === 'oneOf',
  )
  if (isDefined || !definitions.some(isOneOf)) return service
  return { ...service, typeDefs: concatAST([service.typeDefs, DEFINITION]) }
}

function isOneOf(node: DocumentNode['definitions'][number]): boolean {
  const directives = 'directives' in node ? (node.directives ?? []) : []
  return directives.some(({ name }) => name.value === 'oneOf')
}

const DEFINITION = parse('directive @oneOf on INPUT_OBJECT', { noLocation: true })
