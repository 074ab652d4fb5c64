// Step 7: the router's plan for each known operation, before and after. Never fails.
import {
  Kind,
  print,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import type { QueryPlan } from '@apollo/query-planner'
import { findingsOf, safe, type Finding, type Rules } from './finding.ts'
import { loadSupergraph, type Graph } from './graph.ts'
import { labelOf, type KnownOperation } from './sources/known-operations.ts'

export const planRules = {
  'plan-more-fetches': safe('the router makes more fetches', '3 fetches become 5'),
  'plan-longer-chain': safe('more fetches run one after another', '2 in a row become 3'),
  'plan-other-subgraph': safe('the router fetches from another subgraph', '`market`, too'),
} satisfies Rules

const tell = findingsOf('plans', planRules)

/** The plan of an operation: its fetches, the longest chain of them, and the subgraphs. */
export interface Effort {
  fetches: number
  chain: number
  subgraphs: Set<string>
}

type Planner = (document: DocumentNode) => Effort | undefined

/**
 * Both graphs must have a supergraph. Operations that are valid in only one of them are left out.
 */
export async function checkPlans(
  base: Graph,
  head: Graph,
  operations: readonly KnownOperation[],
): Promise<Finding[]> {
  const routed = operations.filter(({ subgraph }) => subgraph === undefined)
  if (routed.length === 0 || base.supergraph === head.supergraph) return []
  const planners = [await planner(base.supergraph!), await planner(head.supergraph!)] as const
  return routed.flatMap((operation) =>
    singleOperations(operation.document).flatMap(({ name, document }) => {
      const [before, after] = planners.map((plan) => plan(document))
      if (!before || !after) return []
      return compare(operation, name, before, after)
    }),
  )
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

/** Makes plans for a supergraph; undefined for an invalid operation. */
async function planner(supergraph: string): Promise<Planner> {
  const { QueryPlanner } = await import('@apollo/query-planner')
  const { operationFromDocument } = await import('@apollo/federation-internals')
  const loaded = await loadSupergraph(supergraph)
  const planner = new QueryPlanner(loaded)
  return (document) => {
    try {
      const operation = operationFromDocument(loaded.apiSchema(), document)
      return effortOf(planner.buildQueryPlan(operation))
    } catch {
      return undefined
    }
  }
}

/** Counts the fetches of a plan. */
export function effortOf({ node }: QueryPlan): Effort {
  if (!node) return { fetches: 0, chain: 0, subgraphs: new Set() }
  return effortOfNode(node)
}

type Node = NonNullable<QueryPlan['node']>

function effortOfNode(node: Node): Effort {
  if (node.kind === 'Fetch') {
    return { fetches: 1, chain: 1, subgraphs: new Set([node.serviceName]) }
  }
  const parts = partsOf(node).map(effortOfNode)
  const chains = parts.map(({ chain }) => chain)
  return {
    fetches: parts.reduce((sum, { fetches }) => sum + fetches, 0),
    chain: node.kind === 'Sequence' ? chains.reduce((a, b) => a + b, 0) : Math.max(0, ...chains),
    subgraphs: new Set(parts.flatMap(({ subgraphs }) => [...subgraphs])),
  }
}

function partsOf(node: Exclude<Node, { kind: 'Fetch' }>): Node[] {
  const parts = PARTS[node.kind] as (node: Node) => (Node | undefined)[]
  return parts(node).filter((part) => part !== undefined)
}

type Kinds = { [K in Node['kind']]: Extract<Node, { kind: K }> }

/** The children of each kind of node. */
const PARTS: { [K in Exclude<Node['kind'], 'Fetch'>]: (node: Kinds[K]) => (Node | undefined)[] } = {
  Sequence: ({ nodes }) => nodes,
  Parallel: ({ nodes }) => nodes,
  Flatten: ({ node }) => [node],
  Condition: ({ ifClause, elseClause }) => [ifClause, elseClause],
  Defer: ({ primary, deferred }) => [primary.node, ...deferred.map(({ node }) => node)],
  Subscription: ({ primary, rest }) => [primary, rest],
}

/** One document for each operation, because a plan covers one. */
function singleOperations(document: DocumentNode): { name: string; document: DocumentNode }[] {
  const isOperation = ({ kind }: DefinitionNode) => kind === Kind.OPERATION_DEFINITION
  const shared = document.definitions.filter((node) => !isOperation(node))
  const operations = document.definitions.filter(isOperation) as OperationDefinitionNode[]
  return operations.map((operation) => ({
    name: operation.name?.value ?? operation.operation,
    document: { kind: Kind.DOCUMENT, definitions: [operation, ...usedBy(operation, shared)] },
  }))
}

/** The fragments of a document, or none if the operation spreads none. */
function usedBy(operation: OperationDefinitionNode, shared: DocumentNode['definitions']) {
  return print(operation).includes('...') ? (shared as FragmentDefinitionNode[]) : []
}
