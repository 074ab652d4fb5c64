// The steps of a departure after its two weeks, each a transaction that any process can run. The departure's row holds
// the next step; the last one deletes the row, so that nothing links the tombstone to the person.
import { sql } from 'kysely'
import { REVOKED_GRANTS_REACH_MS } from '#foundation/auth/revoked-grants.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { asReported } from '#foundation/domain/errors.ts'
import { deleteEventsOf } from '#foundation/events/erased-events.ts'
import { dropMailFiles } from '../../mail/mail-files.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import type { Departure, IdentityTables } from '../../tables.ts'
import { closeAccount } from './account-closing.ts'
import { lockAdministrators } from '../administration/administrator.ts'

import { eraseIdentity, eraseTrail, replaceIdentity } from './identity-erasure.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { addMissingTasks } from './service-tasks.ts'
import { reportWaiting } from './waiting-departure.ts'

/** A wait that is longer than any request between services, so that none about the person is still under way. */
const SETTLED_MS = 60_000

type Step = (ctx: TransactionContext, departure: Departure) => Promise<void>

/** Runs one round of the worker. */
export async function advanceDepartures(
  ctx: IdentityContext,
  stopping: AbortSignal,
): Promise<void> {
  let failure: Error | undefined
  for (const { step, due } of STEPS) {
    const ids = await due(ctx)
    for (const id of ids) {
      if (stopping.aborted) return
      failure = (await advance(ctx, id, step)) ?? failure
    }
  }
  await reportWaiting(ctx)
  if (failure) throw asReported(failure)
}

/**
 * Runs the next step. A departure that fails waits longer each time and does not hold up others.
 * @returns the failure, which is logged
 */
async function advance(
  ctx: IdentityContext,
  id: string,
  step: keyof typeof TAKE,
): Promise<Error | undefined> {
  try {
    if (step === 'finish') await prepareEnd(ctx, id)
    await ctx.db.transaction().execute(async (trx) => {
      const departure = await lockDepartureForUpdate(trx, id, step)
      if (!departure || stepOf(departure) !== step) return
      await TAKE[step]({ ...ctx, db: trx }, departure)
      await trx.updateTable('departures').set({ attempts: 0 }).where('id', '=', id).execute()
    })
    return undefined
  } catch (error) {
    ctx.log.error({ err: error, departure: id, step }, 'a departure does not go on yet')
    await putOff(ctx, id)
    return error as Error
  }
}

/** Postpones the next attempt by two seconds, doubling up to an hour. */
async function putOff({ db, now }: IdentityContext, id: string): Promise<void> {
  const at = now()
  await db
    .updateTable('departures')
    .set({
      attempts: sql<number>`attempts + 1`,
      nextAttemptAt: sql<Date>`${at}::timestamptz
        + least(3600, 2 * power(2, least(attempts, 12))) * interval '1 second'`,
    })
    .where('id', '=', id)
    // Another process may have postponed it already.
    .where('nextAttemptAt', '<=', at)
    .execute()
}

/** Erases the tables with many rows before the last step, outside its transaction. */
async function prepareEnd(ctx: IdentityContext, id: string): Promise<void> {
  const departures = ctx.db.selectFrom('departures').selectAll().where('id', '=', id)
  const departure = await departures.executeTakeFirst()
  if (!departure) return
  await eraseTrail(ctx, departure)
  await deleteEventsOf(ctx.db, departure.identityId)
}

/** Locks the person before the departure, in the order in which requesting and withdrawing lock them. */
async function lockDepartureForUpdate(
  trx: Transaction<IdentityTables>,
  id: string,
  step: keyof typeof TAKE,
): Promise<Departure | undefined> {
  const departures = trx.selectFrom('departures').where('id', '=', id)
  const found = await departures.select('identityId').executeTakeFirst()
  if (!found) return undefined
  if (step === 'close') await lockAdministrators(trx)
  await lockPersonForUpdate(trx, found.identityId)
  return departures.selectAll().forUpdate().executeTakeFirst()
}

function stepOf({ closedAt, erasingSince }: Departure): keyof typeof TAKE {
  if (!closedAt) return 'close'
  return erasingSince ? 'finish' : 'erase'
}

const MAX_AT_ONCE = 50

function departuresAt({ db, now }: IdentityContext) {
  return db
    .selectFrom('departures')
    .select('id')
    .where('nextAttemptAt', '<=', now())
    .orderBy('nextAttemptAt')
    .limit(MAX_AT_ONCE)
}

const STEPS = [
  {
    step: 'close',
    due: (ctx: IdentityContext) =>
      idsOf(departuresAt(ctx).where('closedAt', 'is', null).where('dueAt', '<=', ctx.now())),
  },
  {
    // By now, all access tokens of the person have expired.
    step: 'erase',
    due: (ctx: IdentityContext) =>
      idsOf(
        departuresAt(ctx)
          .where('erasingSince', 'is', null)
          .where('closedAt', '<=', before(ctx, REVOKED_GRANTS_REACH_MS)),
      ),
  },
  {
    step: 'finish',
    due: (ctx: IdentityContext) =>
      idsOf(
        departuresAt(ctx)
          .where('erasingSince', 'is not', null)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('personalDataTasks')
                  .select('personalDataTasks.id')
                  .whereRef('departureId', '=', 'departures.id')
                  .where(({ eb, or }) =>
                    or([eb('doneAt', 'is', null), eb('doneAt', '>', before(ctx, SETTLED_MS))]),
                  ),
              ),
            ),
          ),
      ),
  },
] as const

async function idsOf(query: { execute: () => Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

function before({ now }: IdentityContext, ms: number): Date {
  return new Date(now().getTime() - ms)
}

const TAKE = {
  close: closeAccount,

  async erase(ctx, departure) {
    await replaceIdentity(ctx, departure)
    await addMissingTasks(ctx, { departureId: departure.id })
    await ctx.db
      .updateTable('departures')
      .set({ erasingSince: ctx.now() })
      .where('id', '=', departure.id)
      .execute()
  },

  async finish(ctx, departure) {
    // Services may have been added since the departure began.
    if ((await addMissingTasks(ctx, { departureId: departure.id })) > 0) return
    // Delete the files before the transaction commits: nothing names them afterwards.
    await dropMailFiles(ctx.settings, departure.traces)
    await eraseIdentity(ctx, departure)
  },
} as const satisfies Record<string, Step>
