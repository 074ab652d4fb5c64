// Restores the text of mutations. Hive's planner sorts arguments and variables, and moves repeated
// selections into fragments.
import {
  Kind,
  print,
  stripIgnoredCharacters,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { fetchesAtPaths } from './fetch-at-path.ts'
import { fragmentsByName, responseName, rootFields } from '#foundation/limits/root-fields.ts'
import type { QueryPlan } from './query-plan.ts'

/**
 * The plan of a mutation, its arguments and variables in the order of the document, `__typename` first and fragments
 * expanded. Services compare the text of a mutation with that of an earlier attempt with the same idempotency key,
 * which a router of another version may have sent.
 */
export function withOrderedArguments(plan: QueryPlan, document: DocumentNode): QueryPlan {
  const sentTo = argumentsOf(document)
  for (const { node, document: planned, selections } of fetchesAtPaths(plan.node)) {
    if (node.operationKind !== 'mutation') continue
    const roots = new Set(selections.flatMap(({ fields }) => fields))
    const ordered = visit(withOrderedVariables(planned, document), {
      ...expandFragments(planned),
      Field: (field) => {
        const sent = sentTo(field, roots.has(field))
        const isSame = field.arguments?.length === sent?.length
        return sent && isSame ? { ...field, arguments: sent } : undefined
      },
    })
    node.operation = stripIgnoredCharacters(print(ordered))
  }
  return plan
}

function expandFragments(planned: DocumentNode): ASTVisitor {
  const fragments = fragmentsByName(planned)
  return {
    FragmentDefinition: () => null,
    SelectionSet: ({ selections, ...set }) => ({
      ...set,
      selections: selections.flatMap((node) => expanded(node, fragments)).toSorted(typenameFirst),
    }),
  }
}

/**
 * Replaces fragments with their selections. The planner uses a fragment only for a whole selection
 * set of the same type.
 */
function expanded(
  node: SelectionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectionNode[] {
  if (node.kind !== Kind.FRAGMENT_SPREAD) return [node]
  const { selections } = fragments.get(node.name.value)!.selectionSet
  return selections.flatMap((inner) => expanded(inner, fragments))
}

function typenameFirst(one: SelectionNode, other: SelectionNode): number {
  return Number(isTypename(other)) - Number(isTypename(one))
}

function isTypename(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && !node.alias && node.name.value === '__typename'
}

/** Finds the arguments of a field by its response name, which is unique among the root fields and among the others. */
function argumentsOf(document: DocumentNode) {
  const roots = new Set(rootFields(document, undefined))
  const [atRoot, below] = [new Map<string, FieldNode>(), new Map<string, FieldNode>()]
  visit(document, {
    Field: (field) => void (roots.has(field) ? atRoot : below).set(responseName(field), field),
  })
  return (field: FieldNode, isRoot: boolean) =>
    (isRoot ? atRoot : below).get(responseName(field))?.arguments
}

function withOrderedVariables(planned: DocumentNode, document: DocumentNode): DocumentNode {
  const variables: string[] = []
  visit(document, {
    VariableDefinition: ({ variable }) => void variables.push(variable.name.value),
  })
  const placeOf = ({ variable }: VariableDefinitionNode) => variables.indexOf(variable.name.value)
  return visit(planned, {
    OperationDefinition: (operation) => ({
      ...operation,
      variableDefinitions: operation.variableDefinitions?.toSorted(
        (one, other) => placeOf(one) - placeOf(other),
      ),
    }),
  })
}
