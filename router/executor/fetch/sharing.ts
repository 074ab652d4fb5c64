// Decides which selections may share one result object between several paths.
import type { DocumentNode, FieldNode } from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'
import { fieldsOf, type FetchAtPath, type SelectionAtPaths } from '../../plan/fetch-at-path.ts'

/**
 * The selections whose results may be shared. When two of them select fields of one object, the
 * second merges into the object of the first, so each path needs an object of its own. Contexts
 * differ from path to path, so a plan with contexts shares nothing.
 */
export function shareableSelections(
  fetches: readonly FetchAtPath[],
): ReadonlySet<SelectionAtPaths> {
  if (fetches.some(({ node }) => 'contextRewrites' in node)) return new Set()
  const selected = fetches.flatMap(({ document, selections }) =>
    selections.map((selection) => ({ selection, paths: objectPaths(selection, document) })),
  )
  const times = new Map<string, number>()
  for (const path of selected.flatMap(({ paths }) => [...paths])) {
    times.set(path, (times.get(path) ?? 0) + 1)
  }
  const alone = selected.filter(({ paths }) => [...paths].every((path) => times.get(path) === 1))
  return new Set(alone.map(({ selection }) => selection))
}

/** The paths of all fields that have a selection set, from the root of the data, without lists and types. */
function objectPaths({ paths, fields }: SelectionAtPaths, document: DocumentNode): Set<string> {
  const found = new Set<string>()
  for (const path of paths) {
    const names = path.flatMap((step) => (step !== '@' && 'Field' in step ? [step.Field] : []))
    collect(fields, names.join('.'), document, found)
  }
  return found
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
