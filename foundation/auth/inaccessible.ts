// @inaccessible types: only fields that are @inaccessible themselves may lead to them.
import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isUnionType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/**
 * Clients must not see an @inaccessible type.
 * @throws when a field, interface or union that clients see leads to one
 */
export function refuseShownTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) {
      for (const possible of schema.getPossibleTypes(type)) refuseHidden(possible, type.name)
    }
    if (isHidden(type) || isLeafType(type) || isUnionType(type)) continue
    for (const field of Object.values<Field>(type.getFields())) {
      if (isHidden(field)) continue
      for (const { type: used } of [field, ...('args' in field ? field.args : [])]) {
        refuseHidden(getNamedType(used), `${type.name}.${field.name}`)
      }
    }
  }
}

type Field = GraphQLField<unknown, unknown> | GraphQLInputField

function refuseHidden(type: GraphQLNamedType, by: string): void {
  if (!isHidden(type)) return
  throw new Error(
    `${by} leads to ${type.name}, which is @inaccessible: mark ${by} @inaccessible, too.`,
  )
}

function isHidden({ astNode }: GraphQLNamedType | Field): boolean {
  return astNode?.directives?.some(({ name }) => name.value === 'inaccessible') ?? false
}
