// The worker of every service that exports and erases personal data. It fetches its tasks from Identity, so a
// service that was down finds them when it is back.
import type { Caller } from '#foundation/auth/caller.ts'
import { asReported } from '#foundation/domain/errors.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import { peerOperation, type Peer } from '#foundation/peers/peers.ts'
import type { Worker } from '#foundation/process/workers.ts'
import { createOutage } from '#foundation/process/outage.ts'
import type { Erasure, ExportPage, PersonalData } from '#foundation/service/personal-data.ts'

/** A service's task about one person: export their data, or erase it if there is a tombstone. */
export interface PersonalDataTask {
  id: string
  attempt: number
  identityId: string
  tombstone: string | null
  scrolls: Erasure['scrolls'] | null
}

export interface ExportPart {
  taskId: string
  attempt: number
  sequence: number
  name: string
  /** JSON values separated by commas. */
  rows: string
}

/** An attempt at a task that is done. */
export type FinishedTask = Pick<ExportPart, 'taskId' | 'attempt'>

/** The source of a service's tasks, which receives results; false means that the attempt has expired. */
interface TaskDesk {
  take(): Promise<PersonalDataTask | null>
  addPart(part: ExportPart): Promise<boolean>
  finish(task: FinishedTask): Promise<boolean>
}

const TakeTask = peerOperation<{ takePersonalDataTask: PersonalDataTask | null }, object>(
  `mutation TakePersonalDataTask {
    takePersonalDataTask { id attempt identityId tombstone scrolls }
  }`,
)

const AddExportPart = peerOperation<{ addExportPart: boolean | null }, { input: ExportPart }>(
  `mutation AddExportPart($input: ExportPartInput!) { addExportPart(input: $input) }`,
)

const FinishTask = peerOperation<
  { finishPersonalDataTask: boolean | null },
  { input: FinishedTask }
>(
  `mutation FinishPersonalDataTask($input: FinishedPersonalDataTaskInput!) {
    finishPersonalDataTask(input: $input)
  }`,
)

/** The operations that every other service sends to Identity. */
export const PERSONAL_DATA_OPERATIONS = [TakeTask, AddExportPart, FinishTask]

const EVERY_MS = 2_000
/** The maximum length of JSON in one call, in characters; a longer row is sent alone. */
const MAX_CHARACTERS = 500_000

type Desk<C> = (ctx: C) => TaskDesk

/** The worker of every service but Identity. */
export function personalDataWork<C extends Caller>(data: PersonalData<C>): Worker<C> {
  const away = createOutage('cannot ask Identity for tasks about personal data: they wait')
  const work = workAt(data, deskAtIdentity)
  return {
    ...work,
    run: (ctx, stopping) => away.report(ctx, () => work.run(ctx, stopping)),
  }
}

/** The worker of a service that gets its tasks from `desk`. A task that fails is retried later, and delays no other. */
export function workAt<C extends Caller>(data: PersonalData<C>, desk: Desk<C>): Worker<C> {
  return {
    name: 'give and erase personal data',
    everyMs: EVERY_MS,
    async run(ctx, stopping) {
      const { take, addPart, finish } = desk(ctx)
      let failure: Error | undefined
      while (!stopping.aborted) {
        const task = await take()
        if (!task) break
        try {
          const isDone = await perform(ctx, data, { task, addPart, stopping })
          if (isDone) await finish({ taskId: task.id, attempt: task.attempt })
        } catch (error) {
          const about = { ...loggedError(error), task: task.id, attempt: task.attempt }
          ctx.log.warn(about, 'a task about personal data is not done yet')
          failure = asReported(error as Error)
        }
      }
      if (failure) throw failure
    },
  }
}

interface Performance {
  task: PersonalDataTask
  addPart: TaskDesk['addPart']
  stopping: AbortSignal
}

/** Performs a task. Returns false when the attempt has expired or the service stops. */
async function perform<C>(
  ctx: C,
  data: PersonalData<C>,
  { task, addPart, stopping }: Performance,
): Promise<boolean> {
  const { id: taskId, attempt, identityId, tombstone, scrolls } = task
  if (tombstone !== null) {
    await data.erasePerson(ctx, { identityId, tombstone, scrolls: scrolls ?? 'keep' })
    return true
  }
  let sequence = 0
  for await (const page of data.exportPerson(ctx, identityId)) {
    for (const rows of pieces(page)) {
      if (stopping.aborted) return false
      if (!(await addPart({ taskId, attempt, sequence, name: page.name, rows }))) return false
      sequence += 1
    }
  }
  return true
}

/** Yields the rows as JSON, in pieces that fit into a call. */
function* pieces({ rows }: ExportPage): Generator<string> {
  let piece = ''
  for (const row of rows) {
    const json = JSON.stringify(row)
    if (piece !== '' && piece.length + json.length > MAX_CHARACTERS) {
      yield piece
      piece = ''
    }
    piece += piece === '' ? json : `,\n${json}`
  }
  if (piece !== '') yield piece
}

function deskAtIdentity(ctx: Caller): TaskDesk {
  const { identity } = (ctx as Caller & { peers: Readonly<Record<'identity', Peer>> }).peers
  return {
    take: async () => (await identity(TakeTask, {})).takePersonalDataTask,
    addPart: async (input) => (await identity(AddExportPart, { input })).addExportPart === true,
    finish: async (input) =>
      (await identity(FinishTask, { input })).finishPersonalDataTask === true,
  }
}
