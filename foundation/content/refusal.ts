// Refuses items that only the database can find invalid, in the same form as other issues of a file.
import { DomainError, issuesOf, type Issue } from '#foundation/domain/errors.ts'
import { ContentError, type AnyContentKind, type ContentEntry, type StoredItem } from './kind.ts'
import { stepsOf, type Resolved } from './resolve.ts'

/**
 * For what is wrong with an item itself, `field` is empty.
 * @throws ContentError that names each issue at its place in the file; nothing when there are none
 */
export function refuseEntries(refused: readonly { entry: ContentEntry; issue: Issue }[]): void {
  if (refused.length === 0) return
  throw new ContentError(
    refused.map(({ entry, issue: { field, reason } }) => {
      // Each entry was resolved with the way to it, which kinds have no other use for.
      const { file, path } = entry as Resolved
      return { file, path: [...path, ...stepsOf(field)], reason }
    }),
  )
}

/** @throws ContentError for the key of an item with another parent: it cannot move */
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
  const reason = `is a ${kind.prefix} of another ${parent.prefix}, and cannot move: choose another key`
  refuseEntries(moved.map((entry) => ({ entry, issue: { field: 'key', reason } })))
}

/**
 * @throws ContentError for the id of what people have made or own. What has the id that follows from a
 * key came from an older pack, whoever it belongs to.
 */
export function refusePersonal(
  entries: readonly Resolved[],
  stored: ReadonlyMap<string, StoredItem>,
): void {
  const captured = entries.filter(({ id, item }) => item.key === id && stored.get(id)?.personal)
  const reason = 'is the id of what people have made or own, which no file takes over'
  refuseEntries(captured.map((entry) => ({ entry, issue: { field: 'key', reason } })))
}

/** For a promise that fails: what a rule of the domain refuses about an item, at its place in the file. */
export function locateItem(entry: Resolved): (error: unknown) => never {
  return (error) => {
    refuseEntries(issuesIn(error).map((issue) => ({ entry, issue })))
    throw error
  }
}

/** Those of its fields, or what the refusal says of the item itself. */
function issuesIn(error: unknown): Issue[] {
  if (!(error instanceof DomainError) || error.extensions.code !== 'VALIDATION_ERROR') return []
  const issues = issuesOf(error)
  return issues.length > 0 ? issues : [{ field: '', reason: error.message }]
}
