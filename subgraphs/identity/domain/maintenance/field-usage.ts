// The usage of fields by callers of the router: summed by day, and exported for the schema check.
import { sql } from 'kysely'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import type { IdentityContext } from '../../context.ts'

const DAY_MS = 86_400_000
/** The maximum of days before today that an export covers. */
export const MAX_EXPORTED_DAYS = 90
/** One more day, so that the first day of an export is still complete. */
export const USAGE_RETENTION_DAYS = MAX_EXPORTED_DAYS + 1

/** How often a client used one coordinate of the schema. */
export interface UsageCount {
  /** The time of the usage, of which only the day in UTC is stored. */
  at: Date
  clientId: string
  clientName: string
  coordinate: string
  count: number
}

/** Adds the counts to the sums of their days. */
export async function recordUsage(
  { db }: Pick<IdentityContext, 'db'>,
  counts: readonly UsageCount[],
): Promise<boolean> {
  const days = counts.map(({ at }) => dayOf(at))
  const column = (name: 'clientId' | 'clientName' | 'coordinate' | 'count') =>
    counts.map((row) => row[name])
  // Sorted by the key, so that two of these at once cannot deadlock.
  await sql`
    insert into field_usage (day, client_id, client_name, coordinate, count)
    select day, client_id, client_name, coordinate, sum(count)
    from unnest(
      ${days}::date[], ${column('clientId')}::text[], ${column('clientName')}::text[],
      ${column('coordinate')}::text[], ${column('count')}::bigint[]
    ) as counted (day, client_id, client_name, coordinate, count)
    group by day, client_id, client_name, coordinate
    order by day, client_id, client_name, coordinate
    on conflict (day, client_id, client_name, coordinate)
      do update set count = field_usage.count + excluded.count`.execute(db)
  return true
}

/** The usage of a window of days, in the format of federation-check. Days are YYYY-MM-DD, in UTC. */
export interface UsageExport {
  version: 1
  generatedAt: string
  from: string
  to: string
  /** Days of the window, except the last, without counts. */
  uncounted: string[]
  clients: { client: string; name: string | null; lastSeen: string }[]
  coordinates: UsageExportRow[]
}

interface UsageExportRow {
  coordinate: string
  client: string
  name: string | null
  count: number
  lastSeen: string
}

/** Exports the counts of that many days before today, and of today. The window begins no earlier than the counts. */
export async function exportUsage(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  days: number,
): Promise<UsageExport> {
  const to = dayOf(now())
  const counted = await daysSince(db, dayBefore(now(), days))
  const from = counted[0] ?? to
  const known = new Set(counted)
  const coordinates = await rowsSince(db, from)
  return {
    version: 1,
    generatedAt: now().toISOString(),
    from,
    to,
    uncounted: daysFrom(from, to).filter((day) => !known.has(day)),
    clients: clientsOf(coordinates),
    coordinates,
  }
}

async function daysSince(db: IdentityContext['db'], from: string): Promise<string[]> {
  const { rows } = await reads(sql<{ day: string }>`
    select distinct day::text as day from field_usage where day >= ${from} order by day`).execute(
    db,
  )
  return rows.map(({ day }) => day)
}

async function rowsSince(db: IdentityContext['db'], from: string): Promise<UsageExportRow[]> {
  const { rows } = await readsAlone(sql<UsageExportRow>`
    select coordinate, client_id as client, nullif(client_name, '') as name,
      sum(count)::bigint as count, max(day)::text as last_seen
    from field_usage where day >= ${from}
    group by coordinate, client_id, client_name
    order by coordinate, client_id, client_name`).execute(db)
  return rows
}

function clientsOf(rows: readonly UsageExportRow[]): UsageExport['clients'] {
  const clients = new Map<string, UsageExport['clients'][number]>()
  for (const { client, name, lastSeen } of rows) {
    const key = JSON.stringify([client, name])
    const known = clients.get(key)
    if (!known || known.lastSeen < lastSeen) clients.set(key, { client, name, lastSeen })
  }
  return [...clients.values()]
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function dayBefore(moment: Date, days: number): string {
  return dayOf(new Date(moment.getTime() - days * DAY_MS))
}

/** The days from the first to the one before the last. */
function daysFrom(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
  return Array.from({ length: count }, (_, index) => dayBefore(new Date(first), -index))
}
