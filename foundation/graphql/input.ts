// The rules for what callers send: @constraint of the SDL, and a subgraph's own rule where it has one.
import { readFileSync } from 'node:fs'
import {
  defaultFieldResolver,
  isObjectType,
  Kind,
  parse,
  print,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql'
import { requireIdentity, type Caller } from '#foundation/auth/caller.ts'
import { scopesOf } from '#foundation/auth/scopes.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import {
  constraintCheck,
  constraintSchema,
  VISIBLE,
  type Constraint,
  type Rule,
} from '#foundation/domain/constraint.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { constraintOf } from '#foundation/graphql/constraints.ts'

/** A subgraph's own rules by coordinate, e.g. `AddQuestInput.title`. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Rules = Readonly<Record<string, Rule<any, any, any>>>

/** What the inputs of a subgraph must be like. */
export interface Input {
  rules: Rules
  /** What @constraint says at a coordinate. @throws when it says nothing there */
  constraint: (coordinate: string) => Constraint
  /** JSON Schema of the same, for content files; that a text is visible, rules say in words. */
  schema: (coordinate: string) => Record<string, number | string>
  /** The bounds of a number. */
  range: (coordinate: string) => { least: number; most: number }
  /** The pattern of a text. */
  pattern: (coordinate: string) => RegExp
  /** All that is wrong with an input of that type, in the order of its fields. */
  issues: (type: string, value: object, ctx?: unknown) => Issue[]
}

/** What is wrong with a value, which is a field of its holder and named with the prefix. */
type Check = (value: unknown, at: { prefix: string; holder: unknown; ctx: unknown }) => Issue[]

type Field = GraphQLField<unknown, Caller>

interface Source {
  /** The fields of each input type. */
  types: ReadonlyMap<string, readonly InputValueDefinitionNode[]>
  rules: Rules
  compiled: Map<string, Check | undefined>
}

/** The input of the subgraph with this schema.graphql. @throws as `compileInput` */
export function readInput(sdl: URL, rules: Rules = {}): Input {
  const source = compileInput(parse(readFileSync(sdl, 'utf8')), rules)
  const constraint = (coordinate: string) => constraintAt(source, coordinate)
  return {
    rules,
    constraint,
    schema(coordinate) {
      const { pattern, ...bounds } = constraint(coordinate)
      const isShown = pattern === undefined || pattern === VISIBLE
      return constraintSchema({ ...bounds, ...(!isShown && { pattern }) })
    },
    range(coordinate) {
      const { max, min } = constraint(coordinate)
      return { least: min!, most: max! }
    },
    pattern: (coordinate) => new RegExp(constraint(coordinate).pattern!),
    issues: (type, value, ctx) =>
      typeCheck(source, type)?.(value, { prefix: '', holder: undefined, ctx }) ?? [],
  }
}

/** What @constraint says at coordinates of a schema.graphql, for rules to use. */
export function readConstraints(sdl: URL): Input['constraint'] {
  return readInput(sdl).constraint
}

/**
 * @throws for a constraint that nothing can enforce, or a rule for a field that is not there
 */
function compileInput(sdl: DocumentNode, rules: Rules): Source {
  const inputs = sdl.definitions.filter((node) => node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
  const types = new Map(inputs.map(({ name, fields = [] }) => [name.value, fields]))
  const source = { types, rules, compiled: new Map<string, Check | undefined>() }
  const known = new Set(
    [...types].flatMap(([type, fields]) => fields.map(({ name }) => `${type}.${name.value}`)),
  )
  for (const coordinate of Object.keys(rules)) {
    if (!known.has(coordinate)) throw new Error(`A rule for ${coordinate}, which is no input.`)
  }
  for (const type of types.keys()) typeCheck(source, type)
  return source
}

function constraintAt({ types }: Source, coordinate: string): Constraint {
  const [type = '', field] = coordinate.split('.')
  const constraint = constraintOf(types.get(type)?.find(({ name }) => name.value === field))
  if (constraint) return constraint
  throw new Error(`${coordinate} has no @constraint.`)
}

/** Of an input type; undefined when nothing below it has a rule. */
function typeCheck(source: Source, type: string): Check | undefined {
  const { compiled, types } = source
  if (compiled.has(type)) return compiled.get(type)
  const fields = types.get(type)
  if (!fields) return undefined
  // For a type within itself, which is compiled by the time a value comes.
  compiled.set(type, (value, at) => compiled.get(type)?.(value, at) ?? [])
  const check = fieldsCheck(fields, (node) => fieldCheck(source, node, type))
  compiled.set(type, check)
  return check
}

/** Of each field that is there and has a check, in their order. */
function fieldsCheck(
  nodes: readonly InputValueDefinitionNode[],
  checkOf: (node: InputValueDefinitionNode) => Check | undefined,
): Check | undefined {
  const checks = nodes.flatMap((node) => {
    const check = checkOf(node)
    return check ? [{ name: node.name.value, check }] : []
  })
  if (checks.length === 0) return undefined
  return (holder, { ctx, prefix }) => {
    const sent = holder as Record<string, unknown>
    return checks.flatMap(({ check, name }) => {
      const value = sent[name]
      if (value === null || value === undefined) return []
      return check(value, { prefix: `${prefix}${name}`, holder, ctx })
    })
  }
}

/** Of a field of an input type, or of an argument of a field. */
function fieldCheck(
  source: Source,
  node: InputValueDefinitionNode,
  holder: string,
): Check | undefined {
  const constraint = constraintOf(node)
  const standard = constraint && constraintCheck(constraint)
  if (constraint) refuseMisplaced(node, constraint)
  const rule = source.rules[`${holder}.${node.name.value}`]
  if (rule) {
    return (value, { ctx, holder, prefix: field }) => {
      const issues = standard?.(field, value) ?? []
      return rule({ field, value, constraint: constraint ?? {}, issues, holder, ctx })
    }
  }
  if (standard) return (value, { prefix: field }) => standard(field, value)
  const below = typeCheck(source, namedType(node.type))
  return below && ((value, { ctx, prefix }) => eachIssues(below, value, prefix, ctx))
}

/** Of an input object, or of each in a list: `things.0.title`. */
function eachIssues(check: Check, value: unknown, path: string, ctx: unknown): Issue[] {
  if (!Array.isArray(value)) return check(value, { prefix: `${path}.`, holder: undefined, ctx })
  return value.flatMap((item, at) =>
    item === null ? [] : eachIssues(check, item, `${path}.${at}`, ctx),
  )
}

/** @throws for a constraint that values of the type cannot break, or that would not be looked for */
function refuseMisplaced({ name, type }: InputValueDefinitionNode, constraint: Constraint): void {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type
  const isList = nullable.kind === Kind.LIST_TYPE
  const scalars = constraint.min === undefined ? ['String', 'ID'] : ['Int', 'Float']
  const fits = constraint.maxItems === undefined && scalars.includes(namedType(nullable))
  if (isList ? constraint.maxItems !== undefined : fits) return
  throw new Error(`@constraint on ${name.value} does not fit ${print(type)}.`)
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}

/**
 * Checks what every field is sent before it is resolved, however it was sent. An input object is
 * named by its fields alone.
 * @throws as `compileInput`
 */
export function enforceInput(schema: GraphQLSchema, sdl: DocumentNode, rules: Rules): void {
  const source = compileInput(sdl, rules)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values<Field>(type.getFields())) {
      const check = argumentsCheck(source, field, `${type.name}.${field.name}`)
      if (check) checkField(field, check, isForPeople(schema, type.name, field))
    }
  }
}

function argumentsCheck(source: Source, { astNode }: Field, coordinate: string): Check | undefined {
  return fieldsCheck(astNode?.arguments ?? [], (node) => {
    const isList = print(node.type).startsWith('[')
    const input = isList ? undefined : typeCheck(source, namedType(node.type))
    if (!input) return fieldCheck(source, node, coordinate)
    return (value, { ctx }) => input(value, { prefix: '', holder: undefined, ctx })
  })
}

/** True of what only a person can do: neither a service nor an administrator does it, nor any other guard is asked. */
function isForPeople(schema: GraphQLSchema, type: string, field: Field): boolean {
  const guards = (field.astNode?.directives ?? []).map(({ name }) => name.value)
  if (type !== schema.getMutationType()?.name || guards.join() !== 'requiresScopes') return false
  return !scopesOf(schema, field).includes('admin')
}

function checkField(field: Field, check: Check, isForPeople: boolean): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args: object, ctx, info) => {
    const issues = check(args, { prefix: '', holder: undefined, ctx })
    // Who can own nothing hears that first.
    if (issues.length > 0 && isForPeople) requireIdentity(ctx)
    refuseIssues(issues)
    return resolve(source, args, ctx, info)
  }
}
