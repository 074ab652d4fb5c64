// The requirements for using a field, in one subgraph or in all of them together.
import { Kind } from 'graphql'
import { guardDirectives } from '../directives/guards.ts'
import { placeOf, type SourceLocation } from '../finding.ts'
import {
  directivesNamed,
  namedType,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from '../sdl/sdl.ts'
import type { Order } from './order.ts'
import type { GuardSettings } from './paths/access.ts'
import { both, NO_GUARDS, requirementOf, type Requirement } from './requirement.ts'

/** A field of one subgraph, or of the graph, with its requirements. */
export interface Guarded {
  coordinate: string
  subgraph?: string
  /** The named type that it returns, without lists and non-nulls. */
  response: string
  /** Its place in the SDL. */
  at?: () => SourceLocation | undefined
  /** The guards of the field, of its type and of the type it returns. All of them apply. */
  parts: () => GuardedPart[]
}

interface GuardedPart {
  coordinate: string
  requirement: Requirement
}

/** The full requirement of a field. */
export function wholeOf({ parts }: Guarded): Requirement {
  return both(...parts().map(({ requirement }) => requirement))
}

/** The fields of a subgraph. Their requirements are functions, because a graph has many fields and few are compared. */
export function guardedIn(
  { name, document }: SubgraphDocument,
  { guards: given, order }: GuardSettings,
): Guarded[] {
  const types = typesIn(document)
  const guards = guardDirectives(document, given)
  return [...types.values()].filter(hasFields).flatMap((type) =>
    [...type.fields.values()]
      .filter((field) => directivesNamed(field, 'external').length === 0)
      .map((field) => ({
        subgraph: name,
        coordinate: `${type.name}.${field.name.value}`,
        response: namedType(field.type),
        at: () => placeOf(field),
        parts: () => partsOf(type, field, types.get(namedType(field.type)), { guards, order }),
      })),
  )
}

function partsOf(
  type: TypeEntry,
  field: FieldNode,
  response: TypeEntry | undefined,
  { guards, order }: { guards: ReadonlySet<string>; order: Order },
): GuardedPart[] {
  const own = {
    coordinate: `${type.name}.${field.name.value}`,
    requirement: requirementOf(field.directives ?? [], order, guards),
  }
  const types = [type, response].filter((one) => one !== undefined)
  return [
    own,
    ...types.map((one) => {
      // Guards on other kinds of types are compared in applied.ts. The type that a mutation returns
      // protects nothing, because the mutation has run before it is read.
      const isRead = one === type || type.name !== 'Mutation'
      const ownGuards = 'fields' in one.node && isRead ? guards : NO_GUARDS
      return { coordinate: one.name, requirement: requirementOf(one.directives, order, ownGuards) }
    }),
  ]
}

function hasFields({ node: { kind } }: TypeEntry): boolean {
  return kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION && kind !== Kind.INPUT_OBJECT_TYPE_EXTENSION
}
