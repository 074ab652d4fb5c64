// The tasks of services about people's data. Each service gets and finishes only its own.
import { sql } from 'kysely'
import { MAX_COUNTED, type Backlog } from '#foundation/database/outboxes/backlog.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { Worker } from '#foundation/process/workers.ts'
import {
  workAt,
  type ExportPart,
  type FinishedTask,
  type PersonalDataTask,
} from '#foundation/service/personal-data-work.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables, ServiceTask } from '../../tables.ts'
import { dropParts, lockExportForUpdate, keepPart, noteGiven } from './export.ts'
import { personalData } from './personal-data.ts'

type TaskContext = Pick<IdentityContext, 'db' | 'now' | 'service' | 'services'>

/** How long a service may be silent before the task is leased again. Doubles at each attempt. */
const FIRST_LEASE_MS = 10_000
const MAX_DOUBLINGS = 6
/** The names of parts become file names. */
const FILE_NAME = /^[a-z]+(-[a-z]+)*$/

/** Leases the next task of the calling service, so that no other process gets it for a while. */
export async function claimTask({
  db,
  now,
  service,
}: TaskContext): Promise<PersonalDataTask | undefined> {
  if (service === undefined) return undefined
  return db.transaction().execute(async (trx) => {
    const task = await leaseNext(trx, service, now())
    if (!task) return undefined
    const { id, attempts: attempt, exportId, departureId } = task
    if (departureId !== null) {
      const departure = await trx
        .selectFrom('departures')
        .select(['identityId', 'tombstone', 'scrolls'])
        .where('id', '=', departureId)
        .executeTakeFirstOrThrow()
      return { id, attempt, ...departure }
    }
    const identityId = await dropParts(trx, exportId!, service)
    return { id, attempt, identityId, tombstone: null, scrolls: null }
  })
}

async function leaseNext(
  trx: Transaction<IdentityTables>,
  service: string,
  at: Date,
): Promise<ServiceTask | undefined> {
  for (;;) {
    const due = await trx
      .selectFrom('personalDataTasks')
      .select(['id', 'exportId'])
      .where('service', '=', service)
      .where('doneAt', 'is', null)
      .where('nextAttemptAt', '<=', at)
      .orderBy('nextAttemptAt')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    await lockExportForUpdate(trx, due.exportId)
    const leased = await lease(trx, due.id, at)
    // The lease fails if another process was first, or if the export was deleted.
    if (leased) return leased
  }
}

function lease(
  trx: Transaction<IdentityTables>,
  id: string,
  at: Date,
): Promise<ServiceTask | undefined> {
  return trx
    .updateTable('personalDataTasks')
    .set({ attempts: sql<number>`attempts + 1`, nextAttemptAt: leasedUntil(at) })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .where('nextAttemptAt', '<=', at)
    .returningAll()
    .executeTakeFirst()
}

function leasedUntil(at: Date) {
  return sql<Date>`${at}::timestamptz
    + ${FIRST_LEASE_MS} * power(2, least(attempts, ${MAX_DOUBLINGS})) * interval '1 millisecond'`
}

/** Adds a part of the calling service to an export. Returns false if its attempt is over. */
export function addExportPart(
  ctx: TaskContext,
  { taskId, attempt, ...part }: ExportPart,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const task = await lockTaskForUpdate(trx, ctx.service, { taskId, attempt })
    if (task?.exportId == null) return false
    await trx
      .updateTable('personalDataTasks')
      .set({ nextAttemptAt: leasedUntil(ctx.now()) })
      .where('id', '=', taskId)
      .execute()
    if (!FILE_NAME.test(part.name))
      throw invalidInput([{ field: 'name', reason: 'must be lower case words joined by hyphens' }])
    await keepPart(trx, { ...part, exportId: task.exportId, service: task.service })
    return true
  })
}

/** Finishes a task of the calling service, once. Returns false if its attempt is over. */
export function finishTask(ctx: TaskContext, { taskId, attempt }: FinishedTask): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const task = await lockTaskForUpdate(trx, ctx.service, { taskId, attempt })
    if (!task) return false
    await trx
      .updateTable('personalDataTasks')
      .set({ doneAt: ctx.now() })
      .where('id', '=', taskId)
      .execute()
    if (task.exportId !== null) await noteGiven({ ...ctx, db: trx }, task.exportId)
    return true
  })
}

/** The open task, if it belongs to the service and this is its latest attempt. */
async function lockTaskForUpdate(
  trx: Transaction<IdentityTables>,
  service: string | undefined,
  { taskId, attempt }: FinishedTask,
): Promise<ServiceTask | undefined> {
  const tasks = trx.selectFrom('personalDataTasks').where('id', '=', taskId)
  const found = await tasks.select('exportId').executeTakeFirst()
  await lockExportForUpdate(trx, found?.exportId ?? null)
  return trx
    .selectFrom('personalDataTasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('service', '=', service ?? '')
    .where('attempts', '=', attempt)
    .where('doneAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The open tasks of each service, counted by the index in which it finds them. */
export function taskBacklog(services: readonly ServiceFacts[]): Backlog {
  const names = services.filter((one) => one.holdsPersonalData).map(({ name }) => name)
  return sql`
    select 'personal_data' as kind, name as of, count(waiting.since)::int as count,
      min(waiting.since) as oldest_since
    from unnest(array[${sql.join(names.map((name) => sql.lit(name)))}]) as name
    left join lateral (
      select coalesce(
        (select asked_at from exports where id = export_id),
        (select coalesce(erasing_since, asked_at) from departures where id = departure_id)
      ) as since
      from personal_data_tasks where service = name and done_at is null
      order by next_attempt_at limit ${sql.lit(MAX_COUNTED)}
    ) as waiting on true
    group by name`
}

/** Runs Identity's own tasks. */
export const ownPersonalDataWork: Worker<IdentityContext> = workAt(personalData, (ctx) => {
  const own = { ...ctx, service: 'identity' }
  return {
    take: async () => (await claimTask(own)) ?? null,
    addPart: (part) => addExportPart(own, part),
    finish: (task) => finishTask(own, task),
  }
})
