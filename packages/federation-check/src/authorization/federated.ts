// The requirements that federation directives have in the supergraph, where they are merged: the
// router enforces them for all subgraphs together.
import { Kind } from 'graphql'
import {
  directivesNamed,
  isObject,
  namedType,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from '../sdl/sdl.ts'
import type { Types } from './paths/access.ts'
import type { Guarded } from './guarded.ts'
import type { Order } from './order.ts'
import { both, isAsStrict, OPEN, requirementOf, SERVICE, type Requirement } from './requirement.ts'

export interface Federated {
  /** The requirements of types and fields by coordinate, without those that composition derives. */
  needs: ReadonlyMap<string, Requirement>
  /** The fields of interfaces. Composition derives what they require from the possible types. */
  interfaces: readonly Guarded[]
}

export const UNKNOWN: Federated = { needs: new Map(), interfaces: [] }

/**
 * Reads the merged requirements.
 * @param types those of the supergraph
 * @param subgraphs the SDL, which has the requirements of interface objects that composition does
 * not derive
 */
export function federatedIn(
  types: Types,
  subgraphs: readonly SubgraphDocument[],
  order: Order,
): Federated {
  const all = [...types.values()]
  const requirementBy = ({ directives = [] }: Guardable) => requirementOf(directives, order)
  const needs = all.flatMap((type) => {
    const written = isInterface(type) ? objectsNamed(type.name, subgraphs) : [type]
    const fieldsNamed = (name: string) => written.flatMap(({ fields }) => fields.get(name) ?? [])
    const hidden = isInterface(type) ? hiddenOnly : requirementBy
    return [
      [type.name, both(hidden(type), ...written.map(requirementBy))] as const,
      ...[...type.fields].map(([name, field]) => {
        const stated = fieldsNamed(name).filter(isResolved).map(requirementBy)
        return [`${type.name}.${name}`, both(hidden(field), ...stated)] as const
      }),
    ]
  })
  return {
    needs: new Map(needs.filter(([, requirement]) => requirement !== OPEN)),
    interfaces: all.filter(isInterface).flatMap((type) => fieldsOf(type, requirementBy)),
  }
}

function objectsNamed(name: string, subgraphs: readonly SubgraphDocument[]): TypeEntry[] {
  return subgraphs
    .flatMap(({ document }) => typesIn(document).get(name) ?? [])
    .filter((type) => isObject(type))
}

const isResolved = (field: FieldNode) => directivesNamed(field, 'external').length === 0

const isInterface = ({ node }: TypeEntry) => node.kind === Kind.INTERFACE_TYPE_DEFINITION

type Guardable = Pick<TypeEntry['node'], 'directives'>

/** Only `@inaccessible`, which composition never derives. */
const hiddenOnly = (one: Guardable): Requirement =>
  directivesNamed(one, 'inaccessible').length > 0 ? [[SERVICE]] : OPEN

function fieldsOf(type: TypeEntry, requirementBy: (one: Guardable) => Requirement): Guarded[] {
  const whole = { coordinate: type.name, requirement: requirementBy(type) }
  return [...type.fields].map(([name, field]) => {
    const coordinate = `${type.name}.${name}`
    const parts = [{ coordinate, requirement: requirementBy(field) }, whole]
    return { coordinate, response: namedType(field.type), parts: () => parts }
  })
}

/** True when an interface loses a requirement that was not derived. */
export function isLost(coordinate: string, base: Federated, head: Federated): boolean {
  const [was, is] = [base, head].map(({ needs }) => needs.get(coordinate) ?? OPEN)
  return !isAsStrict(is!, was!)
}

/** What one subgraph requires, with what the federation requires because of the others. */
export function withOthers(guarded: Guarded, { needs }: Federated): Guarded {
  const parts = guarded.parts().map(({ coordinate, requirement }) => {
    const merged = needs.get(coordinate) ?? OPEN
    const isMore = !isAsStrict(requirement, merged)
    return { coordinate, requirement: isMore ? both(requirement, merged) : requirement }
  })
  return { ...guarded, parts: () => parts }
}
