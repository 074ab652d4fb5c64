// Finds the users of coordinates of the base: known operations, and callers that a usage file counts.
import type { ASTNode, GraphQLSchema } from 'graphql'
import { coordinatesOf } from '../sdl/coordinates.ts'
import type { FieldUsage } from '../field-usage/field-usage.ts'
import { isUnused } from '../field-usage/unused.ts'
import { placeOf, type Finding, type User } from '../finding.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'

/** The users of one coordinate, in the form of a finding. */
type Uses = Required<Pick<Finding, 'uses' | 'users'>> & Pick<Finding, 'unused'>

export type Usage = (coordinate: string) => Uses

interface Operations {
  base: readonly KnownOperation[]
  head: readonly KnownOperation[]
}

/**
 * Returns a function that finds the users of a coordinate: `Type`, `Type.field` or `Type.field.argument`.
 * @param counted the usage, if it is reliable
 */
export function usageOf(
  schema: GraphQLSchema,
  { base, head }: Operations,
  counted?: FieldUsage,
): Usage {
  const read = (isHead: boolean) => (operation: KnownOperation) => ({
    operation,
    isHead,
    coordinates: coordinatesOf(schema, operation.document),
  })
  // Operations of the base count as well, because clients that have not been updated still send them.
  const used = [...head.map(read(true)), ...base.map(read(false))]
  return (coordinate) => {
    const users = new Map<string, User>()
    for (const { operation, isHead, coordinates } of used) {
      const node = coordinates.get(coordinate)
      const label = labelOf(operation)
      if (node && !users.has(label)) users.set(label, userOf(operation, isHead ? node : undefined))
    }
    const window = counted?.window
    const unused = window && users.size === 0 && isUnused(schema, counted, coordinate)
    return {
      uses: [...users.keys()],
      users: [...users.values()],
      ...(unused && { unused: window }),
    }
  }
}

/** A user with its file and line. `node` must be of the head, because lines of the base do not fit the head's file. */
function userOf({ client, name, owner, id, file, line }: KnownOperation, node?: ASTNode): User {
  const isWritten = id === undefined && /\.(graphql|gql)$/.test(file)
  const written = isWritten ? placeOf(node) : undefined
  const at = written ?? { file, ...(node && line !== undefined && { line }) }
  return { client, name, ...(owner !== undefined && { owner }), ...at }
}
