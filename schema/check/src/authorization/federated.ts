// What the directives of the federation require in the supergraph, where they are merged: the router
// enforces them for all subgraphs together.
import { Kind } from 'graphql'
import { directivesNamed, namedType, type TypeEntry } from '../sdl.ts'
import type { Types } from './access.ts'
import type { Guarded } from './guarded.ts'
import { both, isAsStrict, OPEN, requirementOf, SERVICE, type Requirement } from './requirement.ts'

export interface Federated {
  /** What is required of types and fields by coordinate, if anything is. */
  needs: ReadonlyMap<string, Requirement>
  /** The fields of interfaces. Composition derives what they require from the possible types. */
  interfaces: readonly Guarded[]
}

export const UNKNOWN: Federated = { needs: new Map(), interfaces: [] }

export function federatedIn(types: Types): Federated {
  const all = [...types.values()]
  const needs = all.flatMap((type) => {
    const read = isInterface(type) ? statedBy : requirementBy
    return [
      [type.name, read(type)] as const,
      ...[...type.fields].map(([name, field]) => [`${type.name}.${name}`, read(field)] as const),
    ]
  })
  return {
    needs: new Map(needs.filter(([, requirement]) => requirement !== OPEN)),
    interfaces: all.filter(isInterface).flatMap(fieldsOf),
  }
}

const NONE: ReadonlySet<string> = new Set()

const isInterface = ({ node }: TypeEntry) => node.kind === Kind.INTERFACE_TYPE_DEFINITION

type Guardable = Pick<TypeEntry['node'], 'directives'>

const requirementBy = ({ directives = [] }: Guardable) => requirementOf(directives, NONE)

/** What is not derived. */
const statedBy = (one: Guardable): Requirement =>
  directivesNamed(one, 'inaccessible').length > 0 ? [[SERVICE]] : OPEN

function fieldsOf(type: TypeEntry): Guarded[] {
  const whole = { coordinate: type.name, requirement: requirementBy(type) }
  return [...type.fields].map(([name, field]) => {
    const coordinate = `${type.name}.${name}`
    const parts = [{ coordinate, requirement: requirementBy(field) }, whole]
    return { coordinate, response: namedType(field.type), parts: () => parts }
  })
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
