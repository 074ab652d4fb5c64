// Compiles the arguments of a field into a function that reads them from the variables of a run.
import {
  getArgumentValues,
  isNonNullType,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLField,
} from 'graphql'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { issuesOf, type Variables } from '#foundation/graphql/variables.ts'

type ReadArguments = (variables: Variables) => Record<string, unknown>

interface Argument {
  name: string
  /** The variable with the value; undefined if there is none. */
  variable: string | undefined
  defaultValue: unknown
  isRequired: boolean
}

/**
 * Reads variables directly, because they are coerced; graphql-js reads literals and reports missing arguments. What is
 * returned throws VALIDATION_ERROR for a literal that its scalar refuses.
 */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ReadArguments {
  const byGraphql: ReadArguments = (variables) => {
    try {
      return getArgumentValues(field, node, variables)
    } catch (error) {
      refuseLiterals(field, node, variables)
      throw error
    }
  }
  if (node.arguments?.some(({ value }) => value.kind !== Kind.VARIABLE)) return byGraphql
  const args = field.args.map(({ name, type, defaultValue }): Argument => {
    const value = node.arguments?.find((sent) => sent.name.value === name)?.value
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : undefined
    return { name, variable, defaultValue, isRequired: isNonNullType(type) }
  })
  return (variables) => {
    const values: Record<string, unknown> = {}
    for (const { name, variable, defaultValue, isRequired } of args) {
      const isSent = variable !== undefined && Object.hasOwn(variables, variable)
      const value = isSent ? variables[variable] : defaultValue
      if (isRequired && (value === null || value === undefined)) return byGraphql(variables)
      if (isSent || value !== undefined) values[name] = value
    }
    return values
  }
}

/** The router does not know a custom scalar, so that it lets every literal of it pass. @throws VALIDATION_ERROR */
function refuseLiterals(
  field: GraphQLField<unknown, unknown>,
  { arguments: sent = [] }: FieldNode,
  variables: Variables,
): void {
  const literals = sent.filter(({ value }) => value.kind !== Kind.VARIABLE)
  const issues = literals.flatMap(({ name, value }) => {
    const { type } = field.args.find((arg) => arg.name === name.value)!
    return issuesOf(name.value, type, valueFromASTUntyped(value, variables))
  })
  refuseIssues(issues)
}
