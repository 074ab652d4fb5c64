// Step 8: which rules of the house does the head break that the base does not?
import { parse } from 'graphql'
import { definitionsIn } from '../definitions.ts'
import type { Finding } from '../finding.ts'
import { extractSubgraphs, type Graph } from '../graph.ts'
import { checkHouse } from './check.ts'

/**
 * What the head breaks and the base does not. A supergraph or an API schema does not tell all that
 * was written: what it would hide even of the head counts as broken before, unless it is of
 * something new.
 */
export async function checkHouseRules(base: Graph, head: Graph): Promise<Finding[]> {
  const known = idsOf(checkHouse(base.subgraphs))
  const broken = checkHouse(head.subgraphs).filter(({ id }) => !known.has(id))
  const written = new Set(base.subgraphs.filter(isWritten).map(({ name }) => name))
  if (broken.every(({ subgraph }) => written.has(subgraph!))) return broken
  const reported = head.supergraph ? checkHouse(await extractSubgraphs(head.supergraph)) : []
  const visible = base.subgraphs.length > 0 ? idsOf(reported) : new Set()
  const existed = coordinatesOf(base)
  return broken.filter(
    ({ id, subgraph, coordinate }) =>
      written.has(subgraph!) || visible.has(id) || !existed(subgraph!, coordinate),
  )
}

function isWritten({ extracted }: Graph['subgraphs'][number]): boolean {
  return !extracted
}

function idsOf(findings: readonly Finding[]): Set<string> {
  return new Set(findings.map(({ id }) => id))
}

/** Whether a subgraph of the base had something; of an API schema, any. It tells of no own directives. */
function coordinatesOf({ subgraphs, api }: Graph) {
  const documents =
    subgraphs.length > 0
      ? subgraphs.map(({ name, document }) => [name, document] as const)
      : [['', parse(api ?? 'scalar None')] as const]
  const known = new Set(
    documents.flatMap(([name, document]) =>
      definitionsIn(document).map(({ path }) => `${name}/${path}`),
    ),
  )
  return (subgraph: string, coordinate: string) =>
    coordinate.startsWith('@') || known.has(`${subgraphs.length > 0 ? subgraph : ''}/${coordinate}`)
}
