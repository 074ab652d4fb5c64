// Random valid operations over any schema, from a list of numbers: shorter lists give smaller operations.
import { array, nat } from 'fast-check'
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql'

/** The numbers that decide about an operation. */
export const decisions = array(nat(1_000), { minLength: 10, maxLength: 120, size: 'max' })

export interface RandomOperation {
  source: string
  variables: Record<string, unknown>
}

export interface RandomOptions {
  /** Values of arguments, by type. */
  values: Record<string, readonly unknown[]>
  operation?: 'query' | 'mutation'
}

type AnyField = GraphQLField<unknown, unknown>

const DEPTH = 5

/** Builds an operation; an exhausted list always chooses the minimum. */
export function randomOperation(
  schema: GraphQLSchema,
  decisions: readonly number[],
  { values, operation = 'query' }: RandomOptions,
): RandomOperation {
  const builder = new Builder(schema, decisions, values)
  const set = builder.selectionSet(schema.getRootType(operation as OperationTypeNode)!, DEPTH)
  const variables = [...builder.variables]
  const definitions = variables.map(([name, { type }]) => `$${name}: ${type}`)
  const head = definitions.length > 0 ? `(${definitions.join(', ')})` : ''
  return {
    source: [`${operation} Random${head} ${set}`, ...builder.fragments].join('\n'),
    variables: Object.fromEntries(variables.map(([name, { value }]) => [name, value])),
  }
}

class Builder {
  readonly fragments: string[] = []
  readonly variables = new Map<string, { type: string; value: unknown }>()
  readonly #schema: GraphQLSchema
  readonly #decisions: readonly number[]
  readonly #values: RandomOptions['values']
  #used = 0

  constructor(
    schema: GraphQLSchema,
    decisions: readonly number[],
    values: RandomOptions['values'],
  ) {
    this.#schema = schema
    this.#decisions = decisions
    this.#values = values
  }

  selectionSet(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#pick(5)
    const selections = Array.from({ length: count }, () => this.#selection(type, depth))
    return `{ ${[...new Set(selections)].join(' ')} }`
  }

  #pick(count: number): number {
    return (this.#decisions[this.#used++] ?? 0) % count
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.#pick(items.length)]!
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : []
    if (depth === 0 && fields.length === 0) return '__typename'
    const kind = this.#pick(12)
    if (kind === 1) return `__typename${this.#condition()}`
    if (kind === 2) return `name: __typename`
    const isSpread = kind === 3 || (isAbstractType(type) && (fields.length === 0 || kind > 6))
    if (isSpread && depth > 0) return this.#fragment(type, depth)
    return this.#field(this.#oneOf(fields), type, depth)
  }

  #field(field: AnyField, parent: GraphQLCompositeType, depth: number): string {
    const named = getNamedType(field.type)
    const isSpent = depth === 0 || this.#used >= this.#decisions.length
    if (isCompositeType(named) && isSpent) return '__typename'
    const args = this.#arguments(field)
    const below = isCompositeType(named) ? ` ${this.selectionSet(named, depth - 1)}` : ''
    const alias = this.#alias(field.name, args, parent)
    return `${alias}${field.name}${args}${this.#condition()}${below}`
  }

  /** Fields with arguments need a distinct alias; other fields may take the name of another one. */
  #alias(name: string, args: string, parent: GraphQLCompositeType): string {
    const kind = this.#pick(8)
    if (args && kind > 0) return `${name}_${args.replaceAll(/\W+/g, '_')}: `
    if (kind === 1) return `a${this.#pick(3)}: `
    if (kind !== 2 || !('getFields' in parent)) return ''
    return `${this.#oneOf(Object.keys(parent.getFields()))}: `
  }

  #condition(): string {
    const kind = this.#pick(14)
    if (kind === 1) return ` @include(if: ${this.#boolean()})`
    return kind === 2 ? ` @skip(if: ${this.#boolean()})` : ''
  }

  #boolean(): string {
    const kind = this.#pick(4)
    if (kind < 2) return kind === 0 ? 'true' : 'false'
    const name = kind === 2 ? 'yes' : 'no'
    this.variables.set(name, { type: 'Boolean!', value: name === 'yes' })
    return `$${name}`
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const target = this.#oneOf(typesOverlapping(this.#schema, type))
    const kind = this.#pick(4)
    if (kind === 1) return `...${this.#condition()} ${this.selectionSet(type, depth - 1)}`
    const set = this.selectionSet(target, depth - 1)
    if (kind !== 2) return `... on ${target.name}${this.#condition()} ${set}`
    this.fragments.push(`fragment F${this.fragments.length} on ${target.name} ${set}`)
    return `...F${this.fragments.length - 1}${this.#condition()}`
  }

  #arguments({ args }: AnyField): string {
    const sent = args.flatMap(({ name, type, defaultValue }) => {
      const isRequired = isNonNullType(type) && defaultValue === undefined
      if (!isRequired && this.#pick(2) === 0) return []
      return [`${name}: ${this.#argument(type)}`]
    })
    return sent.length > 0 ? `(${sent.join(', ')})` : ''
  }

  #argument(type: GraphQLInputType): string {
    const value = inputValue(type, this.#values, (count) => this.#pick(count))
    const named = getNamedType(type)
    if (this.#pick(2) === 0 || isInputObjectType(named)) return literal(value, isEnumType(named))
    const name = `v${this.variables.size}`
    this.variables.set(name, { type: String(type), value })
    return `$${name}`
  }
}

function typesOverlapping(schema: GraphQLSchema, type: GraphQLCompositeType) {
  const possible = isObjectType(type) ? [type] : schema.getPossibleTypes(type)
  const above = possible.flatMap((member) => member.getInterfaces())
  return [...new Set<GraphQLCompositeType>([type, ...possible, ...above])]
}

export function inputValue(
  type: GraphQLInputType,
  values: RandomOptions['values'],
  pick: (count: number) => number,
): unknown {
  if (isNonNullType(type)) return inputValue(type.ofType, values, pick)
  if (isListType(type)) return [inputValue(type.ofType, values, pick)]
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((f) => isNonNullType(f.type))
    return Object.fromEntries(required.map((f) => [f.name, inputValue(f.type, values, pick)]))
  }
  const known = isEnumType(type) ? type.getValues().map(({ name }) => name) : values[type.name]
  if (!known) throw new Error(`There is no value of ${type.name}.`)
  return known[pick(known.length)]
}

function literal(value: unknown, isEnum: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, isEnum)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, field]) => `${key}: ${literal(field, false)}`)
    return `{ ${fields.join(', ')} }`
  }
  return isEnum ? String(value) : JSON.stringify(value)
}
