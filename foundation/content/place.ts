// The items of files as entries for the database: each with its id, what it stands in and its date.
import { contentId } from '#foundation/ids.ts'
import {
  ContentError,
  type AnyContentKind,
  type ContentEntry,
  type ContentFile,
  type ContentIssue,
  type ContentItem,
  type StoredItem,
} from './kind.ts'

/** The name of a person by another one, e.g. their id by their username; undefined for nobody. */
export type PersonName = (name: string) => string | undefined

interface Placed extends ContentEntry {
  file: string
  path: readonly (string | number)[]
}

/** The items of all files by kind, checked. @throws ContentError that names all that is wrong */
export function placeItems(
  kinds: readonly AnyContentKind[],
  files: readonly ContentFile[],
  now: Date,
  personOf: PersonName,
) {
  const placed = new Map<AnyContentKind, Placed[]>(kinds.map((kind) => [kind, []]))
  const issues: ContentIssue[] = []
  const place = (kind: AnyContentKind, entry: Omit<Placed, 'id' | 'createdAt'>) => {
    const { item, file, path } = entry
    const people = kind.people ?? []
    for (const field of people) {
      const username = fieldOf(item, field)
      if (typeof username !== 'string' || personOf(username) !== undefined) continue
      issues.push({ file, path: [...path, field], reason: `nobody has the username ${username}` })
    }
    for (const { field, reason } of kind.issues(item)) {
      issues.push({ file, path: [...path, ...field.split('.').map(toStep)], reason })
    }
    const known = { ...entry, item: withPeople(kind, item, personOf), createdAt: now }
    const id = kind.idOf?.(known) ?? contentId(kind.prefix, item.key)
    placed.get(kind)!.push({ ...known, id })
    for (const child of kinds.filter(({ within }) => within === kind.list)) {
      const items = (fieldOf(item, child.list) ?? []) as ContentItem[]
      items.forEach((inner, position) => {
        const at = [...path, child.list, position]
        place(child, { item: inner, parentId: id, position, file, path: at })
      })
    }
  }
  for (const { name, lists } of files) {
    for (const kind of kinds.filter(({ within }) => within === undefined)) {
      ;(lists[kind.list] ?? []).forEach((item, position) => {
        place(kind, {
          item,
          parentId: undefined,
          position,
          file: name,
          path: [kind.list, position],
        })
      })
    }
  }
  for (const entries of placed.values())
    issues.push(...duplicates(entries), ...dateEntries(entries, now))
  if (issues.length > 0) throw new ContentError(issues)
  return {
    entriesOf: (kind: AnyContentKind): readonly Placed[] => placed.get(kind)!,
    /** Whether files speak of this list at all: within its parent, where it has one. */
    speaksOf: (kind: AnyContentKind, { parentId }: StoredItem): boolean => {
      const parent = kinds.find(({ list }) => list === kind.within)
      if (!parent) return files.some(({ lists }) => lists[kind.list] !== undefined)
      return placed
        .get(parent)!
        .some(({ id, item }) => id === parentId && fieldOf(item, kind.list) !== undefined)
    },
  }
}

export type Places = ReturnType<typeof placeItems>

function toStep(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name
}

export function fieldOf(item: ContentItem, field: string): unknown {
  return (item as unknown as Record<string, unknown>)[field]
}

function duplicates(entries: readonly Placed[]): ContentIssue[] {
  const first = new Map<string, Placed>()
  return entries.flatMap((entry) => {
    const before = first.get(entry.id)
    first.set(entry.id, before ?? entry)
    if (!before) return []
    const where = `${before.file}, ${before.path.join('.')}`
    return [
      { file: entry.file, path: [...entry.path, 'key'], reason: `stands in ${where} as well` },
    ]
  })
}

/** Lists are newest first: what a file names later is newer, by a millisecond. */
function dateEntries(entries: readonly Placed[], now: Date): ContentIssue[] {
  return entries.flatMap((entry, index) => {
    const { createdAt } = entry.item
    const latest = now.getTime() - (entries.length - 1 - index)
    entry.createdAt = createdAt === undefined ? new Date(latest) : new Date(createdAt)
    if (!Number.isNaN(entry.createdAt.getTime())) return []
    return [{ file: entry.file, path: [...entry.path, 'createdAt'], reason: 'must be a date' }]
  })
}

/** The item with another name for each person in it; without a name, the field is absent. */
export function withPeople<Item extends ContentItem>(
  { people = [] }: AnyContentKind,
  item: Item,
  nameOf: PersonName,
): Item {
  if (people.length === 0) return item
  const named = people.map((field) => {
    const name = fieldOf(item, field)
    return [field, typeof name === 'string' ? nameOf(name) : undefined]
  })
  return { ...item, ...(Object.fromEntries(named) as object) }
}
