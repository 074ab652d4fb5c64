// One operation of a document, without what does not decide its plan.
import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'
import { withPlainStrings } from '../../plan/plain-strings.ts'
import { withConditions, type Condition } from '../conditions.ts'

/**
 * One operation and the fragments it uses, without its name, conditions and descriptions, the variables of conditions
 * alone, and the client's names of fragments and, except in mutations, its block strings. Documents that differ in
 * these alone have one plan. Hive's planner knows neither descriptions nor directives of variables.
 */
export function anonymousOperation(
  document: DocumentNode,
  operationName: string | undefined,
  isTrue: Condition,
): DocumentNode {
  const decided = withConditions(document, isTrue)
  const { name: _name, ...operation } = getOperationAST(decided, operationName)!
  const names = new Map<string, string>()
  const fragments = usedFragments(operation, fragmentsByName(decided), names)
  const used = new Set<string>()
  for (const node of [operation.selectionSet, ...(operation.directives ?? []), ...fragments]) {
    visit(node, { Variable: ({ name }) => void used.add(name.value) })
  }
  const isUsed = ({ variable }: { variable: { name: { value: string } } }) =>
    used.has(variable.name.value)
  const variableDefinitions = operation.variableDefinitions?.filter(isUsed) ?? []
  const definitions = [{ ...operation, variableDefinitions }, ...fragments]
  const bare = visit({ kind: Kind.DOCUMENT, definitions }, bareNodes(names))
  // Services store idempotency keys under the text of mutations.
  return operation.operation === OperationTypeNode.MUTATION ? bare : withPlainStrings(bare)
}

/** The fragments of an operation in the order of their use, whose numbers become their `names`. */
function usedFragments(
  operation: OperationDefinitionNode,
  byName: ReadonlyMap<string, FragmentDefinitionNode>,
  names: Map<string, string>,
): FragmentDefinitionNode[] {
  const fragments: FragmentDefinitionNode[] = []
  const follow = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name: { value } }) {
        if (names.has(value)) return
        names.set(value, `F${names.size}`)
        const fragment = byName.get(value)!
        fragments.push(fragment)
        follow(fragment)
      },
    })
  }
  follow(operation)
  return fragments
}

function bareNodes(names: ReadonlyMap<string, string>): ASTVisitor {
  const renamed = <Node extends { name: { kind: Kind.NAME; value: string } }>(
    node: Node,
  ): Node => ({
    ...node,
    name: { kind: Kind.NAME, value: names.get(node.name.value)! },
  })
  return {
    OperationDefinition: ({ description: _description, ...node }) => node,
    VariableDefinition: ({ description: _description, directives: _directives, ...node }) => node,
    FragmentDefinition: ({ description: _description, ...node }) => renamed(node),
    FragmentSpread: renamed,
  }
}
