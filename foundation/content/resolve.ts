// Turns items of files into entries for the database: each with its id, parent and date.
import { nameIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import {
  ContentError,
  type AnyContentKind,
  type ContentEntry,
  type ContentFile,
  type ContentIssue,
  type StoredItem,
} from './kind.ts'
import { withIds, type PersonName } from './people.ts'
import { fieldOf, walkItems, type FoundItem } from './walk.ts'

export interface Resolved extends ContentEntry {
  file: string
  path: readonly (string | number)[]
}

export interface ResolvedContent {
  entriesOf: (kind: AnyContentKind) => readonly Resolved[]
  /** The key of the entry with this id. */
  keyOf: (id: string | undefined) => string | undefined
  /** Whether the files have this list, within the stored item's parent if it has one. */
  coversList: (kind: AnyContentKind, stored: StoredItem) => boolean
}

type ByKind = ReadonlyMap<AnyContentKind, Resolved[]>

/** The checked items of all files by kind. @throws ContentError with every issue */
export function resolveItems(
  kinds: readonly AnyContentKind[],
  files: readonly ContentFile[],
  now: Date,
  personOf: PersonName,
): ResolvedContent {
  const found = [...walkItems(kinds, files)]
  const byKind = resolveAll(kinds, found, now, personOf)
  const issues = found.flatMap((one) =>
    (isBroken(one) ? brokenItemIssues : itemIssues)(one, personOf),
  )
  for (const entries of byKind.values()) {
    for (const issue of duplicates(entries)) issues.push(issue)
    for (const issue of dateEntries(entries, now)) issues.push(issue)
  }
  if (issues.length > 0) throw new ContentError(issues)
  const keys = new Map([...byKind.values()].flat().map(({ id, item }) => [id, item.key]))
  return {
    entriesOf: (kind) => byKind.get(kind)!,
    keyOf: (id) => (id === undefined ? undefined : keys.get(id)),
    coversList: createCoversList(kinds, files, byKind),
  }
}

function isBroken({ file, item }: FoundItem): boolean {
  return file.broken?.has(item) ?? false
}

/** Leaves out items that are too malformed to have an id. */
function resolveAll(
  kinds: readonly AnyContentKind[],
  found: readonly FoundItem[],
  now: Date,
  personOf: PersonName,
): ByKind {
  const byKind: ByKind = new Map(kinds.map((kind) => [kind, []]))
  const ids = new Map<unknown, string>()
  for (const one of found) {
    const { kind, item } = one
    if (isBroken(one) && (kind.idOf || typeof item.key !== 'string')) continue
    const resolved = resolve(one, ids, now, personOf)
    ids.set(item, resolved.id)
    byKind.get(kind)!.push(resolved)
  }
  return byKind
}

/** An item with its id, given the ids of the items before it. */
function resolve(
  { kind, item, file, path, position, parent }: FoundItem,
  ids: ReadonlyMap<unknown, string>,
  now: Date,
  personOf: PersonName,
): Resolved {
  // A child gets an id even if its invalid parent has none.
  const parentId = parent && (ids.get(parent) ?? path.slice(0, -2).join('.'))
  const known = { item: withIds(kind, item, personOf), parentId, position, createdAt: now }
  const id = kind.idOf?.(known) ?? contentId(kind.prefix, item.key)
  return { ...known, id, file: file.name, path }
}

function createCoversList(
  kinds: readonly AnyContentKind[],
  files: readonly ContentFile[],
  byKind: ByKind,
): ResolvedContent['coversList'] {
  return (kind, { parentId }) => {
    const parent = kinds.find(({ list }) => list === kind.within)
    if (!parent) return files.some(({ lists }) => lists[kind.list] !== undefined)
    return byKind
      .get(parent)!
      .some(({ id, item }) => id === parentId && fieldOf(item, kind.list) !== undefined)
  }
}

function itemIssues({ kind, item, file, path }: FoundItem, personOf: PersonName): ContentIssue[] {
  const issues: Issue[] = [
    ...nameIssues('key', item.key, 100),
    ...strangerIssues(kind, item, personOf),
    ...textIssues(item, ''),
    ...kind.issues(item),
  ]
  return issues.map(({ field, reason }) => ({
    file: file.name,
    path: [...path, ...stepsOf(field)],
    reason,
  }))
}

/** The issues of a malformed item, as far as the rules can check it. */
function brokenItemIssues(found: FoundItem, personOf: PersonName): ContentIssue[] {
  try {
    return itemIssues(found, personOf)
  } catch (error) {
    // A rule received a value of an unexpected type.
    if (error instanceof TypeError) return []
    throw error
  }
}

/** The path of a field such as `tags.2`, with numbers for list positions; empty for the item itself. */
export function stepsOf(field: string): (string | number)[] {
  if (field === '') return []
  return field.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name))
}

function strangerIssues(
  { people = [] }: AnyContentKind,
  item: FoundItem['item'],
  personOf: PersonName,
): Issue[] {
  return people.flatMap((field) => {
    const username = fieldOf(item, field)
    if (typeof username !== 'string' || personOf(username) !== undefined) return []
    return [{ field, reason: `nobody has the username ${username}` }]
  })
}

/** Issues of texts that PostgreSQL cannot store unchanged: they would differ from the file forever. */
function textIssues(value: unknown, field: string): Issue[] {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0')
    return isStorable ? [] : [{ field, reason: 'must not hold NUL or half of a surrogate pair' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textIssues(inner, field === '' ? name : `${field}.${name}`),
  )
}

function duplicates(entries: readonly Resolved[]): ContentIssue[] {
  const first = new Map<string, Resolved>()
  return entries.flatMap((entry) => {
    const before = first.get(entry.id)
    first.set(entry.id, before ?? entry)
    if (!before) return []
    const reason = `is the key of ${before.path.join('.')} in ${before.file} as well`
    return [{ file: entry.file, path: [...entry.path, 'key'], reason }]
  })
}

const EARLIEST_YEAR = 1970
const LATEST_YEAR = 9999

/** Lists are newest first, so each later item of a file is newer by a millisecond. */
function dateEntries(entries: readonly Resolved[], now: Date): ContentIssue[] {
  return entries.flatMap((entry, index) => {
    const { createdAt } = entry.item
    const latest = now.getTime() - (entries.length - 1 - index)
    entry.createdAt = createdAt === undefined ? new Date(latest) : new Date(createdAt)
    const year = entry.createdAt.getUTCFullYear()
    // Cursors and ISO 8601 use four-digit years.
    if (year >= EARLIEST_YEAR && year <= LATEST_YEAR) return []
    const reason = `must be a date of the years ${EARLIEST_YEAR} to ${LATEST_YEAR}, UTC`
    return [{ file: entry.file, path: [...entry.path, 'createdAt'], reason }]
  })
}
