// The input rules of a subgraph: enforced in its schema, and read by its domain and content files.
import { readFileSync } from 'node:fs'
import {
  isObjectType,
  parse,
  type DocumentNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { requireIdentity, type Caller } from '#foundation/auth/caller.ts'
import { wrapResolvers } from '#foundation/auth/field-resolvers.ts'
import { scopesOf } from '#foundation/auth/scopes.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { constraintSchema, VISIBLE, type Constraint } from '#foundation/domain/constraint.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import {
  argumentsCheck,
  compileInputTypes,
  constraintAt,
  inputTypes,
  typeCheck,
  type Check,
  type InputRules,
} from '#foundation/graphql/input-check.ts'
import { wellFormedCheck, type TextCheck } from '#foundation/graphql/well-formed.ts'

/** The input rules of a subgraph, looked up by coordinate. */
export interface Input {
  rules: InputRules
  /** The @constraint at a coordinate. @throws when there is none */
  constraint: (coordinate: string) => Constraint
  /** The JSON Schema of a field with a @constraint, for content files; a rule refuses blank texts in words. */
  schema: (coordinate: string, description: string) => JsonSchema
  /** The JSON Schemas of fields of a type, by name; a field with a schema of its own keeps it. */
  schemas: <Name extends string>(
    type: string,
    fields: Readonly<Record<Name, string | JsonSchema>>,
  ) => Record<Name, JsonSchema>
  range: (coordinate: string) => { min: number; max: number }
  pattern: (coordinate: string) => RegExp
  /** Every issue of an input of that type, in the order of its fields. */
  issues: (type: string, value: object, ctx?: unknown) => Issue[]
}

type Field = GraphQLField<unknown, Caller>
type Resolver = GraphQLFieldResolver<unknown, Caller, Record<string, unknown>>

/** Reads the input types of a schema.graphql; each is compiled when `issues` first needs it. */
export function readInput(sdl: URL, rules: InputRules = {}): Input {
  const inputs = inputTypes(parse(readFileSync(sdl, 'utf8'), { noLocation: true }), rules)
  const constraint = (coordinate: string) => constraintAt(inputs, coordinate)
  const schema = (coordinate: string, description: string) => ({
    ...fieldSchema(constraint(coordinate)),
    description,
  })
  return {
    rules,
    constraint,
    schema,
    schemas<Name extends string>(
      type: string,
      fields: Readonly<Record<Name, string | JsonSchema>>,
    ) {
      const pairs = Object.entries<string | JsonSchema>(fields).map(([name, field]) => [
        name,
        typeof field === 'string' ? schema(`${type}.${name}`, field) : field,
      ])
      return Object.fromEntries(pairs) as Record<Name, JsonSchema>
    },
    range(coordinate) {
      const { max, min } = constraint(coordinate)
      return { min: min!, max: max! }
    },
    pattern: (coordinate) => new RegExp(constraint(coordinate).pattern!),
    issues: (type, value, ctx) =>
      typeCheck(inputs, type)?.(value, { prefix: '', holder: undefined, ctx }) ?? [],
  }
}

/** The JSON Schema of a constraint. Numbers with limits are integers in all fields of content files. */
function fieldSchema({ pattern, ...bounds }: Constraint): JsonSchema {
  const isWord = pattern !== undefined && pattern !== VISIBLE
  const type = bounds.min === undefined ? 'string' : 'integer'
  return { type, ...constraintSchema({ ...bounds, ...(isWord && { pattern }) }) }
}

/**
 * Checks the strings and constraints in the arguments of every field before its resolver runs.
 * @throws as `compileInputTypes`
 */
export function enforceInput(schema: GraphQLSchema, sdl: DocumentNode, rules: InputRules): void {
  const inputs = inputTypes(sdl, rules)
  compileInputTypes(inputs)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values<Field>(type.getFields())) {
      const nodes = field.astNode?.arguments ?? []
      const check = argumentsCheck(inputs, nodes, `${type.name}.${field.name}`)
      const textCheck = wellFormedCheck(field.args)
      if (!(check ?? textCheck)) continue
      const checks = { check, textCheck, isForPeople: isForPeople(schema, type.name, field) }
      wrapResolvers(field, type === schema.getSubscriptionType(), checkInput(checks))
    }
  }
}

/** True for a mutation that requires a person and has no other guard. */
function isForPeople(schema: GraphQLSchema, type: string, field: Field): boolean {
  const guards = (field.astNode?.directives ?? []).map(({ name }) => name.value)
  if (type !== schema.getMutationType()?.name || guards.join() !== 'requiresScopes') return false
  return !scopesOf(schema, field).includes('admin')
}

interface FieldChecks {
  check: Check | undefined
  textCheck: TextCheck | undefined
  isForPeople: boolean
}

function checkInput({ check, textCheck, isForPeople }: FieldChecks) {
  return (resolve: Resolver): Resolver =>
    (source, args, ctx, info) => {
      const issues = textCheck?.(args) ?? []
      if (check) issues.push(...check(args, { prefix: '', holder: undefined, ctx }))
      // A machine client is refused first, whatever it sends.
      if (issues.length > 0 && isForPeople) requireIdentity(ctx)
      refuseIssues(issues)
      return resolve(source, args, ctx, info)
    }
}
