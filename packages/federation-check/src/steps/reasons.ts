// Why a step has nothing to do, or cannot run. The functions return undefined when it can.
import type { Both } from '../both.ts'
import type { Graph } from '../graph/graph.ts'
import type { KnownOperation } from '../sources/documents/known-operations.ts'
import type { Tree } from '../sources/tree.ts'
import type { StepPlan } from './step.ts'

/** The documents of an API that is not GraphQL, with the name of their format. */
const FORMATS = { openapi: 'OpenAPI', asyncapi: 'AsyncAPI' } as const
export type Described = keyof typeof FORMATS

/** Why a step without documents has nothing to do. */
export function undescribed({ base, head }: Both<Tree>, by: Described): string | undefined {
  const isThere = base[by].length + head[by].length > 0
  return isThere ? undefined : `There is no ${FORMATS[by]} document.`
}

/** Why documents cannot be compared: one side has none. A whole project without one has nothing to compare. */
export function withoutContract({ base, head }: Both<Tree>, by: Described): string | undefined {
  const name = FORMATS[by]
  if (base[by].length === 0 && base.partial) return `The base has no ${name} document.`
  return head[by].length === 0 && head.partial ? `The head has no ${name} document.` : undefined
}

/** Why generated files are not compared. Only code of the working tree can generate them. */
export function withoutGenerator(
  committed = false,
): Pick<StepPlan, 'notConfigured' | 'notPossible'> {
  if (!committed) return { notConfigured: 'No generated files are configured.' }
  return { notPossible: 'The check needs project.stale, and the working tree as head.' }
}

/** Why the conventions cannot be compared; undefined when they can. */
export function unreadable({ base, head }: Both<Graph>): string | undefined {
  if (head.subgraphs.length === 0) return withoutPart(head, 'subgraphs')
  return base.subgraphs.length > 0 || base.api ? undefined : UNREADABLE
}

/** True when a document, a registered operation or a REST route is known. */
export const isKnown = ({ base, head }: Both<KnownOperation[]>) => base.length + head.length > 0

export const PLAIN = 'A schema without a federation has no query plans.'
export const UNKNOWN = 'No operation is known.'
export const UNCOMPOSED = 'The head does not compose.'
const UNREADABLE = 'The base does not compose.'

/**
 * Why the head lacks a part, such as the supergraph: it is only an API schema, which has no such part,
 * or it does not compose.
 */
export function withoutPart({ schema, errors }: Graph, name: string): string {
  return schema && errors.length === 0 ? `The head has no ${name}. ${WHOLE}` : UNCOMPOSED
}

const WHOLE = 'Compare supergraphs, or folders with the SDL of all subgraphs.'

/** Why a part of the graphs cannot be compared. @param name the part in the sentence */
export function missing(
  { base, head }: Both<Graph>,
  part: 'schema' | 'supergraph' | 'subgraphs',
  name: string,
): string | undefined {
  const lacks = ({ [part]: found }: Graph) => !found || (Array.isArray(found) && found.length === 0)
  // An extracted base is compared with the head's supergraph, whose absence is reported.
  const isReported = base.subgraphs.some(({ extracted }) => extracted)
  if (lacks(head)) return withoutPart(head, name)
  if (part !== 'schema' && isReported && !head.supergraph) return withoutPart(head, 'supergraph')
  if (!lacks(base)) return undefined
  return base.errors.length > 0 ? UNREADABLE : `The base has no ${name}. ${WHOLE}`
}
