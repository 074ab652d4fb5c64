// Reports items that only the database can find invalid, like any other issue of a file.
import { DomainError, issuesOf, type Issue } from '#foundation/domain/errors.ts'
import { ContentError, type AnyContentKind, type ContentEntry, type StoredItem } from './kind.ts'
import { stepsOf, type Resolved } from './resolve.ts'

/**
 * Refuses the entries that have issues; `field` is empty for an issue of the item itself.
 * @throws ContentError with the path of each issue, if there are any
 */
export function refuseEntries(refused: readonly { entry: ContentEntry; issue: Issue }[]): void {
  if (refused.length === 0) return
  throw new ContentError(
    refused.map(({ entry, issue: { field, reason } }) => {
      // Each entry was resolved with its path, which kinds do not use.
      const { file, path } = entry as Resolved
      return { file, path: [...path, ...stepsOf(field)], reason }
    }),
  )
}

/** @throws ContentError for an item that is stored under another parent, because items cannot move */
export function refuseMoved(
  {
    kind,
    parent,
    entries,
  }: Record<'kind' | 'parent', AnyContentKind> & {
    entries: readonly Resolved[]
  },
  stored: ReadonlyMap<string, StoredItem>,
): void {
  const moved = entries.filter(({ id, parentId }) => {
    const before = stored.get(id)
    return before !== undefined && before.parentId !== parentId
  })
  const reason = `is a ${kind.prefix} of another ${parent.prefix}, and items cannot move: choose another key`
  refuseEntries(moved.map((entry) => ({ entry, issue: { field: 'key', reason } })))
}

/**
 * @throws ContentError for the id of an item that people made or own. An item whose id is derived
 * from a key came from an older pack, whoever owns it.
 */
export function refusePersonal(
  entries: readonly Resolved[],
  stored: ReadonlyMap<string, StoredItem>,
): void {
  const captured = entries.filter(({ id, item }) => item.key === id && stored.get(id)?.personal)
  const reason = 'is the id of what people have made or own, which no file takes over'
  refuseEntries(captured.map((entry) => ({ entry, issue: { field: 'key', reason } })))
}

/** A rejection handler that turns a domain error about an item into an issue with its path in the file. */
export function locateItem(entry: Resolved): (error: unknown) => never {
  return (error) => {
    refuseEntries(issuesIn(error).map((issue) => ({ entry, issue })))
    throw error
  }
}

/** The issues of the error's fields, or its message as an issue of the item itself. */
function issuesIn(error: unknown): Issue[] {
  if (!(error instanceof DomainError) || error.extensions.code !== 'VALIDATION_ERROR') return []
  const issues = issuesOf(error)
  return issues.length > 0 ? issues : [{ field: '', reason: error.message }]
}
