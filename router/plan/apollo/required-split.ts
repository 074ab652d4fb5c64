// A fetch whose fields require different values of one field → several fetches.
import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  Kind,
  parse,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { RequiredFields } from './required-fields.ts'

/**
 * Splits a fetch whose fields require one field with different arguments, because a representation
 * can hold only one value of a field.
 * @param graph the name of the subgraph in the supergraph's enum
 */
export function splitByRequirements(
  node: FetchNode,
  required: RequiredFields,
  graph: string,
): FetchNode[] {
  const used = namesIn(node.requires ?? [], required)
  const reals = [...used].map((name) => required.byName.get(name)!.name.value)
  if (new Set(reals).size === reals.length) return [node]
  const document = parse(node.operation, { noLocation: true })
  const { groups, placed } = groupFields(document, required, graph)
  return groups.map((group, index) => ({
    ...node,
    operation: print(onlyFields(document, (field) => placed.get(field) === index)),
    requires: without(node.requires!, (name) => used.has(name) && !group.has(name)),
  }))
}

/** Puts each field into the first group whose requirements fit its own. */
function groupFields(document: DocumentNode, { ofField, byName }: RequiredFields, graph: string) {
  const groups: Set<string>[] = []
  const realOf = (name: string) => byName.get(name)!.name.value
  const groupOf = (type: string, field: string): number => {
    const needs = [...(ofField.get(`${graph} ${type}.${field}`) ?? [])]
    const conflicts = (other: string) =>
      needs.some((name) => name !== other && realOf(name) === realOf(other))
    const fits = groups.findIndex((group) => ![...group].some(conflicts))
    const index = fits === -1 ? groups.push(new Set()) - 1 : fits
    for (const name of needs) groups[index]!.add(name)
    return index
  }
  return { groups, placed: placeFields(document, groupOf) }
}

/** Finds the group of each field of the entities. */
function placeFields(document: DocumentNode, groupOf: (type: string, field: string) => number) {
  const placed = new Map<SelectionNode, number>()
  const place = ({ selections }: SelectionSetNode, type: string): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) placed.set(node, groupOf(type, node.name.value))
      else if (node.kind === Kind.INLINE_FRAGMENT) {
        place(node.selectionSet, node.typeCondition?.name.value ?? type)
      }
    }
  }
  for (const entities of rootsOf(document)) place(entities.selectionSet!, '')
  return placed
}

function rootsOf(document: DocumentNode): FieldNode[] {
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return []
    return node.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD)
  })
}

/** The operation without the entity fields that are not kept. */
function onlyFields(document: DocumentNode, keeps: (field: FieldNode) => boolean): DocumentNode {
  const keep = (set: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: set.selections.flatMap((node): SelectionNode[] => {
      if (node.kind === Kind.FIELD) return keeps(node) ? [node] : []
      if (node.kind !== Kind.INLINE_FRAGMENT) return [node]
      const selectionSet = keep(node.selectionSet)
      return selectionSet.selections.length > 0 ? [{ ...node, selectionSet }] : []
    }),
  })
  const roots = new Set<FieldNode>(rootsOf(document))
  const kept = visit(document, {
    Field: (field) =>
      roots.has(field) ? { ...field, selectionSet: keep(field.selectionSet!) } : false,
  })
  return withUsedVariables(kept)
}

function withUsedVariables(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  })
  return visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  })
}

function namesIn(
  selections: readonly QueryPlanSelectionNode[],
  required: RequiredFields,
): ReadonlySet<string> {
  return new Set(
    selections.flatMap((node): string[] => {
      const inside = [...namesIn(node.selections ?? [], required)]
      return node.kind === 'Field' && required.byName.has(node.name)
        ? [node.name, ...inside]
        : inside
    }),
  )
}

function without(
  selections: readonly QueryPlanSelectionNode[],
  isLeftOut: (name: string) => boolean,
): QueryPlanSelectionNode[] {
  return selections.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'Field' && isLeftOut(node.name)) return []
    if (!node.selections) return [node]
    const below = without(node.selections, isLeftOut)
    return below.length > 0 ? [{ ...node, selections: below }] : []
  })
}
