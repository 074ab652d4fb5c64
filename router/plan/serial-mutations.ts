// Plans mutations so that each is complete before the next begins (GraphQL, section 6.2.2).
import {
  Kind,
  print,
  separateOperations,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql'
import { fetchesAtPaths } from './fetch-at-path.ts'
import { fragmentsByName, isIntrospection, responseName } from '#foundation/limits/root-fields.ts'
import { withOrderedArguments } from './argument-order.ts'
import { withPlainStrings } from './plain-strings.ts'
import type { PlanNode, QueryPlan } from './query-plan.ts'

/**
 * Hive's planner runs the mutations of different subgraphs one after the other, and then fetches what all of them
 * need. So the mutations of each subgraph are planned by themselves. Those of one subgraph in a row stay one request.
 * @param document one mutation, every root field under its own response name
 */
export async function planSerially(
  document: DocumentNode,
  planText: (operation: string) => Promise<QueryPlan>,
): Promise<QueryPlan> {
  const plan = async (part: DocumentNode) =>
    withOrderedArguments(await planText(print(withPlainStrings(part))), part)
  // Removes fragments at the root, because Apollo's planner runs their fields before those beside
  // them, and `__typename`, which Hive's planner would request from a service.
  const flat = onlyRootFields(document, (field) => !isIntrospection(field))
  const whole = await plan(flat)
  const groups = mutationGroups(whole.node)
  if (groups.length < 2) return whole
  const nodes: PlanNode[] = []
  for (const names of groups) {
    const { node } = await plan(
      onlyRootFields(flat, (field) => names.includes(responseName(field))),
    )
    if (node) nodes.push(node)
  }
  return { node: { kind: 'Sequence', nodes } }
}

/** The response names of the root fields of each request that changes something, in order. */
function mutationGroups(node: PlanNode | undefined): string[][] {
  return fetchesAtPaths(node)
    .filter((fetch) => fetch.node.operationKind === 'mutation')
    .map(({ selections }) => selections.flatMap(({ fields }) => fields.map(responseName)))
}

/** The operation with some of its root fields, fragments at the root expanded. */
function onlyRootFields(
  document: DocumentNode,
  keeps: (field: FieldNode) => boolean,
): DocumentNode {
  const fragments = fragmentsByName(document)
  const fieldsOf = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return keeps(node) ? [node] : []
      if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet)
      return fieldsOf(fragments.get(node.name.value)!.selectionSet)
    })
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return node
    const selectionSet = { ...node.selectionSet, selections: fieldsOf(node.selectionSet) }
    return { ...node, selectionSet }
  })
  // Drops unused fragments, because Apollo's planner would use them.
  return separateOperations({ ...document, definitions })['']!
}
