// Which types of a schema responses can contain, and which arguments can.
import {
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { memoized } from '../memo.ts'

/** Names of the types that fields return, starting at the roots. */
export const typesOfOutput = memoized((schema: GraphQLSchema) => outputFrom(schema, []))

function outputFrom(schema: GraphQLSchema, more: readonly GraphQLNamedType[]): Set<string> {
  const roots = Object.values(OperationTypeNode).flatMap(
    (operation) => schema.getRootType(operation) ?? [],
  )
  return closure([...roots, ...more], (type) => {
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
    if (!isObjectType(type) && !isInterfaceType(type)) return [...possible]
    const fields = Object.values(type.getFields()).map((field) => getNamedType(field.type))
    return [...possible, ...type.getInterfaces(), ...fields]
  })
}

/** Names of the input types of reachable fields and of directives, nested ones included. */
export const typesOfInput = memoized((schema: GraphQLSchema) =>
  inputFrom(schema, typesOfOutput(schema)),
)

function inputFrom(schema: GraphQLSchema, reached: ReadonlySet<string>): Set<string> {
  const types = [...reached].map((name) => schema.getType(name)!)
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  )
  const taking = [...fields, ...schema.getDirectives()]
  const start = taking.flatMap(({ args }) => args.map(({ type }) => getNamedType(type)))
  return closure([...start, ...types.filter(isInputObjectType)], (type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => getNamedType(field.type))
      : [],
  )
}

/** Names of all types that the roots and the named types need. */
export function typesFrom(schema: GraphQLSchema, names: readonly string[]): Set<string> {
  const output = outputFrom(
    schema,
    names.flatMap((name) => schema.getType(name) ?? []),
  )
  return output.union(inputFrom(schema, output))
}

function closure(
  start: readonly GraphQLNamedType[],
  next: (type: GraphQLNamedType) => readonly GraphQLNamedType[],
): Set<string> {
  const found = new Set<string>()
  const waiting = [...start]
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    if (found.has(type.name)) continue
    found.add(type.name)
    for (const other of next(type)) waiting.push(other)
  }
  return found
}
