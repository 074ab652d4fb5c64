// Iterates the items of content files, parents before children.
import type { AnyContentKind, ContentFile, ContentItem } from './kind.ts'

export interface FoundItem {
  kind: AnyContentKind
  item: ContentItem
  file: ContentFile
  /** Its path from the file's root. */
  path: readonly (string | number)[]
  /** Its index among its siblings. */
  position: number
  parent: ContentItem | undefined
}

/** Every item of these files, including files whose lists do not match the schemas. */
export function* walkItems(
  kinds: readonly AnyContentKind[],
  files: readonly ContentFile[],
): Generator<FoundItem> {
  for (const file of files) {
    for (const kind of kinds.filter(({ within }) => within === undefined)) {
      yield* walkList({ kind, file, parent: undefined, path: [kind.list] }, file.lists, kinds)
    }
  }
}

function* walkList(
  found: Omit<FoundItem, 'item' | 'position'>,
  holder: object,
  kinds: readonly AnyContentKind[],
): Generator<FoundItem> {
  const { kind, file } = found
  const list: unknown = (holder as Record<string, unknown>)[kind.list]
  for (const [position, item] of (Array.isArray(list) ? list : []).entries()) {
    if (typeof item !== 'object' || item === null) continue
    const path = [...found.path, position]
    yield { ...found, item: item as ContentItem, position, path }
    for (const child of kinds.filter(({ within }) => within === kind.list)) {
      const inner = { kind: child, file, parent: item as ContentItem, path: [...path, child.list] }
      yield* walkList(inner, item as object, kinds)
    }
  }
}

export function fieldOf(item: ContentItem, field: string): unknown {
  return (item as unknown as Record<string, unknown>)[field]
}
