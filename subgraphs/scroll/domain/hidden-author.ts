// Hides the copies of author names in scrolls when administrators hide the names in Identity.
import { sql, type Kysely } from 'kysely'
import type { Worker } from '#foundation/process/workers.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import { createOutage } from '#foundation/process/outage.ts'
import type { ScrollContext } from '../context.ts'
import type { ScrollTables } from '../tables.ts'

const EVERY_MS = 2_000
/** How much of the last round each round reads again: a scroll may be published with a name that was read before. */
const OVERLAP_MS = 60_000
const MAX_SCROLLS_AT_ONCE = 500

interface HiddenName {
  identityId: string
  /** When the names were hidden; null once they are shown again. */
  hiddenAt: string | null
  /** The names that are hidden even in scrolls published after `hiddenAt`. */
  displayNames: string[]
  neutralName: string
}

interface HiddenNamePage {
  asOf: string
  names: HiddenName[]
  next: string | null
}

export const ReadHiddenNames = peerOperation<
  { hiddenNames: HiddenNamePage | null },
  { since: string | null; after: string | null }
>(`query ReadHiddenNames($since: DateTimeISO, $after: String) {
  hiddenNames(since: $since, after: $after) {
    asOf names { identityId hiddenAt displayNames neutralName } next
  }
}`)

/** Follows Identity in hiding and showing authors. The first round reads all names, later rounds the changes. */
export function hiddenAuthorSync(): Worker<ScrollContext> {
  const outage = createOutage('cannot ask Identity for hidden names: authors stay as they are')
  const readUntil = new WeakMap<Kysely<ScrollTables>, Date>()
  return {
    name: 'hide and show authors',
    everyMs: EVERY_MS,
    run: (ctx, stopping) =>
      outage.report(ctx, async () => {
        const before = readUntil.get(ctx.db)
        const since = before && new Date(before.getTime() - OVERLAP_MS)
        const asOf = await applyChanges(ctx, since, stopping)
        if (asOf) readUntil.set(ctx.db, asOf)
      }),
  }
}

/** Returns the time until which changes are applied; undefined if the service stops before that. */
async function applyChanges(
  { db, peers }: ScrollContext,
  since: Date | undefined,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const from = since?.toISOString() ?? null
  const ask = async (after: string | null): Promise<HiddenNamePage | null> =>
    (await peers.identity(ReadHiddenNames, { since: from, after })).hiddenNames
  const first = await ask(null)
  for (let page = first; page; page = page.next === null ? null : await ask(page.next)) {
    while (!stopping.aborted && (await hideAuthors(db, page.names)));
    while (!stopping.aborted && (await showAuthors(db, page.names)));
    if (stopping.aborted) return undefined
  }
  return first ? new Date(first.asOf) : undefined
}

/**
 * Hides the author of a batch of scrolls: those published before the names were hidden, under any name, and
 * later ones under a hidden name. Returns false when none is left that another process has not locked.
 */
async function hideAuthors(db: Kysely<ScrollTables>, names: HiddenName[]): Promise<boolean> {
  const hidden = names.filter(({ hiddenAt }) => hiddenAt !== null)
  if (hidden.length === 0) return false
  const list = sql`json_to_recordset(${JSON.stringify(hidden)}::json)
    as hidden ("identityId" text, "hiddenAt" timestamptz, "displayNames" text[], "neutralName" text)`
  const { numAffectedRows } = await sql`
    update scrolls set hidden_author = author, author = found."neutralName"
    from (
      select scrolls.id, "neutralName" from scrolls join ${list}
        on author_id = "identityId" and author <> "neutralName"
        and (created_at <= "hiddenAt" or author = any("displayNames"))
      limit ${MAX_SCROLLS_AT_ONCE} for update of scrolls skip locked
    ) as found
    where scrolls.id = found.id`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

async function showAuthors(db: Kysely<ScrollTables>, names: HiddenName[]): Promise<boolean> {
  const shown = names.filter(({ hiddenAt }) => hiddenAt === null)
  if (shown.length === 0) return false
  const { numAffectedRows } = await sql`
    update scrolls set author = hidden_author, hidden_author = null
    where id in (
      select id from scrolls
      where hidden_author is not null
        and author_id = any(${shown.map(({ identityId }) => identityId)}::text[])
      limit ${MAX_SCROLLS_AT_ONCE} for update skip locked
    )`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}
