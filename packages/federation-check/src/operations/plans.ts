// Step 7: compares the router's plan for each known operation, before and after. It never fails the check.
import {
  Kind,
  print,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import { findingsOf, safe, type Finding, type Rules } from '../finding.ts'
import type { Graph, Side } from '../graph/graph.ts'
import { isPlannable } from '../sources/documents/expansion.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'
import { runBoth } from '../threads/size.ts'
import { runTask } from '../threads/thread.ts'
import type { Effort } from './plan-effort.ts'

export const planRules = {
  'plan-more-fetches': safe('the router makes more fetches', '3 fetches become 5'),
  'plan-longer-chain': safe('more fetches run one after another', '2 in a row become 3'),
  'plan-other-subgraph': safe('the router fetches from another subgraph', '`market`, too'),
} satisfies Rules

const tell = findingsOf('plans', planRules)

/**
 * Compares the plans. Both graphs must have a supergraph. Operations that are valid in only one of them are left out.
 */
export async function checkPlans(
  base: Graph,
  head: Graph,
  operations: readonly KnownOperation[],
): Promise<Finding[]> {
  const routed = operations.filter(
    ({ subgraph, document }) => subgraph === undefined && isPlannable(document),
  )
  if (routed.length === 0 || base.supergraph === head.supergraph) return []
  const sent = routed.flatMap((operation) =>
    singleOperations(operation.document).map((one) => ({ operation, ...one })),
  )
  const documents = sent.map(({ document }) => print(document))
  const [was, is] = [base.supergraph!, head.supergraph!]
  const [before, after] = await runBoth(
    [was.length, is.length],
    () => planAll(is, documents, 'head'),
    () => planAll(was, documents, 'base'),
  )
  return sent.flatMap(({ operation, name }, index) => {
    const [one, other] = [before[index], after[index]]
    return one && other ? compare(operation, name, one, other) : []
  })
}

function planAll(supergraph: string, documents: string[], side: Side) {
  const work = { characters: supergraph.length, purpose: `Planning operations on the ${side}` }
  return runTask('plan', { supergraph, documents }, work)
}

function compare(
  operation: KnownOperation,
  name: string,
  before: Effort,
  after: Effort,
): Finding[] {
  return notesOf(before, after).map(({ rule, detail = [], what }) => {
    const coordinate = `${operation.client}/${operation.name}`
    const where = { coordinate, detail: [name, ...detail].join(' '), at: { file: operation.file } }
    return tell(rule, where, `${labelOf(operation)} (${name}) ${what}.`)
  })
}

interface Note {
  rule: keyof typeof planRules
  detail?: string[]
  what: string
}

function notesOf(before: Effort, { fetches, chain, subgraphs }: Effort): Note[] {
  const more = `takes ${fetches} fetches instead of ${before.fetches}`
  const longer = `needs ${chain} fetches in a row instead of ${before.chain}`
  const others = [...subgraphs].filter((one) => !before.subgraphs.has(one))
  return [
    ...(fetches > before.fetches ? [{ rule: 'plan-more-fetches', what: more } as const] : []),
    ...(chain > before.chain ? [{ rule: 'plan-longer-chain', what: longer } as const] : []),
    ...others.map((one): Note => {
      return { rule: 'plan-other-subgraph', detail: [one], what: `asks ${one}, too` }
    }),
  ]
}

/** Splits a document into one for each operation, because a plan covers one. */
function singleOperations(document: DocumentNode): { name: string; document: DocumentNode }[] {
  const isOperation = ({ kind }: DefinitionNode) => kind === Kind.OPERATION_DEFINITION
  const shared = document.definitions.filter((node) => !isOperation(node))
  const operations = document.definitions.filter(isOperation) as OperationDefinitionNode[]
  return operations.map((operation) => ({
    name: operation.name?.value ?? operation.operation,
    document: { kind: Kind.DOCUMENT, definitions: [operation, ...usedBy(operation, shared)] },
  }))
}

/** The fragments that an operation needs; none if it spreads none. */
function usedBy(operation: OperationDefinitionNode, shared: DocumentNode['definitions']) {
  return print(operation).includes('...') ? (shared as FragmentDefinitionNode[]) : []
}
