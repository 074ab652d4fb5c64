// Compiles the arguments of a field into a function that reads them from the variables of a run.
import { getArgumentValues, isNonNullType, Kind, type FieldNode, type GraphQLField } from 'graphql'
import type { Variables } from '#foundation/graphql/variables.ts'

type ReadArguments = (variables: Variables) => Record<string, unknown>

interface Argument {
  name: string
  /** The variable with the value; undefined if there is none. */
  variable: string | undefined
  defaultValue: unknown
  isRequired: boolean
}

/** Reads variables directly, because they are coerced; graphql-js reads literals and reports missing arguments. */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ReadArguments {
  const byGraphql: ReadArguments = (variables) => getArgumentValues(field, node, variables)
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
