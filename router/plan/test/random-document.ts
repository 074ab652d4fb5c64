// Random documents over a schema that go as far as the limits of requests: nested fragments, literals, directives.
import {
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { randomLiteral } from './random-literal.ts'

const OPERATIONS = ['query', 'query', 'query', 'mutation'] as const
const MAX_DEPTH = 11
const MAX_ALIASES = 14

/** Builds a document, most of which are valid. An exhausted list of numbers always chooses the minimum. */
export function randomDocument(schema: GraphQLSchema, decisions: readonly number[]): string {
  return new Builder(schema, decisions).document()
}

class Builder {
  readonly #schema: GraphQLSchema
  readonly #decisions: readonly number[]
  readonly #fragments: string[] = []
  readonly #variables = new Map<string, string>()
  #used = 0
  #aliases = 0

  constructor(schema: GraphQLSchema, decisions: readonly number[]) {
    this.#schema = schema
    this.#decisions = decisions
  }

  document(): string {
    const operation = OPERATIONS[this.pick(OPERATIONS.length)]!
    const root = this.#schema.getRootType(operation as never) ?? this.#schema.getQueryType()!
    const set = this.#selectionSet(root, 0)
    const variables = [...this.#variables.values()].join(' ')
    const head = variables === '' ? '' : `(${variables})`
    const other = this.pick(9) === 1 ? ['query Other { __typename }'] : []
    return [`${operation} Random${head} ${set}`, ...this.#fragments, ...other].join('\n')
  }

  readonly pick = (count: number): number => (this.#decisions[this.#used++] ?? 0) % count

  get #isSpent(): boolean {
    return this.#used >= this.#decisions.length
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.pick(items.length)]!
  }

  #selectionSet(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.pick(4)
    const selections = Array.from({ length: count }, () => this.#selection(type, depth))
    return `{ ${selections.join(this.pick(5) === 1 ? ',\n' : ' ')} }`
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    if (this.#isSpent) return '__typename'
    const kind = this.pick(10)
    if (kind === 1) return `${this.#alias()}__typename${this.#directives()}`
    if (kind === 2) return this.#inlineFragments(type, depth)
    if (kind === 3) return this.#fragmentChain(type, depth)
    if (kind === 4) return this.#narrowed(type, depth)
    return this.#field(type, depth)
  }

  /** `...{...{...{ }}}`, as deep as the numbers say. */
  #inlineFragments(type: GraphQLCompositeType, depth: number): string {
    const levels = 1 + this.pick(4) * this.pick(60)
    const opening = Array.from({ length: levels }, () => {
      const condition = this.pick(2) === 1 ? ` on ${type.name}` : ''
      return `...${condition}${this.#directives()} {`
    })
    const inner = this.#selection(type, depth)
    return `${opening.join(' ')} ${inner} ${'} '.repeat(levels)}`
  }

  /** A fragment that spreads a fragment, and so on. */
  #fragmentChain(type: GraphQLCompositeType, depth: number): string {
    const levels = 1 + this.pick(3) * this.pick(30)
    let inner = this.#selectionSet(type, depth)
    for (let level = 0; level < levels; level += 1) {
      const name = `F${this.#fragments.length}`
      this.#fragments.push(`fragment ${name} on ${type.name} ${inner}`)
      inner = `{ ...${name}${this.#directives()} }`
    }
    return `...${this.#directives()} ${inner}`
  }

  #narrowed(type: GraphQLCompositeType, depth: number): string {
    const possible = isObjectType(type) ? [type] : this.#schema.getPossibleTypes(type)
    const above = possible.flatMap((member) => member.getInterfaces())
    const unions = Object.values(this.#schema.getTypeMap()).filter((other) => {
      return (
        isCompositeType(other) &&
        !isObjectType(other) &&
        this.#schema.isSubType(other, possible[0]!)
      )
    })
    const target = this.#oneOf([type, ...possible, ...above, ...unions]) as GraphQLCompositeType
    return `... on ${target.name}${this.#directives()} ${this.#selectionSet(target, depth)}`
  }

  #field(type: GraphQLCompositeType, depth: number): string {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : []
    const fitting = fields.filter((field) => {
      return depth < MAX_DEPTH || !isCompositeType(getNamedType(field.type))
    })
    if (fitting.length === 0) return '__typename'
    const field = this.#oneOf(fitting)
    const named = getNamedType(field.type)
    const below = isCompositeType(named) ? ` ${this.#selectionSet(named, depth + 1)}` : ''
    const args = this.#arguments(field.args)
    // A different alias for each list of arguments, because fields with one response name must not differ.
    const alias = args === '' ? this.#alias() : `x${this.#used}: `
    return `${alias}${field.name}${args}${this.#directives()}${below}`
  }

  #alias(): string {
    if (this.#aliases >= MAX_ALIASES || this.pick(4) !== 1) return ''
    this.#aliases += 1
    return `${this.#oneOf(ALIASES)}${this.#used}: `
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const sent = args.flatMap(({ name, type, defaultValue }) => {
      const isRequired = isNonNullType(type) && defaultValue === undefined
      if (!isRequired && this.pick(2) === 0) return []
      return [`${name}: ${this.#argument(type)}`]
    })
    return sent.length === 0 ? '' : `(${sent.join(', ')})`
  }

  #argument(type: GraphQLInputType): string {
    const literal = randomLiteral(type, this.pick)
    if (this.pick(3) !== 1) return literal
    const isDefault = this.pick(2) === 1
    return this.#variable(String(type), isDefault ? ` = ${literal}` : '')
  }

  #variable(type: string, rest: string): string {
    const name = `$${this.#oneOf(ALIASES)}${this.#variables.size}`
    this.#variables.set(name, `${name}: ${type}${rest}`)
    return name
  }

  #directives(): string {
    const kind = this.pick(12)
    if (kind === 1) return ` @include(if: ${this.#condition()})`
    if (kind === 2) return ` @skip(if: ${this.#condition()})`
    if (kind === 3) return ` @skip(if: ${this.#condition()}) @include(if: ${this.#condition()})`
    return ''
  }

  #condition(): string {
    const kind = this.pick(4)
    if (kind < 2) return kind === 0 ? 'true' : 'false'
    return this.#variable('Boolean', kind === 2 ? ' = true' : ' = false')
  }
}

const ALIASES = ['a', '_', 'id', '__proto__', 'constructor', '_entities', '_e0', '__batch_reps_0']
