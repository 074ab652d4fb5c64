// Step 2: do base and head compose, and what does composition hint at?
import type { ASTNode, GraphQLError } from 'graphql'
import type { CompositionHint } from '../compose.ts'
import {
  breaking,
  findingsOf,
  placeOf,
  safe,
  unique,
  type Finding,
  type Rules,
  type Where,
} from './finding.ts'
import type { Graph } from './graph.ts'

export const compositionRules = {
  'composition-error': breaking('the subgraphs do not compose', 'two give one field two types'),
  'base-composition-error': safe('the base does not compose', 'the change repairs it'),
  'composition-hint': safe('a hint that the base does not have', 'two descriptions of one type'),
} satisfies Rules

const tell = findingsOf('composition', compositionRules)

/** Errors of both, and the hints that are new. */
export function checkComposition(base: Graph, head: Graph): Finding[] {
  const known = new Set(base.hints.map((hint) => hintWhere(hint).coordinate))
  const hints = head.hints
    .map((hint) => tell('composition-hint', hintWhere(hint), firstLine(hint.message)))
    .filter(({ coordinate }) => !known.has(coordinate))
  return unique([
    ...head.errors.map((error) => tell('composition-error', errorWhere(error), error.message)),
    ...(base === head ? [] : base.errors).map((error) =>
      tell('base-composition-error', errorWhere(error), error.message),
    ),
    ...hints,
  ])
}

function errorWhere(error: GraphQLError): Where {
  const { code } = error.extensions
  const named = error.message.match(/"?\b([A-Z]\w*\.\w+)\b/)?.[1]
  const coordinate = named ?? error.message.match(/"([A-Z]\w*)"/)?.[1] ?? 'schema'
  const node = error.nodes?.[0]
  const line = error.locations?.[0]?.line
  const source = error.source ? { file: error.source.name, ...(line && { line }) } : undefined
  return {
    coordinate,
    detail: typeof code === 'string' ? code : 'SYNTAX_ERROR',
    subgraph: subgraphOf(node),
    at: placeOf(node) ?? source,
  }
}

function hintWhere({ definition, coordinate, nodes }: CompositionHint): Where {
  const node = nodes?.[0]
  return {
    coordinate: coordinate ?? 'schema',
    detail: definition.code,
    subgraph: subgraphOf(node),
    at: placeOf(node),
  }
}

function subgraphOf(node: (ASTNode & { subgraph?: string }) | undefined): string | undefined {
  return node?.subgraph
}

function firstLine(message: string): string {
  return message.split('\n')[0]!
}
