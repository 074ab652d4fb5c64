// The checks of the input of callers, compiled from @constraint and the subgraph's own rules.
import {
  Kind,
  print,
  type DefinitionNode,
  type DocumentNode,
  type InputObjectTypeDefinitionNode,
  type InputObjectTypeExtensionNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql'
import {
  constraintCheck,
  type Constraint,
  type ConstraintCheck,
  type Rule,
} from '#foundation/domain/constraint.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { constraintOf } from '#foundation/graphql/constraints.ts'

/** A subgraph's own rules by coordinate, e.g. `AddQuestInput.title`. */
// oxlint-disable-next-line typescript/no-explicit-any
export type InputRules = Readonly<Record<string, Rule<any, any, any>>>

/** The issues of a value. `prefix` is the path to it, and `holder` the input it is a field of. */
export type Check = (
  value: unknown,
  at: { prefix: string; holder: unknown; ctx: unknown },
) => Issue[]

/** The input types of a schema, and the checks compiled so far. */
export interface InputTypes {
  types: ReadonlyMap<string, readonly InputValueDefinitionNode[]>
  rules: InputRules
  compiled: Map<string, Check | undefined>
}

/** The input types of a document, not compiled yet. */
export function inputTypes(sdl: DocumentNode, rules: InputRules): InputTypes {
  const types = new Map<string, InputValueDefinitionNode[]>()
  for (const node of sdl.definitions) {
    if (!isInput(node)) continue
    const { fields = [], name } = node
    types.getOrInsert(name.value, []).push(...fields)
  }
  return { types, rules, compiled: new Map() }
}

function isInput(
  node: DefinitionNode,
): node is InputObjectTypeDefinitionNode | InputObjectTypeExtensionNode {
  return (
    node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ||
    node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION
  )
}

/**
 * Compiles the check of every input type.
 * @throws for a constraint that nothing can enforce, or a rule for an unknown field
 */
export function compileInputTypes(inputs: InputTypes): void {
  const { rules, types } = inputs
  const known = new Set(
    [...types].flatMap(([type, fields]) => fields.map(({ name }) => `${type}.${name.value}`)),
  )
  for (const coordinate of Object.keys(rules)) {
    if (!known.has(coordinate))
      throw new Error(`There is a rule for ${coordinate}, which is not an input field.`)
  }
  for (const type of types.keys()) typeCheck(inputs, type)
}

/** The @constraint at a coordinate. @throws when there is none */
export function constraintAt({ types }: InputTypes, coordinate: string): Constraint {
  const [type = '', field] = coordinate.split('.')
  const constraint = constraintOf(types.get(type)?.find(({ name }) => name.value === field))
  if (constraint) return constraint
  throw new Error(`${coordinate} has no @constraint.`)
}

/** The check of an input type, compiled once; undefined when no field below it has a rule. */
export function typeCheck(inputs: InputTypes, type: string): Check | undefined {
  const { compiled, types } = inputs
  if (compiled.has(type)) return compiled.get(type)
  const fields = types.get(type)
  if (!fields) return undefined
  // A type that contains itself calls this check later, when it is compiled.
  compiled.set(type, (value, at) => compiled.get(type)?.(value, at) ?? [])
  const check = fieldsCheck(fields, (node) => fieldCheck(inputs, node, type))
  compiled.set(type, check)
  return check
}

/** The check of each field that is sent, in the order of the schema. */
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

/** The check of an input field or an argument. */
function fieldCheck(
  inputs: InputTypes,
  node: InputValueDefinitionNode,
  holder: string,
): Check | undefined {
  const constraint = constraintOf(node)
  const standard = constraint && standardCheck(node, constraint)
  const rule = inputs.rules[`${holder}.${node.name.value}`]
  if (rule) {
    return (value, { ctx, holder, prefix: field }) => {
      const issues = standard?.(field, value) ?? []
      return rule({ field, value, constraint: constraint ?? {}, issues, holder, ctx })
    }
  }
  const below = typeCheck(inputs, namedType(node.type))
  if (!standard && !below) return undefined
  return (value, { ctx, prefix }) => {
    const issues = standard?.(prefix, value) ?? []
    return issues.length > 0 || !below ? issues : eachIssues(below, value, prefix, ctx)
  }
}

/** The check of `@constraint` on a field or argument. @throws when it cannot be enforced there */
function standardCheck(node: InputValueDefinitionNode, constraint: Constraint): ConstraintCheck {
  const check = constraintCheck(constraint)
  refuseMisplaced(node, constraint)
  return check
}

/** The issues of an input object, or of each in a list, named `things.0.title`. */
function eachIssues(check: Check, value: unknown, path: string, ctx: unknown): Issue[] {
  if (!Array.isArray(value)) return check(value, { prefix: `${path}.`, holder: undefined, ctx })
  return value.flatMap((item, at) =>
    item === null ? [] : eachIssues(check, item, `${path}.${at}`, ctx),
  )
}

/** @throws for a constraint that cannot apply to the type, or that nothing would enforce */
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
 * The check of a field's arguments; undefined when none has a rule. Issues of an input object name its
 * field without the argument.
 */
export function argumentsCheck(
  inputs: InputTypes,
  nodes: readonly InputValueDefinitionNode[],
  coordinate: string,
): Check | undefined {
  return fieldsCheck(nodes, (node) => {
    const isList = print(node.type).startsWith('[')
    const input = isList ? undefined : typeCheck(inputs, namedType(node.type))
    if (!input) return fieldCheck(inputs, node, coordinate)
    const constraint = constraintOf(node)
    if (constraint) refuseMisplaced(node, constraint)
    return (value, { ctx }) => input(value, { prefix: '', holder: undefined, ctx })
  })
}
