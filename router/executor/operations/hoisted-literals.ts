// Variables in the place of literals, so that operations that differ in the values of arguments alone are one.
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  parseType,
  type GraphQLInputType,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'

/** The variables of one operation that stand for literals of its arguments. */
export class HoistedLiterals {
  /** By the names of the variables. */
  readonly values: Record<string, unknown> = {}
  readonly definitions: VariableDefinitionNode[] = []
  readonly #variables = new Map<string, VariableNode>()
  readonly #prefix: string

  /** @param clients the variables of the client, whose names are taken */
  constructor(clients: readonly VariableDefinitionNode[]) {
    this.#prefix = unusedPrefix(clients.map(({ variable }) => variable.name.value))
  }

  /**
   * Returns a variable for a valid literal; one with variables of the client in it keeps these, and its other parts
   * become variables. Equal literals of one type are one variable, so that equal fields are fetched once. Those of custom
   * scalars stay, because only their subgraph knows how it reads them.
   * @param keep copies what stays
   */
  replace(
    node: ValueNode,
    type: GraphQLInputType,
    keep: (node: ValueNode) => ValueNode,
  ): ValueNode {
    const value = valueOf(node, type)
    if (value !== undefined) return this.#variableFor(value, type)
    const nullable = getNullableType(type)
    if (isListType(nullable)) {
      const { ofType } = nullable
      if (node.kind !== Kind.LIST) return this.replace(node, ofType, keep)
      return { ...node, values: node.values.map((item) => this.replace(item, ofType, keep)) }
    }
    if (node.kind !== Kind.OBJECT || !isInputObjectType(nullable)) return keep(node)
    const types = nullable.getFields()
    const fields = node.fields.map((field) => {
      const { type: below } = types[field.name.value]!
      return { ...field, value: this.replace(field.value, below, keep) }
    })
    return { ...node, fields }
  }

  #variableFor(value: unknown, type: GraphQLInputType): VariableNode {
    const key = `${String(type)} ${JSON.stringify(value)}`
    return this.#variables.getOrInsertComputed(key, () => {
      const name = `${this.#prefix}${this.#variables.size}`
      const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const
      const declared = parseType(String(type), { noLocation: true })
      this.definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: declared })
      this.values[name] = value
      return variable
    })
  }
}

/** The value of a literal as JSON has it; undefined with a variable or a custom scalar in it. */
function valueOf(node: ValueNode, type: GraphQLInputType): unknown {
  if (node.kind === Kind.NULL) return null
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const nodes = node.kind === Kind.LIST ? node.values : [node]
    const items = nodes.map((item) => valueOf(item, nullable.ofType))
    return items.includes(undefined) ? undefined : items
  }
  if (isInputObjectType(nullable)) {
    if (node.kind !== Kind.OBJECT) return undefined
    const types = nullable.getFields()
    const fields = node.fields.map(({ name, value }) => {
      return [name.value, valueOf(value, types[name.value]!.type)] as const
    })
    return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
  }
  if (!('value' in node)) return undefined
  return isEnumType(nullable) ? node.value : SCALARS[nullable.name]?.(node.value)
}

type ReadScalar = (text: string | boolean) => unknown

/** How literals of the scalars of GraphQL are read. JSON has no number for what is too large for a double. */
const SCALARS: Readonly<Record<string, ReadScalar>> = {
  ID: String,
  String,
  Boolean,
  Int: Number,
  Float: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
}

/** The beginning of names that nobody has taken. */
function unusedPrefix(names: readonly string[]): string {
  let prefix = 'literal'
  while (names.some((name) => name.startsWith(prefix))) prefix += '_'
  return prefix
}
