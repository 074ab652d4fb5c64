// Coerces the variables of an operation with graphql-js, and reports invalid ones by field and rule.
import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'

export type Variables = Record<string, unknown>

/** How many issues one error names at most. */
export const MAX_ISSUES = 20

/**
 * Coerces the values of an operation's variables by the specification (section 6.1.2).
 * @throws VALIDATION_ERROR that names every field and rule. The fields of an input object in a variable called `input`
 * have their own names; others have variable and path (`tags.0`).
 */
export function coerceVariables(
  schema: GraphQLSchema,
  node: OperationDefinitionNode,
  inputs: Variables,
): Variables {
  const definitions = node.variableDefinitions ?? []
  const representations = readRepresentations(definitions, inputs)
  if (representations) return representations
  const { coerced, errors } = getVariableValues(schema, definitions, inputs, { maxErrors: 1 })
  if (!errors) return coerced
  const issues = definitions.flatMap((definition) => findIssues(schema, definition, inputs))
  refuseIssues(issues.slice(0, MAX_ISSUES))
  throw errors[0]!
}

/** The variables of an operation if all are representations, which need no coercion; otherwise undefined. */
function readRepresentations(
  definitions: readonly VariableDefinitionNode[],
  inputs: Variables,
): Variables | undefined {
  if (definitions.length === 0) return undefined
  const sent = definitions.map(({ variable }) => [variable.name.value, inputs[variable.name.value]])
  const isPlain = definitions.every(({ type }, index) => {
    return isAnyList(type) && isListWithoutNull(sent[index]![1])
  })
  return isPlain ? (Object.fromEntries(sent) as Variables) : undefined
}

function isListWithoutNull(value: unknown): boolean {
  return Array.isArray(value) && !value.includes(null) && !value.includes(undefined)
}

/** True for the type `[_Any!]!`. */
function isAnyList(type: TypeNode): boolean {
  if (type.kind !== Kind.NON_NULL_TYPE || type.type.kind !== Kind.LIST_TYPE) return false
  const item = type.type.type
  if (item.kind !== Kind.NON_NULL_TYPE || item.type.kind !== Kind.NAMED_TYPE) return false
  return item.type.name.value === '_Any'
}

function findIssues(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  inputs: Variables,
): Issue[] {
  const name = variable.name.value
  // The overloads of typeFromAST only accept single kinds of type nodes.
  const type = typeFromAST(schema, typeNode as never) as GraphQLInputType | undefined
  if (!isInputType(type)) return [{ field: name, reason: 'is not of a type that can be sent' }]
  if (!Object.hasOwn(inputs, name)) {
    return isNonNullType(type) && !defaultValue ? [{ field: name, reason: 'is required' }] : []
  }
  return issuesOf(name, type, inputs[name])
}

/** The issues of a value for a variable or an argument, at most `MAX_ISSUES`; those of an `input` have their own names. */
export function issuesOf(name: string, type: GraphQLInputType, input: unknown): Issue[] {
  const base = name === 'input' && isInputObjectType(getNullableType(type)) ? [] : [name]
  const issues: Issue[] = []
  const report = (path: readonly (string | number)[], value: unknown, error: GraphQLError) => {
    if (issues.length === MAX_ISSUES) return
    const [culprit, reason] = explain(typeAt(type, path), value, error.message)
    const place = [...base, ...path, ...culprit]
    const field = place.length > 0 ? place.join('.') : name
    issues.push({ field, reason })
  }
  coerceInputValue(input, type, report, true)
  return issues
}

/** The named type at a path into a value; list items have the type of their list. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLNamedType {
  return path.reduce<GraphQLNamedType>((parent, key) => {
    if (!isInputObjectType(parent)) return parent
    return getNamedType(parent.getFields()[key]?.type) ?? parent
  }, getNamedType(type))
}

/** The path from the value to the field with the issue, and the message for the caller. */
function explain(type: GraphQLNamedType, value: unknown, message: string): [string[], string] {
  if (value == null) return [[], 'must not be null']
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name)
    return [[], `must be one of ${names.join(', ')}`]
  }
  if (!isInputObjectType(type)) return [[], rule(type, value)]
  if (typeof value !== 'object' || Array.isArray(value)) return [[], 'must be an object']
  // graphql-js reports a missing and an unknown field at the object, and names it only in the message.
  const missing = /^Field "(.*)" of required type "/s.exec(message)?.[1]
  if (missing !== undefined) return [[missing], 'is required']
  const unknown = /^Field "(.*)" is not defined by type "/s.exec(message)?.[1]
  if (unknown !== undefined) return [[unknown], 'is not a known field']
  return [[], 'must have exactly one field']
}

/** The issue of a scalar or enum value returned by a service, where an ID is always a string. */
export function leafIssue(type: GraphQLLeafType, value: unknown): Issue | undefined {
  const fits = type.name === 'ID' ? typeof value === 'string' : parses(type, value)
  return fits ? undefined : { field: '', reason: explain(type, value, '')[1] }
}

function parses(type: GraphQLLeafType, value: unknown): boolean {
  try {
    return value !== null && type.parseValue(value) !== undefined
  } catch {
    return false
  }
}

const RULES: Record<string, string> = {
  ID: 'must be a string',
  String: 'must be a string',
  Int: 'must be an integer',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTimeISO: 'must be a date and time such as 2026-11-20T09:30:00.000Z',
  JSONObject: 'must be an object',
}

function rule({ name }: GraphQLNamedType, value: unknown): string {
  if (name === 'Int' && Number.isInteger(value)) return 'must be between -2147483648 and 2147483647'
  return RULES[name] ?? `must be a valid ${name}`
}
