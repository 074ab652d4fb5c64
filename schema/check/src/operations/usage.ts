// Who uses which coordinates of the base: known operations, and callers of a graph that counts them.
import type { ASTNode, GraphQLSchema } from 'graphql'
import { coordinatesOf } from '../sdl/coordinates.ts'
import type { FieldUsage } from '../field-usage/field-usage.ts'
import { isUnused } from '../field-usage/unused.ts'
import { placeOf, type Finding, type User } from '../finding.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'

/** Who uses one coordinate, as a finding says it. */
export type Uses = Required<Pick<Finding, 'uses' | 'users'>> & Pick<Finding, 'unused'>

export type Usage = (coordinate: string) => Uses

interface Operations {
  base: readonly KnownOperation[]
  head: readonly KnownOperation[]
}

/**
 * Tells who uses a coordinate of the schema: `Type`, `Type.field` or `Type.field.argument`.
 * @param counted what was asked for, if that can be relied on
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
  // Clients that have not been updated still send what the head drops.
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

/** Lines of the base do not apply to the head's file, so `node` is one of the head. */
function userOf({ client, name, owner, id, file, line }: KnownOperation, node?: ASTNode): User {
  const isWritten = id === undefined && /\.(graphql|gql)$/.test(file)
  const written = isWritten ? placeOf(node) : undefined
  const at = written ?? { file, ...(node && line !== undefined && { line }) }
  return { client, name, ...(owner !== undefined && { owner }), ...at }
}
