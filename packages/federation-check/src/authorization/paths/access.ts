// Where each field leads, and what a caller needs to read it.
import { Kind } from 'graphql'
import { guardDirectives, type GuardNames } from '../../directives/guards.ts'
import type { Graph } from '../../graph/graph.ts'
import { mergedDocument } from '../../graph/merged.ts'
import { possibleIn } from '../../sdl/possible-types.ts'
import {
  directivesNamed,
  isObject,
  namedType,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from '../../sdl/sdl.ts'
import type { Order } from '../order.ts'
import { both, either, OPEN, requirementOf, type Requirement } from '../requirement.ts'
import { RUNTIME_CHECK, runtimeGuardsIn } from './runtime-guards.ts'

/** A step from one type to another: by a field, or from an abstract type to a possible type. */
export interface Step {
  /** The coordinate of the field, or the abstract and the possible type, as `Node/Quest`. */
  coordinate: string
  to: string
  needs: Requirement
}

/** The steps out of each type, by its name. Types without fields have none. */
export type Access = ReadonlyMap<string, readonly Step[]>

/** The settings about guards. */
export interface GuardSettings {
  /** The subgraph's own directives that restrict access, by name; with `!` those that do not. */
  guards: GuardNames
  /**
   * Coordinates of fields that decide at run time who may read the objects they return. `!` denies
   * one that Relay defines.
   */
  runtimeGuards: readonly string[]
  /** Which roles, scopes and policies include others. */
  order: Order
}

/** The settings with defaults. By default, only what libraries document and names say counts. */
export function guardSettings({
  guards = [],
  runtimeGuards = [],
  order = {},
}: Partial<GuardSettings>): GuardSettings {
  return { guards, runtimeGuards, order }
}

export const ROOTS: readonly string[] = ['Query', 'Mutation', 'Subscription']

/** The types of a supergraph by name. */
export type Types = ReadonlyMap<string, TypeEntry>

/**
 * Reads the steps from the supergraph, which merges the federation directives of all subgraphs. A
 * subgraph's own guards are only in its SDL. When several subgraphs resolve a field, the router may
 * call any of them, so the weakest guard counts.
 * @param silent subgraphs whose SDL is not known
 * @param types those of the supergraph
 */
export function accessOf(
  graph: Graph,
  silent: ReadonlySet<string>,
  settings: GuardSettings,
  types: Types = typesIn(mergedDocument(graph)),
): Access {
  const { order } = settings
  const checked = runtimeGuardsIn(types, settings.runtimeGuards)
  const own = ownGuards(
    graph.subgraphs.filter(({ name }) => !silent.has(name)),
    settings,
  )
  return new Map(
    [...types.values()].map((type) => {
      const all = requirementOf(type.directives, order)
      const possible = (possibleIn(types).get(type.name) ?? []).filter(isObject)
      const branches = possible.map(({ name: to }): Step => {
        return { coordinate: `${type.name}/${to}`, to, needs: all }
      })
      if (!isObject(type)) return [type.name, branches]
      const fields = [...type.fields.values()].map((field) =>
        stepOf({ name: type.name, all }, field, types, { own, order }),
      )
      return [type.name, fields.map((step) => withCheck(step, checked))]
    }),
  )
}

function stepOf(
  { name, all }: { name: string; all: Requirement },
  field: FieldNode,
  types: Types,
  { own, order }: { own: ReadonlyMap<string, Requirement>; order: Order },
): Step {
  const coordinate = `${name}.${field.name.value}`
  const to = namedType(field.type)
  const target = types.get(to)
  const leaf =
    target && LEAVES.has(target.node.kind) ? requirementOf(target.directives, order) : OPEN
  const federated = requirementOf(field.directives ?? [], order)
  return { coordinate, to, needs: both(all, federated, leaf, own.get(coordinate) ?? OPEN) }
}

function withCheck(step: Step, checked: ReadonlySet<string>): Step {
  if (!checked.has(step.coordinate)) return step
  return { ...step, needs: both(step.needs, [[RUNTIME_CHECK]]) }
}

/** Leaf types, which can have guards of their own. */
const LEAVES = new Set<string>([Kind.SCALAR_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION])

/** The requirements of the subgraphs' own guards for a field and its type, by coordinate. */
function ownGuards(
  subgraphs: readonly SubgraphDocument[],
  { guards: given, order }: GuardSettings,
): Map<string, Requirement> {
  const found = new Map<string, Requirement>()
  for (const { document } of subgraphs) {
    const guards = guardDirectives(document, given)
    for (const type of typesIn(document).values()) {
      if (!isObject(type)) continue
      const all = guards.size > 0 ? guardsOn(type.directives, order, guards) : OPEN
      for (const field of type.fields.values()) {
        if (directivesNamed(field, 'external').length > 0) continue
        const coordinate = `${type.name}.${field.name.value}`
        const needs = guards.size > 0 ? both(all, guardsOn(field.directives, order, guards)) : OPEN
        const known = found.get(coordinate)
        found.set(coordinate, known ? either([...known, ...needs]) : needs)
      }
    }
  }
  return found
}

function guardsOn(
  directives: TypeEntry['directives'] = [],
  order: Order,
  guards: ReadonlySet<string>,
) {
  const own = directives.filter(({ name }) => guards.has(name.value))
  return requirementOf(own, order, guards)
}
