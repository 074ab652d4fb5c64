// Replaces literals with variables, so that operations that differ only in the values of arguments share a plan.
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
  Kind,
  parseType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type ObjectFieldNode,
  type ObjectValueNode,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'

/** The variables that replace the literals of one operation. */
export class HoistedLiterals {
  /** The values of the literals by the names of their variables. */
  readonly values: Record<string, unknown> = {}
  readonly definitions: VariableDefinitionNode[] = []
  readonly #variables = new Map<string, VariableNode>()
  readonly #prefix: string

  /** @param clients the variables of the client, whose names must not be used again */
  constructor(clients: readonly VariableDefinitionNode[]) {
    this.#prefix = unusedPrefix(clients.map(({ variable }) => variable.name.value))
  }

  /**
   * Returns a variable for a valid literal; one with variables of the client in it keeps these, and its other parts
   * become variables. Equal literals of one type are one variable, so that equal fields are fetched once. Those of custom
   * scalars stay, because only their subgraph knows how it reads them.
   */
  replace(node: ValueNode, type: GraphQLInputType, keep: Keep): ValueNode {
    return this.#nodeOf(this.#read(node, type, keep), type)
  }

  #nodeOf(read: Read, type: GraphQLInputType): ValueNode {
    return isValue(read) ? this.#variableFor(read.value, type) : read.node
  }

  #read(node: ValueNode, type: GraphQLInputType, keep: Keep): Read {
    if (node.kind === Kind.NULL) return { value: null }
    const nullable = getNullableType(type)
    if (isListType(nullable)) return this.#readList(node, nullable.ofType, keep)
    if (isInputObjectType(nullable) && node.kind === Kind.OBJECT) {
      return this.#readObject(node, nullable, keep)
    }
    const value = 'value' in node ? leafOf(node.value, nullable) : undefined
    return value === undefined ? { node: keep(node) } : { value }
  }

  #readList(node: ValueNode, type: GraphQLInputType, keep: Keep): Read {
    if (node.kind !== Kind.LIST) {
      const item = this.#read(node, type, keep)
      return isValue(item) ? { value: [item.value] } : item
    }
    const items = node.values.map((item) => this.#read(item, type, keep))
    if (items.every(isValue)) return { value: items.map(({ value }) => value) }
    return { node: { ...node, values: items.map((item) => this.#nodeOf(item, type)) } }
  }

  #readObject(node: ObjectValueNode, type: GraphQLInputObjectType, keep: Keep): Read {
    const types = type.getFields()
    const typeOf = ({ name }: ObjectFieldNode) => types[name.value]!.type
    const fields = node.fields.map((field) => this.#read(field.value, typeOf(field), keep))
    if (fields.every(isValue)) {
      const values = fields.map(({ value }, at) => [node.fields[at]!.name.value, value] as const)
      return { value: Object.fromEntries(values) }
    }
    const replaced = node.fields.map((field, at) => {
      return { ...field, value: this.#nodeOf(fields[at]!, typeOf(field)) }
    })
    return { node: { ...node, fields: replaced } }
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

/** The value of a literal as JSON has it, or what stays of one with a variable or a custom scalar in it. */
type Read = { value: unknown } | { node: ValueNode }

/** Copies what stays. */
type Keep = (node: ValueNode) => ValueNode

function isValue(read: Read): read is { value: unknown } {
  return 'value' in read
}

/** Undefined for a custom scalar. */
function leafOf(value: string | boolean, type: GraphQLInputType): unknown {
  if (isEnumType(type)) return value
  return isScalarType(type) ? SCALARS[type.name]?.(value) : undefined
}

type ReadScalar = (text: string | boolean) => unknown

/** Reads literals of the built-in scalars. JSON has no number for a value that is too large for a double. */
const SCALARS: Readonly<Record<string, ReadScalar>> = {
  ID: String,
  String,
  Boolean,
  Int: Number,
  Float: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
}

/** The prefix of variable names that the document does not use. */
function unusedPrefix(names: readonly string[]): string {
  let prefix = 'literal'
  while (names.some((name) => name.startsWith(prefix))) prefix += '_'
  return prefix
}
