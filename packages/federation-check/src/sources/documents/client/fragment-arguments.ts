// Expands Relay's fragments with arguments: each spread gets the values that it passes, as Relay's
// compiler sends them
// (https://relay.dev/docs/api-reference/graphql-and-directives/#argumentdefinitions).
import {
  Kind,
  parseType,
  print,
  visit,
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'
import { tolerate, UsageError } from '../../files.ts'

type Values = ReadonlyMap<string, ValueNode>
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/**
 * The maximum length of values, which may double in every fragment. A fragment with longer ones is
 * left to validation.
 */
const MAX_CHARACTERS = 100_000

/** The maximum number of sets of values, which may double in every fragment, too. */
const MAX_APPLIED = 10_000

/** The maximum length of the values of all spreads together. */
const MAX_TOTAL_CHARACTERS = 10_000_000

/** The surroundings of a node: the values of its fragment, and the fragments that contain it. */
interface Scope {
  values: Values
  path: readonly string[]
}

/**
 * Replaces each fragment with `@argumentDefinitions` by one for each set of values that it is spread with.
 * @throws UsageError for too many
 */
export function withFragmentArguments(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .filter((node) => argumentsOf(node, 'argumentDefinitions').length > 0)
      .map((node) => [node.name.value, node]),
  )
  if (fragments.size === 0) return document
  const applied = new AppliedFragments(fragments)
  const others = document.definitions.filter(
    (node) => node.kind !== Kind.FRAGMENT_DEFINITION || !fragments.has(node.name.value),
  )
  const definitions = others.map((node) => applied.within(node, { values: new Map(), path: [] }))
  const provided = [...fragments.values()].flatMap(providedBy)
  const whole = { ...document, definitions: [...definitions, ...applied.definitions()] }
  return visit(whole, { OperationDefinition: withVariables(provided) })
}

class AppliedFragments {
  readonly #fragments: Fragments
  /** The expanded fragments by name and values. */
  readonly #applied = new Map<string, FragmentDefinitionNode>()
  /** The number of sets of values for each fragment. */
  readonly #counts = new Map<string, number>()
  #characters = 0

  constructor(fragments: Fragments) {
    this.#fragments = fragments
  }

  /** The expanded fragments, and those that nothing spreads. */
  definitions(): FragmentDefinitionNode[] {
    const applied = [...this.#applied.values()]
    const names = new Set(applied.map(({ name }) => name.value))
    return [
      ...applied,
      ...[...this.#fragments.values()].filter(({ name }) => !names.has(name.value)),
    ]
  }

  /**
   * Replaces the variables in a node with the values of its scope, and the spreads with those of expanded fragments.
   */
  within<Node extends ASTNode>(node: Node, { values, path }: Scope): Node {
    return visit(node, {
      VariableDefinition: () => false,
      // Replaced on leaving, because variables inside a value belong to the outer scope.
      Variable: { leave: ({ name }) => values.get(name.value) },
      FragmentSpread: {
        leave: (spread) => {
          const fragment = this.#fragments.get(spread.name.value)
          // A fragment that spreads itself is left to validation.
          if (!fragment || path.includes(spread.name.value)) return undefined
          return { ...spread, name: this.#apply(spread, fragment, path) }
        },
      },
    })
  }

  #apply(spread: FragmentSpreadNode, fragment: FragmentDefinitionNode, path: readonly string[]) {
    const { name, selectionSet } = fragment
    const values = valuesOf(spread, fragment)
    const key = [name.value, ...[...values.values()].map(print)].join(' ')
    this.#characters += key.length
    if (this.#characters > MAX_TOTAL_CHARACTERS) throw tooMany(fragment)
    const known = this.#applied.get(key)
    if (known || key.length > MAX_CHARACTERS) return known?.name ?? name
    if (this.#applied.size === MAX_APPLIED) throw tooMany(fragment)
    const count = (this.#counts.get(name.value) ?? 0) + 1
    this.#counts.set(name.value, count)
    const own = { ...name, value: count === 1 ? name.value : `${name.value}__${count}` }
    this.#applied.set(key, { ...fragment, name: own })
    const inside = this.within(selectionSet, { values, path: [...path, name.value] })
    this.#applied.set(key, { ...fragment, name: own, selectionSet: inside })
    return own
  }
}

const tooMany = ({ loc }: FragmentDefinitionNode) =>
  new UsageError(`${loc?.source.name}: the arguments of fragments have too many sets of values.`)

/** The values of a spread: the passed ones, the defaults, or null. A passed null means the default. */
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

/** Variables for values that a module provides when the operation is sent. */
function providedBy(fragment: FragmentDefinitionNode): VariableDefinitionNode[] {
  return argumentsOf(fragment, 'argumentDefinitions').flatMap((definition) => {
    const type = memberOf(definition, 'type')
    if (!memberOf(definition, 'provider') || type?.kind !== Kind.STRING) return []
    const variable = variableOf(fragment, definition.name.value)
    // A variable without a valid type is left to validation.
    const parsed = tolerate(() => parseType(type.value))
    return parsed ? [{ kind: Kind.VARIABLE_DEFINITION, variable, type: parsed }] : []
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

/** The arguments of a directive, at any place of the node. */
function argumentsOf(
  { directives = [] }: Pick<FragmentSpreadNode, 'directives'>,
  name: string,
): ArgumentNode[] {
  return directives
    .filter((directive) => directive.name.value === name)
    .flatMap((directive) => directive.arguments ?? [])
}

/** A member of the object that defines an argument: `{ type: "Int", defaultValue: 10 }`. */
function memberOf({ value }: ArgumentNode, member: string): ValueNode | undefined {
  if (value.kind !== Kind.OBJECT) return undefined
  return value.fields.find(({ name }) => name.value === member)?.value
}
