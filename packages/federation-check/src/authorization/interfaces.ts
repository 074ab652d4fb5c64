// What composition derives for interfaces from the types that implement them. No subgraph shows it.
import { isAbstractType } from 'graphql'
import { typesOfOutput } from '../api/reach.ts'
import type { Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { Locate } from '../sdl/locate.ts'
import { compareAll, type Given } from './changed-requirements.ts'
import { isLost } from './federated.ts'
import type { Guarded } from './guarded.ts'
import { relocated } from './supergraph-fields.ts'

/**
 * True for a requirement that was stated, and not derived for an interface. A derived one
 * disappears when a type no longer requires it, or no longer implements the interface; that change
 * has its own finding, and so do the paths that it guarded.
 */
export function statedIn({ base, head }: Given['federated']) {
  const derived = new Set(head.interfaces.flatMap(({ parts }) => parts().map(coordinateOf)))
  return ({ coordinate, rule }: Finding) =>
    !derived.has(coordinate) || rule === TIGHTENED || isLost(coordinate, base, head)
}

const TIGHTENED = 'authorization-tightened'

/** Reports new requirements of interfaces. */
export function checkInterfaces({ schema }: Graph, given: Given, locate: Locate): Finding[] {
  const { base, head } = given.federated
  const reached = schema ? typesOfOutput(schema) : new Set()
  const known = base.interfaces.filter((one) => reached.has(typeOf(one)))
  const after = head.interfaces.map((one) => relocated(one, locate))
  return compareAll(known, after, given)
    .filter(({ rule }) => rule === TIGHTENED)
    .map((one) => ({ ...one, message: `${one.message}${reasonOf(one.coordinate, given)}` }))
}

/** The types that implement an interface and have a requirement. */
function reasonOf(coordinate: string, { head: { schema }, federated }: Given): string {
  const [name = '', field] = coordinate.split('.')
  const type = schema?.getType(name)
  const possible = schema && isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const guarded = possible
    .map((one) => (field === undefined ? one.name : `${one.name}.${field}`))
    .filter((one) => federated.head.needs.has(one))
  const named = guarded.length > 0 ? guarded.slice(0, MAX_NAMED).join(', ') : 'its possible types'
  return ` Composition derives it from ${named}.`
}

const MAX_NAMED = 5

const typeOf = ({ coordinate }: Guarded) => coordinate.split('.')[0]!
const coordinateOf = ({ coordinate }: { coordinate: string }) => coordinate
