// Relay's fragments with arguments: each spread has the values that it passes, as Relay's compiler sends them
// (https://relay.dev/docs/api-reference/graphql-and-directives/#argumentdefinitions).
import {
  Kind,
  parseType,
  visit,
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'

type Values = ReadonlyMap<string, ValueNode>

/** What is around a node: the values of its fragment, and the fragments that it is part of. */
interface Scope {
  values: Values
  path: readonly string[]
}

/** Puts each fragment with `@argumentDefinitions` in the place of its spreads. */
export function withFragmentArguments(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .filter((node) => argumentsOf(node, 'argumentDefinitions').length > 0)
      .map((node) => [node.name.value, node]),
  )
  if (fragments.size === 0) return document
  const inlined = new Set<string>()
  const inline = inliner(fragments, inlined)
  const provided = [...fragments.values()].flatMap(providedBy)
  const definitions = document.definitions
    .map((node) => inline(node, { values: new Map(), path: [] }))
    .filter((node) => node.kind !== Kind.FRAGMENT_DEFINITION || !inlined.has(node.name.value))
  const isOperation = { OperationDefinition: withVariables(provided) }
  return visit({ ...document, definitions }, isOperation)
}

/** @param inlined gets the names of the fragments that are put in place */
function inliner(fragments: ReadonlyMap<string, FragmentDefinitionNode>, inlined: Set<string>) {
  return function inline<Node extends ASTNode>(node: Node, { values, path }: Scope): Node {
    return visit(node, {
      VariableDefinition: () => false,
      // On leaving, because what a value contains is of the scope around.
      Variable: { leave: ({ name }) => values.get(name.value) },
      FragmentSpread: {
        leave(spread): InlineFragmentNode | undefined {
          const name = spread.name.value
          const fragment = fragments.get(name)
          // One that spreads itself is left for validation.
          if (!fragment || path.includes(name)) return undefined
          inlined.add(name)
          const scope = { values: valuesOf(spread, fragment), path: [...path, name] }
          const { typeCondition, selectionSet } = fragment
          const part = { typeCondition, selectionSet: inline(selectionSet, scope) }
          return { ...spread, kind: Kind.INLINE_FRAGMENT, ...part }
        },
      },
    })
  }
}

/** What is passed, the default, or null. Null that is passed means the default. */
function valuesOf(spread: FragmentSpreadNode, fragment: FragmentDefinitionNode): Values {
  const passed = new Map(
    argumentsOf(spread, 'arguments').map(({ name, value }) => [name.value, value]),
  )
  return new Map(
    argumentsOf(fragment, 'argumentDefinitions').map((definition) => {
      const name = definition.name.value
      const value = passed.get(name)
      if (value && value.kind !== Kind.NULL) return [name, value]
      const other = memberOf(definition, 'provider') && variableOf(fragment, name)
      return [name, other ?? memberOf(definition, 'defaultValue') ?? { kind: Kind.NULL }]
    }),
  )
}

/** Variables for the values that a module provides when the operation is sent. */
function providedBy(fragment: FragmentDefinitionNode): VariableDefinitionNode[] {
  return argumentsOf(fragment, 'argumentDefinitions').flatMap((definition) => {
    const type = memberOf(definition, 'type')
    if (!memberOf(definition, 'provider') || type?.kind !== Kind.STRING) return []
    const variable = variableOf(fragment, definition.name.value)
    return [{ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(type.value) }]
  })
}

const variableOf = (fragment: FragmentDefinitionNode, name: string): VariableNode => ({
  kind: Kind.VARIABLE,
  name: { kind: Kind.NAME, value: `${fragment.name.value}__${name}` },
})

const withVariables =
  (more: readonly VariableDefinitionNode[]) =>
  <Node extends { variableDefinitions?: readonly VariableDefinitionNode[] }>(node: Node): Node => ({
    ...node,
    variableDefinitions: [...(node.variableDefinitions ?? []), ...more],
  })

/** The arguments of a directive, wherever the node has it. */
function argumentsOf(
  { directives = [] }: Pick<FragmentSpreadNode, 'directives'>,
  name: string,
): ArgumentNode[] {
  return directives
    .filter((directive) => directive.name.value === name)
    .flatMap((directive) => directive.arguments ?? [])
}

/** A member of what a definition is written as: `{ type: "Int", defaultValue: 10 }`. */
function memberOf({ value }: ArgumentNode, member: string): ValueNode | undefined {
  if (value.kind !== Kind.OBJECT) return undefined
  return value.fields.find(({ name }) => name.value === member)?.value
}
