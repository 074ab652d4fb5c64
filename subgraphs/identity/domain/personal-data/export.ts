// Exports: everything that all services hold about a person, collected in parts and kept for a week.
import { sql } from 'kysely'
import type { Kysely, Transaction } from '#foundation/database/database.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { AuditContext, IdentityContext } from '../../context.ts'
import type { Export, IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { queueNotice } from '../mail/mail-outbox.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { addMissingTasks } from '../departure/service-tasks.ts'
import { lockStepUp } from '../sessions/step-up.ts'

const DAY_MS = 86_400_000
const EVERY_MS = DAY_MS
const EXPORT_KEPT_DAYS = 7
/** How long an export may be collected, because services may be down for a while. */
const COLLECTED_MS = 30 * DAY_MS
/** The limit of JSON in all parts. Further parts are left out, and the export says so. */
export const MAX_EXPORT_BYTES = 64 * 1_048_576

type ExportContext = AuditContext & Pick<IdentityContext, 'services'>

export function findExport(
  { db }: Pick<IdentityContext, 'db'>,
  identityId: string,
): Promise<Export | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('identityId', '=', identityId)
    .executeTakeFirst()
}

/**
 * Requests a person's data from all services, at most once a day, in a session that has stepped up. Replaces
 * the last export. @throws EXPORT_REQUESTED_RECENTLY with `availableAt`, INSUFFICIENT_PERMISSIONS
 */
export function requestExport(
  ctx: ExportContext,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
): Promise<void> {
  const { identityId } = session
  const askedAt = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    const before = await findExport({ db: trx }, identityId)
    if (before) refuseUntil(exportableAt(before, askedAt))
    await trx.deleteFrom('exports').where('identityId', '=', identityId).execute()
    const id = newId('export')
    const expiresAt = new Date(askedAt.getTime() + COLLECTED_MS)
    await trx.insertInto('exports').values({ id, identityId, askedAt, expiresAt }).execute()
    await addMissingTasks({ ...ctx, db: trx }, { exportId: id })
    await recordAudit({ ...ctx, db: trx }, { kind: 'export_requested', identityId })
  })
}

/** When the next export can be requested; undefined if now. */
export function exportableAt({ askedAt }: Pick<Export, 'askedAt'>, now: Date): Date | undefined {
  const at = new Date(askedAt.getTime() + EVERY_MS)
  return at > now ? at : undefined
}

function refuseUntil(at: Date | undefined): void {
  if (!at) return
  const availableAt = at.toISOString()
  const message = `You can ask for a copy of your data once a day. You can ask again on ${availableAt}.`
  throw refused('EXPORT_REQUESTED_RECENTLY', message, { availableAt })
}

/** Locks an export, after its person and before its tasks: the order in which deletions lock them. */
export async function lockExportForUpdate(
  trx: Transaction<IdentityTables>,
  exportId: string | null,
): Promise<void> {
  if (exportId === null) return
  const found = trx.selectFrom('exports').where('id', '=', exportId)
  await trx
    .selectFrom('identities')
    .select('id')
    .where('id', '=', found.select('identityId'))
    .forKeyShare()
    .execute()
  await found.select('id').forUpdate().execute()
}

interface NewPart {
  exportId: string
  service: string
  sequence: number
  name: string
  rows: string
}

/** Stores a part once, if it fits and if every earlier part of its service did. */
export async function keepPart(trx: Transaction<IdentityTables>, part: NewPart): Promise<void> {
  const { service, sequence } = part
  const bytes = Buffer.byteLength(part.rows)
  await dropParts(trx, part.exportId, service, sequence)
  const kept = await trx
    .updateTable('exports')
    .set({ bytes: sql<number>`bytes + ${bytes}` })
    .where('id', '=', part.exportId)
    .where(sql<boolean>`bytes + ${bytes} <= ${MAX_EXPORT_BYTES}`)
    .where(sql<boolean>`${service} <> all(incomplete)`)
    .returning('id')
    .executeTakeFirst()
  if (kept) await trx.insertInto('exportParts').values(part).execute()
  else await noteIncomplete(trx, part)
}

async function noteIncomplete(
  trx: Transaction<IdentityTables>,
  { exportId, service }: NewPart,
): Promise<void> {
  const incomplete = sql<string[]>`array_append(array_remove(incomplete, ${service}), ${service})`
  await trx
    .updateTable('exports')
    .set({ cutOff: true, incomplete })
    .where('id', '=', exportId)
    .execute()
}

/** Deletes the parts of a service from a sequence number on, and returns the owner of the export. */
export async function dropParts(
  trx: Transaction<IdentityTables>,
  exportId: string,
  service: string,
  from = 0,
): Promise<string> {
  const { rows } = await sql<{ identityId: string }>`
    with dropped as (
      delete from export_parts
      where export_id = ${exportId} and service = ${service} and sequence >= ${from}
      returning octet_length(rows) as size
    )
    update exports set
      bytes = bytes - (select coalesce(sum(size), 0) from dropped),
      incomplete = case ${from}::integer
        when 0 then array_remove(incomplete, ${service}) else incomplete end
    where id = ${exportId} returning identity_id`.execute(trx)
  return rows[0]!.identityId
}

/** Records that a service has finished. After the last one, the export is ready, and its person gets a mail. */
export async function noteGiven(
  {
    db,
    now,
    services,
  }: Pick<IdentityContext, 'now' | 'services'> & { db: Transaction<IdentityTables> },
  exportId: string,
): Promise<void> {
  // Services may have been added since the export began.
  await addMissingTasks({ db, now, services }, { exportId })
  // `lockExportForUpdate` serializes the services, so that the last one sees that it is the last.
  const readyAt = now()
  const ready = await db
    .updateTable('exports')
    .set({ readyAt, expiresAt: new Date(readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS) })
    .where('id', '=', exportId)
    .where('readyAt', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('personalDataTasks')
            .select('id')
            .where('exportId', '=', exportId)
            .where('doneAt', 'is', null),
        ),
      ),
    )
    .returning('identityId')
    .executeTakeFirst()
  if (ready) await queueNotice({ db, now }, { kind: 'export_ready', identityId: ready.identityId })
}

/** The person's export, if it is ready and has not expired. */
export async function findReadyExport(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  identityId: string,
): Promise<Export | undefined> {
  const found = await findExport({ db }, identityId)
  return found?.readyAt && found.expiresAt > now() ? found : undefined
}

export interface KeptPart {
  service: string
  sequence: number
  name: string
  rows: string
}

/**
 * Reads the parts, by service and name, one at a time: the largest are some megabytes. @throws NOT_FOUND if the
 * export is deleted meanwhile
 */
export async function* readParts(
  db: Kysely<IdentityTables>,
  exportId: string,
): AsyncGenerator<KeptPart> {
  let last = { service: '', name: '', sequence: -1 }
  for (;;) {
    const { rows } = await reads(sql<KeptPart>`
      select service, name, sequence, rows from export_parts
      where export_id = ${exportId}
        and (service, name, sequence) > (${last.service}, ${last.name}, ${last.sequence})
      order by service, name, sequence limit 1`).execute(db)
    const [part] = rows
    if (!part) return requireKept(db, exportId)
    yield part
    last = part
  }
}

/** Throws for a deleted export, whose missing parts would look like the end. */
async function requireKept(db: Kysely<IdentityTables>, exportId: string): Promise<void> {
  const exports = db.selectFrom('exports').select('id').where('id', '=', exportId)
  if (!(await exports.executeTakeFirst())) throw notFound('Export', exportId)
}
