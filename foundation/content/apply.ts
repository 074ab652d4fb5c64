// Applies content: brings the things of a service in line with files, and tells what changed.
import { sql } from 'kysely'
import { recordAudit, type AuditOutboxTables } from '#foundation/audit-outbox.ts'
import type { Transaction } from '#foundation/database.ts'
import {
  type AnyContentKind,
  type ContentChange,
  type ContentChanges,
  type ContentContext,
  type ContentEntry,
  type ContentFile,
  type StoredItem,
} from './kind.ts'
import { addition, changeOf } from './difference.ts'
import { locateItem, locateList, refuseMoved, refusePersonal } from './refusal.ts'
import type { PersonName } from './people.ts'
import { placeItems, type Placed, type Places } from './place.ts'

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
  for (const kind of kinds) {
    const parent = kinds.find(({ list }) => list === kind.within)
    applied.push(await applyKind(ctx, { kind, parent, entries: placed.entriesOf(kind) }))
  }
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
  personOf: PersonName,
): Promise<boolean> {
  const placed = placeItems(kinds, files, ctx.now(), personOf)
  for (const kind of kinds.filter(({ within }) => within === undefined)) {
    if ((await findAll(ctx, kind, placed.entriesOf(kind))).size > 0) return true
  }
  return false
}

const ROWS_AT_ONCE = 500

interface KindEntries<Tables> {
  kind: AnyContentKind<Tables>
  /** What they stand in. */
  parent: AnyContentKind<Tables> | undefined
  entries: readonly Placed[]
}

async function applyKind<Tables>(
  ctx: ContentContext<Tables>,
  { kind, parent, entries }: KindEntries<Tables>,
): Promise<ContentChanges> {
  const stored = await findAll(ctx, kind, entries)
  if (parent) refuseMoved({ kind, parent, entries }, stored)
  refusePersonal(entries, stored)
  const missing = entries.filter(({ id }) => !stored.has(id))
  for (let from = 0; from < missing.length; from += ROWS_AT_ONCE) {
    const added = missing.slice(from, from + ROWS_AT_ONCE)
    await kind.add(ctx, added).catch(locateList(added[0]!))
  }
  const changes: ContentChange[] = []
  for (const entry of entries) {
    const before = stored.get(entry.id)
    const change = before ? changeOf(kind, entry, before) : addition(kind, entry)
    if (change) changes.push(change)
    if (change && before) await kind.update(ctx, entry, before).catch(locateItem(entry))
  }
  if (changes.length > 0) await kind.arrange?.(ctx, entries)
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

/** How many bytes of changes an audit event names; of the others it says how many they are. */
const NAMED_BYTES = 4_096

async function recordApplied<Tables extends AuditOutboxTables>(
  ctx: ContentContext<Tables>,
  changes: readonly ContentChange[],
): Promise<void> {
  let bytes = 0
  const named = changes
    .map(({ action, list, key }) => `${action} ${list}/${key}`)
    .filter((name) => (bytes += Buffer.byteLength(JSON.stringify(name)) + 1) <= NAMED_BYTES)
  const details = { changes: changes.length, named }
  await recordAudit(ctx, ctx.trx, { kind: 'content_applied', details })
}
