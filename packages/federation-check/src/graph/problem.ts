// An error or a hint of composition as plain data, which a thread can send.
import type { CompositionResult } from '@apollo/composition'
import type { ASTNode, GraphQLError } from 'graphql'
import { placeOf, type SourceLocation } from '../finding.ts'

export type CompositionHint = NonNullable<CompositionResult['hints']>[number]

/** A position in a subgraph. */
export interface Location {
  subgraph: string
  at: SourceLocation | undefined
}

export interface Problem {
  code: string
  message: string
  coordinate?: string | undefined
  /** The subgraph, with the position in it. */
  found?: Location | undefined
  /** The position, if the subgraph is unknown. */
  at?: SourceLocation | undefined
}

/** The part of an error that tells it apart from others. The message names the subgraph and usually the element. */
export const faultOf = ({ code, message }: Problem) => `${code} ${message}`

export function problemOfError(error: GraphQLError): Problem {
  const { message, source, locations, nodes } = error
  const line = locations?.[0]?.line
  return {
    code: typeof error.extensions.code === 'string' ? error.extensions.code : 'SYNTAX_ERROR',
    message,
    found: locationOf(nodes?.[0]),
    at: source && { file: source.name, ...(line && { line }) },
  }
}

export function problemOfHint({
  definition,
  message,
  nodes,
  coordinate,
}: CompositionHint): Problem {
  return { code: definition.code, message, coordinate, found: locationOf(nodes?.[0]) }
}

/** The subgraph and position of a node. Composition writes the subgraph into each node. */
function locationOf(node: (ASTNode & { subgraph?: string }) | undefined): Location | undefined {
  if (node?.subgraph === undefined) return undefined
  return { subgraph: node.subgraph, at: placeOf(node) }
}
