// Which fetches share: an object that stands at several places, or a request.
import type { FetchNode } from '@apollo/query-planner'
import type { DocumentNode, FieldNode } from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'
import { fieldsOf, type PlacedFetch } from './placed-fetch.ts'

/**
 * The fetches whose results may be shared. When two fetches select fields of one object, the second
 * merges into the object of the first, and then each place needs an object of its own. A context
 * differs from place to place, so a plan with contexts shares nothing.
 */
export function shareableFetches(fetches: readonly PlacedFetch[]): ReadonlySet<FetchNode> {
  if (fetches.some(({ node }) => node.contextRewrites)) return new Set()
  const selected = fetches.map((fetch) => ({ fetch, paths: objectPaths(fetch) }))
  const times = new Map<string, number>()
  for (const path of selected.flatMap(({ paths }) => [...paths])) {
    times.set(path, (times.get(path) ?? 0) + 1)
  }
  const alone = selected.filter(({ paths }) => [...paths].every((path) => times.get(path) === 1))
  return new Set(alone.map(({ fetch }) => fetch.node))
}

/**
 * The fetches of entities that send a subgraph the same operation as another one of their plan. In a
 * mutation there are none, because what it changes is read again.
 */
export function twinFetches(fetches: readonly PlacedFetch[]): ReadonlySet<FetchNode> {
  const nodes = fetches.map(({ node }) => node)
  if (nodes.some(({ operationKind }) => operationKind !== 'query')) return new Set()
  const same = Map.groupBy(
    nodes.filter(({ requires }) => requires),
    ({ serviceName, operation }) => `${serviceName} ${operation}`,
  )
  return new Set([...same.values()].flatMap((twins) => (twins.length > 1 ? twins : [])))
}

/** The paths of all fields with a selection, from the root of the answer. */
function objectPaths({ path, fields, document }: PlacedFetch): Set<string> {
  const paths = new Set<string>()
  collect(fields, path.filter((key) => key !== '@').join('.'), document, paths)
  return paths
}

function collect(
  fields: readonly FieldNode[],
  above: string,
  document: DocumentNode,
  to: Set<string>,
): void {
  for (const field of fields) {
    if (!field.selectionSet) continue
    const path = `${above}.${responseName(field)}`
    to.add(path)
    collect(fieldsOf(field.selectionSet, document), path, document, to)
  }
}
