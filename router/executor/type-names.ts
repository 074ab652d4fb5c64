// Type conditions of plans, as sets of the type names that fulfil them.
import { isAbstractType, isInterfaceType, type GraphQLSchema } from 'graphql'

export interface TypeNames {
  under(condition: string): ReadonlySet<string>
  /** The names of all types that fulfil at least one of the conditions. */
  underAny(conditions: readonly string[]): ReadonlySet<string>
  /** True for the name of an interface, which is the `__typename` of an `@interfaceObject`. */
  isInterface(name: unknown): name is string
}

/** The type names of a supergraph, including those that clients cannot see. */
export function typeNamesOf(supergraph: GraphQLSchema): TypeNames {
  const known = new Map<string, ReadonlySet<string>>()
  const namesUnder = (condition: string): Set<string> => {
    const type = supergraph.getType(condition)
    if (!isAbstractType(type)) return new Set([condition])
    const interfaces = isInterfaceType(type) ? supergraph.getImplementations(type).interfaces : []
    const below = [...supergraph.getPossibleTypes(type), ...interfaces]
    return new Set([condition, ...below.map(({ name }) => name)])
  }
  const under = (condition: string) =>
    known.getOrInsertComputed(condition, () => namesUnder(condition))
  return {
    under,
    underAny: (conditions) => new Set(conditions.flatMap((condition) => [...under(condition)])),
    isInterface: (name): name is string =>
      typeof name === 'string' && isInterfaceType(supergraph.getType(name)),
  }
}
