// Departures that wait for an unresponsive service: logged once a day, and shown in the console.
import { sql } from 'kysely'
import type { IdentityContext } from '../../context.ts'
import type { Departure } from '../../tables.ts'

/** How long a service may be down before it is logged, and the interval between log lines. */
const REPORTED_EVERY_MS = 86_400_000
const MAX_SHOWN = 50

export interface WaitingDeparture extends Pick<Departure, 'id' | 'reportedAt'> {
  /** When the services got their tasks. */
  since: Date
  /** Services that have not finished. */
  services: string[]
}

/** Lists the departures that have waited longest. */
export async function listWaiting({
  db,
  now,
}: Pick<IdentityContext, 'db' | 'now'>): Promise<WaitingDeparture[]> {
  const waiting = await db
    .selectFrom('departures')
    .select(['id', 'reportedAt', sql<Date>`erasing_since`.as('since')])
    .select(({ selectFrom }) =>
      selectFrom('personalDataTasks')
        .select(sql<string[]>`coalesce(array_agg(service order by service), '{}')`.as('services'))
        .whereRef('departureId', '=', 'departures.id')
        .where('doneAt', 'is', null)
        .as('services'),
    )
    .where('erasingSince', '<=', new Date(now().getTime() - REPORTED_EVERY_MS))
    .orderBy('erasingSince')
    .limit(MAX_SHOWN)
    .execute()
  return waiting.flatMap((row) => (row.services?.length ? { ...row, services: row.services } : []))
}

/** Logs each departure once a day, in whichever process is first. */
export async function reportWaiting(ctx: IdentityContext): Promise<void> {
  const [at, before] = [ctx.now(), new Date(ctx.now().getTime() - REPORTED_EVERY_MS)]
  for (const { id, reportedAt, services, since } of await listWaiting(ctx)) {
    if (reportedAt && reportedAt > before) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('departures')
      .set({ reportedAt: at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('reportedAt', 'is', null), eb('reportedAt', '<=', before)]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    ctx.log.error({ departure: id, services, since }, 'a departure waits for services')
  }
}
