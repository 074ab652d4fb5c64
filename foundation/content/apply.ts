// Applies content: brings the things of a service in line with files, and tells what changed.
import { sql } from 'kysely'
import { recordAudit, type AuditOutboxTables } from '#foundation/audit-outbox.ts'
import type { Transaction } from '#foundation/database.ts'
import { contentId } from '#foundation/ids.ts'
import type {
  AnyContentKind,
  ContentChange,
  ContentChanges,
  ContentContext,
  ContentEntry,
  ContentFile,
  ContentItem,
  StoredItem,
} from './kind.ts'
import { fieldOf, placeItems, type PersonName, type Places } from './place.ts'

export interface ApplyOptions {
  /** The id of the person with a username, if there is one. */
  personOf: PersonName
  /** Whether what came from files and stands in none of them any more is retired. */
  prune: boolean
}

/**
 * Brings the things of a service in line with files, in the transaction of `ctx`: applied again, they
 * change nothing. Of several at a time one waits for the other.
 * @throws ContentError, when nothing has been changed
 */
export async function applyContent<Tables extends AuditOutboxTables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  files: readonly ContentFile[],
  { personOf, prune }: ApplyOptions,
): Promise<ContentChanges> {
  const placed = placeItems(kinds, files, ctx.now(), personOf)
  await lockContent(ctx.trx)
  const applied: ContentChanges[] = []
  for (const kind of kinds) applied.push(await applyKind(ctx, kind, placed.entriesOf(kind)))
  if (prune) {
    for (const kind of kinds.toReversed()) applied.push(await pruneKind(ctx, kind, placed))
  }
  const changes = applied.flatMap((part) => part.changes)
  if (changes.length > 0) await recordApplied(ctx, changes)
  return { changes, unchanged: applied.reduce((sum, part) => sum + part.unchanged, 0) }
}

/** Of several that apply content to a service, one waits for the other until its transaction ends. */
export async function lockContent<Tables>(trx: Transaction<Tables>): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(hashtext('content'), hashtext(current_schema()))`
  await lock.execute(trx)
}

/** True when one of the items of the first level is there, retired or not. */
export async function hasContent<Tables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  files: readonly ContentFile[],
): Promise<boolean> {
  for (const kind of kinds.filter(({ within }) => within === undefined)) {
    const items = files.flatMap(({ lists }) => lists[kind.list] ?? [])
    const stored = await kind.find(
      ctx,
      items.map(({ key }) => contentId(kind.prefix, key)),
    )
    if (stored.length > 0) return true
  }
  return false
}

const ROWS_AT_ONCE = 500

async function applyKind<Tables>(
  ctx: ContentContext<Tables>,
  kind: AnyContentKind<Tables>,
  entries: readonly ContentEntry[],
): Promise<ContentChanges> {
  const stored = await findAll(ctx, kind, entries)
  const missing = entries.filter(({ id }) => !stored.has(id))
  for (let from = 0; from < missing.length; from += ROWS_AT_ONCE) {
    await kind.add(ctx, missing.slice(from, from + ROWS_AT_ONCE))
  }
  const added = new Set(missing)
  const changes: ContentChange[] = []
  for (const entry of entries) {
    const before = stored.get(entry.id)
    const change = added.has(entry)
      ? addition(kind, entry)
      : before && changeOf(kind, entry, before)
    if (!change) continue
    changes.push(change)
    if (before) await kind.update(ctx, entry, before)
  }
  return { changes, unchanged: entries.length - changes.length }
}

async function findAll<Tables>(
  ctx: ContentContext<Tables>,
  kind: AnyContentKind<Tables>,
  entries: readonly ContentEntry[],
): Promise<Map<string, StoredItem>> {
  const stored = new Map<string, StoredItem>()
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const ids = entries.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id)
    for (const found of await kind.find(ctx, ids)) stored.set(found.id, found)
  }
  return stored
}

function addition({ list }: AnyContentKind, { item }: ContentEntry): ContentChange {
  return { action: 'add', list, key: item.key, differences: [] }
}

/** What keeps an item from being as the file says; undefined when it is so, or is somebody's own. */
function changeOf(
  kind: AnyContentKind,
  entry: ContentEntry,
  stored: StoredItem,
): ContentChange | undefined {
  if (stored.settled) return undefined
  const { list, normalize = (item: ContentItem) => item } = kind
  const [from, to] = [normalize(stored.item) as ContentItem, normalize(entry.item) as ContentItem]
  const fields = [
    ...Object.keys(kind.properties),
    ...(to.createdAt === undefined ? [] : ['createdAt']),
  ]
  const differences = fields
    .map((field) => ({ field, from: comparable(field, from), to: comparable(field, to) }))
    .filter((one) => JSON.stringify(one.from) !== JSON.stringify(one.to))
  if (stored.contentKey !== entry.item.key) {
    differences.unshift({ field: 'key', from: stored.contentKey, to: entry.item.key })
  }
  differences.push(...(kind.differences?.(entry, stored) ?? []))
  if (differences.length === 0 && !stored.retired) return undefined
  const action = stored.retired ? 'restore' : 'update'
  return { action, list, key: entry.item.key, differences }
}

/** A field in a form in which equal values are equal texts. */
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

/** Retires what came from files and stands in none of those that speak of its list. */
async function pruneKind<Tables>(
  ctx: ContentContext<Tables>,
  kind: AnyContentKind<Tables>,
  placed: Places,
): Promise<ContentChanges> {
  const kept = new Set(placed.entriesOf(kind).map(({ id }) => id))
  const stored = (await kind.find(ctx)).filter(
    (one) =>
      one.contentKey !== null && !one.settled && !kept.has(one.id) && placed.speaksOf(kind, one),
  )
  if (stored.length > 0) await kind.retire(ctx, stored)
  const changes = stored.map(({ item: { key } }) => {
    return { action: 'retire' as const, list: kind.list, key, differences: [] }
  })
  return { changes, unchanged: 0 }
}

/** How many changes an audit event names; of the others it tells how many they are. */
const NAMED_IN_AUDIT = 50

async function recordApplied<Tables extends AuditOutboxTables>(
  ctx: ContentContext<Tables>,
  changes: readonly ContentChange[],
): Promise<void> {
  const named = changes.slice(0, NAMED_IN_AUDIT)
  const details = {
    changes: changes.length,
    named: named.map(({ action, list, key }) => `${action} ${list}/${key}`),
  }
  await recordAudit(ctx, ctx.trx, { kind: 'content_applied', details })
}
