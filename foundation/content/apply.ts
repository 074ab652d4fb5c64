// Applies content: brings the data of a service in line with files, and reports what changed.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { ROWS_AT_ONCE } from '#foundation/database/reads/rows-by-key.ts'
import { recordAudit, type AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import {
  type AnyContentKind,
  type ContentChange,
  type ContentChanges,
  type ContentContext,
  type ContentEntry,
  type ContentFile,
  type StoredItem,
} from './kind.ts'
import { addition, changeName, changeOf } from './difference.ts'
import { locateItem, refuseMoved, refusePersonal } from './refusal.ts'
import type { PersonName } from './people.ts'
import { resolveItems, type ResolvedContent } from './resolve.ts'

export interface ApplyOptions {
  /** The id of the person with a username, if there is one. */
  personOf: PersonName
  /** Whether to retire items that came from files and are no longer in any. */
  prune: boolean
}

/**
 * Brings the items of a service in line with files, in the transaction of `ctx`. Applying the same
 * files again changes nothing. Concurrent calls wait for each other.
 * @throws ContentError; nothing is changed then
 */
export async function applyContent<Tables extends AuditOutboxTables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  files: readonly ContentFile[],
  { personOf, prune }: ApplyOptions,
): Promise<ContentChanges> {
  const resolved = resolveItems(kinds, files, ctx.now(), personOf)
  await lockContent(ctx.trx)
  const applied: ContentChanges[] = []
  for (const kind of kinds) {
    const parent = kinds.find(({ list }) => list === kind.within)
    applied.push(await applyKind(ctx, { kind, parent, resolved }))
  }
  if (prune) {
    for (const kind of kinds.toReversed()) applied.push(await pruneKind(ctx, kind, resolved))
  }
  const changes = applied.flatMap((part) => part.changes)
  if (changes.length > 0) await recordApplied(ctx, changes)
  return { changes, unchanged: applied.reduce((sum, part) => sum + part.unchanged, 0) }
}

/** Serializes concurrent applications of content to a service until the transaction ends. */
export async function lockContent<Tables>(trx: Transaction<Tables>): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(hashtext('content'), hashtext(current_schema()))`
  await lock.execute(trx)
}

/** True when one of the top-level items exists, retired or not. */
export async function hasContent<Tables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  files: readonly ContentFile[],
  personOf: PersonName,
): Promise<boolean> {
  const resolved = resolveItems(kinds, files, ctx.now(), personOf)
  for (const kind of kinds.filter(({ within }) => within === undefined)) {
    if ((await findAll(ctx, kind, resolved.entriesOf(kind))).size > 0) return true
  }
  return false
}

interface KindContent<Tables> {
  kind: AnyContentKind<Tables>
  parent: AnyContentKind<Tables> | undefined
  resolved: ResolvedContent
}

async function applyKind<Tables>(
  ctx: ContentContext<Tables>,
  { kind, parent, resolved }: KindContent<Tables>,
): Promise<ContentChanges> {
  const entries = resolved.entriesOf(kind)
  const stored = await findAll(ctx, kind, entries)
  if (parent) refuseMoved({ kind, parent, entries }, stored)
  refusePersonal(entries, stored)
  const missing = entries.filter(({ id }) => !stored.has(id))
  for (let from = 0; from < missing.length; from += ROWS_AT_ONCE) {
    await kind.add(ctx, missing.slice(from, from + ROWS_AT_ONCE))
  }
  const changes: ContentChange[] = []
  for (const entry of entries) {
    const before = stored.get(entry.id)
    const change = before ? changeOf(kind, entry, before) : addition(kind, entry)
    if (change) changes.push({ ...change, within: resolved.keyOf(entry.parentId) })
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

/** Retires items that came from files and are missing from files that contain their list. */
async function pruneKind<Tables>(
  ctx: ContentContext<Tables>,
  kind: AnyContentKind<Tables>,
  resolved: ResolvedContent,
): Promise<ContentChanges> {
  const kept = new Set(resolved.entriesOf(kind).map(({ id }) => id))
  const isGone = (one: StoredItem) =>
    one.contentKey !== null && !one.settled && !kept.has(one.id) && resolved.coversList(kind, one)
  const stored = (await kind.find(ctx)).filter(isGone)
  if (stored.length > 0) await kind.retire(ctx, stored)
  const changes = stored.map(({ item: { key }, parentId }): ContentChange => {
    const within = resolved.keyOf(parentId)
    return { action: 'retire', list: kind.list, key, within, differences: [] }
  })
  return { changes, unchanged: 0 }
}

/** An audit event lists changes up to this many bytes, and counts the rest. */
const NAMED_BYTES = 4_096

async function recordApplied<Tables extends AuditOutboxTables>(
  ctx: ContentContext<Tables>,
  changes: readonly ContentChange[],
): Promise<void> {
  const details = { changes: changes.length, named: firstNames(changes) }
  await recordAudit(ctx, ctx.trx, { kind: 'content_applied', details })
}

function firstNames(changes: readonly ContentChange[]): string[] {
  const names: string[] = []
  let room = NAMED_BYTES
  for (const change of changes) {
    const name = `${change.action} ${changeName(change)}`
    room -= Buffer.byteLength(JSON.stringify(name)) + 1
    if (room < 0) break
    names.push(name)
  }
  return names
}
