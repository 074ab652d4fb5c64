// Measures the router's plan of each operation: its fetches, and how many run one after another.
import { operationFromDocument } from '@apollo/federation-internals'
import { QueryPlanner, type QueryPlan } from '@apollo/query-planner'
import { parse } from 'graphql'
import { loadSupergraph } from '../graph/supergraph.ts'

/** The effort of a plan: its fetches, the longest chain of them, and the subgraphs. */
export interface Effort {
  fetches: number
  chain: number
  subgraphs: Set<string>
}

/** The effort for each document with a single operation; undefined for an invalid one. */
export async function effortsOf(
  supergraph: string,
  documents: readonly string[],
): Promise<(Effort | undefined)[]> {
  const loaded = await loadSupergraph(supergraph)
  const planner = new QueryPlanner(loaded)
  return documents.map((document) => {
    try {
      const operation = operationFromDocument(loaded.apiSchema(), parse(document))
      return effortOf(planner.buildQueryPlan(operation))
    } catch {
      return undefined
    }
  })
}

/** Counts the fetches of a plan. */
function effortOf({ node }: QueryPlan): Effort {
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
