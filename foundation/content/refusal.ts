// What only the database tells about an item of a file: it is refused like anything else in the file.
import type { Issue } from '#foundation/errors.ts'
import { ContentError, type ContentEntry, type ContentIssue } from './kind.ts'

/** @throws ContentError that names each issue at its place in the file; nothing when there are none */
export function refuseEntries(refused: readonly { entry: ContentEntry; issue: Issue }[]): void {
  if (refused.length === 0) return
  throw new ContentError(
    refused.map(({ entry, issue: { field, reason } }) => {
      // Each entry was placed with the way to it, which kinds have no other use for.
      const { file, path } = entry as ContentEntry & Pick<ContentIssue, 'file' | 'path'>
      return { file, path: [...path, ...field.split('.')], reason }
    }),
  )
}
