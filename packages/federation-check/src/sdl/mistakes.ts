// Finds mistakes in SDL at which composition stops without a position.
import { GraphQLError, isExecutableDefinitionNode, Kind, type ASTNode } from 'graphql'
import { placeOf } from '../finding.ts'
import type { SubgraphDocument } from './sdl.ts'

/** Reports directives that are defined several times, and operations. */
export function mistakesIn({ name, written: { definitions } }: SubgraphDocument): GraphQLError[] {
  const directives = definitions.filter((one) => one.kind === Kind.DIRECTIVE_DEFINITION)
  const named = Map.groupBy(directives, (one) => one.name.value)
  const repeated = [...named].filter(([, all]) => all.length > 1)
  return [
    ...repeated.map(([directive, all]) => {
      const places = all.map(shownPlace).join(', ')
      const message = `There can be only one directive named "@${directive}": ${places}.`
      return new GraphQLError(`[${name}] ${message}`, { nodes: all.at(-1)! })
    }),
    ...definitions
      .filter(isExecutableDefinitionNode)
      .map(
        (nodes) =>
          new GraphQLError(`[${name}] An operation or fragment is no part of a schema.`, { nodes }),
      ),
  ]
}

function shownPlace(node: ASTNode): string {
  const { file, line } = placeOf(node) ?? {}
  return [file, line].filter(Boolean).join(':')
}
