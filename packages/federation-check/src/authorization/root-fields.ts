// New root fields. The schema does not say what they do, so the report says who may use them.
import type { Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import { mergedGraph } from '../graph/merged.ts'
import { typesIn } from '../sdl/sdl.ts'
import { ROOTS, type GuardSettings } from './paths/access.ts'
import { guardedIn, wholeOf, type Guarded } from './guarded.ts'
import { both, describe, isHidden, withoutPrivacy, type Requirement } from './requirement.ts'
import { tell } from './rules.ts'

interface RootField {
  root: string
  coordinate: string
  /** The combined requirement of all subgraphs that have the field. */
  needs: Requirement
  /** The field in the first subgraph that has it. */
  where: Pick<Guarded, 'subgraph' | 'at'>
}

/**
 * Reports the requirements of each new mutation, and each new root field that is open although no
 * other of its root is.
 */
export function checkRootFields(base: Graph, head: Graph, settings: GuardSettings): Finding[] {
  const known = rootNames(base)
  const added = rootNames(head).difference(known)
  if (added.size === 0) return []
  const closed = closedRoots(base, settings)
  const fields = rootFields(head, settings).filter(({ coordinate }) => added.has(coordinate))
  return fields.flatMap(({ root, coordinate, needs, where: { subgraph, at } }) => {
    const where = { coordinate, subgraph, at: at?.() }
    if (closed.has(root) && isOpen(needs)) {
      const message = `${coordinate} is new and requires nothing. Every other field of ${root} requires something.`
      return [tell('new-root-field-open', where, message)]
    }
    if (root !== 'Mutation') return []
    const described = describe(needs)
    const message = `${coordinate} is new and requires ${described}.`
    return [tell('new-mutation', { ...where, detail: described }, message)]
  })
}

/** The names of the root fields. They are compared first, because most changes add none. */
function rootNames({ subgraphs }: Graph): ReadonlySet<string> {
  const names = subgraphs.flatMap(({ document }) =>
    ROOTS.flatMap((root) =>
      [...(typesIn(document).get(root)?.fields.keys() ?? [])].map((name) => `${root}.${name}`),
    ),
  )
  return new Set(names)
}

/** The roots whose fields all require something from clients. */
function closedRoots(base: Graph, settings: GuardSettings): ReadonlySet<string> {
  const forClients = rootFields(base, settings, true).filter(({ needs }) => !isHidden(needs))
  const roots = Map.groupBy(forClients, ({ root }) => root)
  const closed = [...roots].filter(([, fields]) => !fields.some(({ needs }) => isOpen(needs)))
  return new Set(closed.map(([root]) => root))
}

/** True when a field requires nothing; `@private` does not count, because it rejects nobody. */
const isOpen = (needs: Requirement) => withoutPrivacy(needs).some(({ length }) => length === 0)

const rootOf = ({ coordinate }: Pick<Guarded, 'coordinate'>) => coordinate.split('.')[0]!

/**
 * The root fields of a graph.
 * @param merged whether the guards of the supergraph count, which extracted subgraphs lack
 */
function rootFields(graph: Graph, settings: GuardSettings, merged = graph.extracted): RootField[] {
  const documents = [...graph.subgraphs, ...(merged ? mergedGraph(graph) : [])]
  const fields = documents
    .flatMap((one) => guardedIn(one, settings))
    .filter((one) => ROOTS.includes(rootOf(one)))
  return [...Map.groupBy(fields, ({ coordinate }) => coordinate)].map(([coordinate, parts]) => ({
    root: rootOf(parts[0]!),
    coordinate,
    needs: both(...parts.map(wholeOf)),
    where: parts[0]!,
  }))
}
