// The differences between a stored item and a file.
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import type {
  AnyContentKind,
  ContentChange,
  ContentEntry,
  ContentItem,
  Difference,
  StoredItem,
} from './kind.ts'
import { fieldOf } from './walk.ts'

/** The name of an item in a change, with its parents: `lessons/knots/loop`. Keys are unique among siblings only. */
export function changeName({ list, within, key }: ContentChange): string {
  return [list, within, key].filter((part) => part !== undefined).join('/')
}

/** The change that adds an item. */
export function addition({ list }: AnyContentKind, { item }: ContentEntry): ContentChange {
  return { action: 'add', list, key: item.key, differences: [] }
}

/** How a stored item differs from the file; undefined when it does not, or belongs to a person. */
export function changeOf(
  kind: AnyContentKind,
  entry: ContentEntry,
  stored: StoredItem,
): ContentChange | undefined {
  if (stored.settled) return undefined
  const { list, normalize = (item: ContentItem) => item } = kind
  const { key } = entry.item
  const differences: Difference[] = [
    ...(stored.contentKey === key ? [] : [{ field: 'key', from: stored.contentKey, to: key }]),
    ...fieldDifferences(kind, normalize(stored.item), normalize(entry.item)),
    ...(kind.differences?.(entry, stored) ?? []),
  ]
  if (differences.length === 0 && !stored.retired) return undefined
  return { action: stored.retired ? 'restore' : 'update', list, key, differences }
}

function fieldDifferences(
  { people = [], properties }: AnyContentKind,
  before: ContentItem,
  after: ContentItem,
): Difference[] {
  const fields = Object.keys(properties)
  if (after.createdAt !== undefined) fields.push('createdAt')
  return fields.flatMap((field) => {
    const absent = people.includes(field) ? ECOSYSTEM_ID : null
    const from = comparable(field, before) ?? absent
    const to = comparable(field, after) ?? absent
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

function comparable(field: string, item: ContentItem): unknown {
  const value = fieldOf(item, field)
  if (field === 'createdAt') return new Date(value as string).toISOString()
  return sorted(value)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]))
}
